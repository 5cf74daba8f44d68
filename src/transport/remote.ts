import { write } from '../json/write.ts';
import type { Capture } from '../session/frame.ts';
import type { Id } from '../spec/envelope.ts';
import { atMost } from '../time/at-most.ts';
import type { Clock } from '../time/clock.ts';
import { asSent, collect, spoiltBy } from './body.ts';
import type { Exchange, Fetch, HttpResponse } from './fetch.ts';
import type { Hold } from './sluice.ts';
import type { Transport } from './transport.ts';

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

/** ms for what was sent last to arrive when a connection is closed. */
export const LAST_SENT = 500;

/** Why exchanges that still run are broken off at the end. */
export const WAS_CLOSED = 'the connection was closed';

/**
 * Hands a capture on, and the message in it.
 *
 * @param lose takes the ids of requests whose answer came, and cannot be read
 */
export function handOn(
  transport: Transport,
  capture: Capture,
  lose: (ids: readonly Id[], why: string) => void,
): void {
  transport.oncapture?.(capture);
  const spoilt = spoiltBy(capture);
  if (spoilt !== undefined) lose(spoilt.ids, spoilt.why);
  if (capture.type === 'frame' && capture.dir === 's2c') transport.onmessage?.(capture.message as never);
}

/** The two ways to send of a transport that posts texts. */
export const sending = (
  transport: () => Transport,
  post: (text: string) => Promise<void>,
): Pick<Transport, 'send' | 'sendText'> => ({
  send: (message) => post(write(message)),
  sendText: (text) => void post(text).catch((error: Error) => transport().onerror?.(error)),
});

/** What comes of a text that was posted. */
export interface Posted {
  readonly emit: (capture: Capture) => void;
  /** The text is on its way, and captured. */
  readonly begun?: () => void;
  readonly answered: (response: HttpResponse) => void;
  /** The server could not be reached. */
  readonly failed: (error: Error) => void;
}

/** Captures what is posted. Resolves when the server has begun to answer; rejects when it cannot be reached. */
export function posting(exchange: Exchange, text: string, arrivals: Arrivals, posted: Posted): Promise<void> {
  for (const message of asSent(text, exchange)) posted.emit(message);
  posted.begun?.();
  const arrived = exchange.response.then(posted.answered, (error: Error) => {
    posted.failed(error);
    throw error;
  });
  arrivals.add(arrived);
  return arrived;
}

/** The whole body, or undefined when it was cut: that is told, with the reason. */
export async function wholeBody(
  exchange: Exchange,
  response: HttpResponse,
  onCut?: (why: string) => void,
): Promise<Buffer | undefined> {
  try {
    return await collect(response);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    exchange.broke(why);
    onCut?.(why);
    return undefined;
  }
}

/** Says that nothing comes any more. */
export function sayOver(transport: Transport, { wall }: Pick<RemoteDeps, 'wall'>, detail: string): void {
  transport.oncapture?.({ type: 'life', event: 'exit', at: new Date(wall()).toISOString(), detail });
  transport.onclose?.();
}

/** What was sent over HTTP and has not reached the server yet, each in an exchange of its own. */
export interface Arrivals {
  /** Takes what settles when the server has begun to answer, or never will. */
  add(arrived: Promise<unknown>): void;
  /** Resolves when all of it has. */
  all(): Promise<void>;
  /** While very much is on its way, such as answers to a flood of requests, no more is read for a moment. */
  readonly hold: Hold;
}

const MOST = 64;
/** ms that are waited: a server may take a message and never answer its POST. */
const MOMENT = 1_000;

/** Keeps what is under way; a send that fails has arrived, too: its error is told by whoever sent it. */
export function createArrivals(clock: Pick<Clock, 'later'>): Arrivals {
  const arriving = new Set<Promise<unknown>>();
  return {
    add(arrived) {
      const settled: Promise<unknown> = arrived.catch(() => {}).finally(() => arriving.delete(settled));
      arriving.add(settled);
    },
    all: async () => void (await Promise.all(arriving)),
    hold: () => (arriving.size < MOST ? undefined : atMost(clock, MOMENT, Promise.race(arriving))),
  };
}
