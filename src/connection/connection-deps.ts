import type { Capture, Origin } from '../session/frame.ts';
import type { Accepted } from '../session/intake.ts';
import type { SessionState } from '../session/state.ts';
import type { Clock } from '../time/clock.ts';
import type { Transport } from '../transport/transport.ts';

/** What is known of a line of ours as it is sent. */
export interface Sent {
  readonly by: Origin;
  /** The seq of the answer that it goes on with. */
  readonly asked?: number | undefined;
}

/** What a connection needs of its host. */
export interface World extends Clock {
  readonly state: () => SessionState;
  /** The wall clock, ms since 1970. */
  readonly wall: () => number;
  /** The exact text of a line. */
  readonly text: (seq: number) => string | undefined;
  /** Takes a line in: it is numbered, matched, recorded and folded before this returns. */
  readonly accept: (capture: Capture, session: number, sent?: Sent) => Accepted;
  /**
   * A new transport for each life; one whose code is not there yet takes a moment. A `clean` process gets only what a
   * client would pass of the environment.
   */
  readonly open: (clean: boolean) => Transport | Promise<Transport>;
  /** Loads, during the handshake, what `accept` needs for answers; only then are the lists asked for. */
  readonly prepare: () => Promise<void>;
}
