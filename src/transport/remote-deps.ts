import type { Capture } from '../session/frame.ts';
import type { Clock } from '../time/clock.ts';
import type { Fetch } from './fetch.ts';

/** What the transports to remote servers need of whoever opens them. */
export interface RemoteDeps extends Clock {
  /** The wall clock, ms since 1970. */
  readonly wall: () => number;
  /** Numbers the HTTP exchanges of a connection, over all its lives, from 1. */
  readonly nextExchange: () => number;
  /** ms that connecting may take; 0 = as long as it likes. */
  readonly connectTimeout: number;
  /** A call is made again although it may run twice. */
  readonly retryCalls?: boolean | undefined;
  /** The input schema of a tool as it was listed last. */
  readonly inputSchema: (tool: string) => unknown;
  /** Opens the way to the server, with cookies and authorization; what happens on it is captured. */
  readonly openFetch: (emit: (capture: Capture) => void) => Fetch;
}
