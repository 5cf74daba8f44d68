import { write } from '../json/write.ts';
import type { Capture } from '../session/frame.ts';
import type { Id } from '../spec/envelope.ts';
import { atMost } from '../time/at-most.ts';
import type { Clock } from '../time/clock.ts';
import { malformedAnswer, sentMessages, wholeBytes } from './body.ts';
import type { Exchange, Fetch, HttpResponse } from './fetch.ts';
import type { Hold } from './sluice.ts';
import type { Transport } from './transport.ts';

/** What the transports to remote servers need. */
export interface RemoteDeps extends Pick<Clock, 'now' | 'later'> {
  /** The wall clock, ms since 1970. */
  readonly wall: () => number;
  /** Numbers the HTTP exchanges of a session, across reconnections, from 1. */
  readonly nextExchange: () => number;
  /** ms that connecting may take; 0 = no limit. */
  readonly connectTimeout: number;
  /** A call is sent again although it may run twice. */
  readonly retryCalls?: boolean | undefined;
  /** The input schema of a tool, from the latest list. */
  readonly inputSchema: (tool: string) => unknown;
  /** Opens the way to the server, with cookies and authorization; its exchanges are captured. */
  readonly openFetch: (emit: (capture: Capture) => void) => Fetch;
}

/** ms for the last messages to arrive when a connection is closed. */
export const LAST_SENT = 500;

/**
 * Passes on a capture, and the message in it.
 *
 * @param lose takes the ids of requests whose answer arrived but cannot be read
 */
export function passOn(
  transport: Transport,
  capture: Capture,
  lose: (ids: readonly Id[], why: string) => void,
): void {
  transport.oncapture?.(capture);
  const spoilt = malformedAnswer(capture);
  if (spoilt !== undefined) lose(spoilt.ids, spoilt.why);
  if (capture.type === 'frame' && capture.dir === 's2c') transport.onmessage?.(capture.message as never);
}

/** How a transport that posts texts sends. */
export const sending = (
  transport: () => Transport,
  post: (text: string) => Promise<void>,
): Pick<Transport, 'send' | 'sendText'> => ({
  send: (message) => post(write(message)),
  sendText: (text) => void post(text).catch((error: Error) => transport().onerror?.(error)),
});

/** What happens to a posted text. */
export interface Posted {
  readonly emit: (capture: Capture) => void;
  /** The text is on its way, and captured. */
  readonly begun?: () => void;
  readonly answered: (response: HttpResponse) => void;
  /** The server could not be reached. */
  readonly failed: (error: Error) => void;
}

/** Posts a text and captures it. Resolves when the server has begun to answer; rejects when it cannot be reached. */
export function posting(exchange: Exchange, text: string, arrivals: Arrivals, posted: Posted): Promise<void> {
  for (const message of sentMessages(text, exchange)) posted.emit(message);
  posted.begun?.();
  const arrived = exchange.response.then(posted.answered, (error: Error) => {
    posted.failed(error);
    throw error;
  });
  arrivals.add(arrived);
  return arrived;
}

/** The whole body, or undefined when it was cut, which is reported with the reason. */
export async function wholeBody(
  exchange: Exchange,
  response: HttpResponse,
  onCut?: (why: string) => void,
): Promise<Buffer | undefined> {
  try {
    return await wholeBytes(response);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    exchange.broke(why);
    onCut?.(why);
    return undefined;
  }
}

/** Reports the end of the connection. */
export function reportEnd(transport: Transport, { wall }: Pick<RemoteDeps, 'wall'>, detail: string): void {
  transport.oncapture?.({ type: 'life', event: 'exit', at: new Date(wall()).toISOString(), detail });
  transport.onclose?.();
}

/** Messages over HTTP that have not reached the server yet, each in an exchange of its own. */
export interface Arrivals {
  /** Adds a promise that settles when the server has begun to answer, or never will. */
  add(arrived: Promise<unknown>): void;
  /** Resolves when all have settled. */
  all(): Promise<void>;
  /** Stops reading for a moment while very much is on its way, such as answers to a flood of requests. */
  readonly hold: Hold;
}

const MOST = 64;
/** ms of that moment: a server may never answer a POST. */
const MOMENT = 1_000;

/** A failed send counts as arrived: its sender reports the error. */
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
