import type { Capture, HeaderLine } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import { classify, type Id } from '../spec/envelope.ts';
import type { Exchange, Fetch, HttpRequest, HttpResponse } from './fetch.ts';
import { type HttpSession, headersFor, type SentMessage } from './http-message.ts';
import { type Arrivals, passOn, type RemoteDeps, wholeBody } from './remote.ts';
import type { Loss, Transport } from './transport.ts';

/** What a connection over Streamable HTTP knows. */
export interface Http {
  readonly target: HttpTarget;
  readonly deps: RemoteDeps;
  /** The transport to try when the server does not support this one. */
  readonly fallback: (() => Transport) | undefined;
  readonly transport: Transport;
  readonly arrivals: Arrivals;
  readonly fetch: Fetch;
  /** The requests that wait for an answer, by their ids as text. */
  readonly awaited: Map<string, { readonly exchange: Exchange; readonly isModern: boolean }>;
  readonly running: Set<Exchange>;
  /** Ends the current pauses. */
  readonly pauses: Set<() => void>;
  session: HttpSession;
  /** The refusal of the first request suggests an older transport. */
  mayBeOlder: boolean;
  /** The stream for messages that belong to no request. */
  listening: 'not begun' | 'open' | 'over';
  /** There has been such a stream. */
  listened: boolean;
  closing: Promise<void> | undefined;
}

export function emit(h: Http, capture: Capture): void {
  if (capture.type === 'frame' && capture.dir === 's2c') {
    const envelope = classify(capture.message);
    if (envelope.kind === 'result' || envelope.kind === 'error') h.awaited.delete(String(envelope.id));
  }
  passOn(h.transport, capture, (ids, why) => lose(h, ids, why, { status: 200 }));
}

export function begin(
  h: Http,
  method: string,
  about: readonly HeaderLine[],
  more: Pick<HttpRequest, 'body' | 'asked' | 'harmless'> = {},
  within: HttpSession = h.session,
): Exchange {
  const headers = headersFor(h.target, within, about);
  const exchange = h.fetch({ method, url: h.target.url, headers, ...more });
  h.running.add(exchange);
  return exchange;
}

export const waiting = (h: Http, ids: readonly Id[]): readonly Id[] =>
  ids.filter((id) => h.awaited.has(String(id)));

/** Reports that those requests which are still open can no longer be answered. */
export function lose(
  h: Http,
  ids: readonly Id[],
  why: string,
  how: Partial<Pick<Loss, 'session' | 'status'>> = {},
): void {
  const lost = waiting(h, ids);
  for (const id of lost) h.awaited.delete(String(id));
  if (how.session) h.session = { version: h.session.version };
  if (h.closing !== undefined || (lost.length === 0 && !how.session)) return;
  h.transport.onlost?.({ ids: lost, why, session: false, ...how });
}

/** The whole body, or undefined when it was cut, which loses the requests. */
export const bodyOf = (h: Http, exchange: Exchange, response: HttpResponse, { ids }: SentMessage) =>
  wholeBody(exchange, response, (why) => lose(h, ids, why));

/** Waits; false when the connection is closed meanwhile. */
export function pause(h: Http, ms: number): Promise<boolean> {
  if (h.closing !== undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const done = (): void => {
      stop();
      h.pauses.delete(done);
      resolve(h.closing === undefined);
    };
    const stop = h.deps.later(ms, done);
    h.pauses.add(done);
  });
}
