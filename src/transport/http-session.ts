import type { Capture, HeaderLine } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import { classify, type Id } from '../spec/envelope.ts';
import type { Exchange, Fetch, HttpRequest, HttpResponse } from './fetch.ts';
import { type HttpSession, headersFor, type SentMessage } from './http-message.ts';
import { type Arrivals, handOn, type RemoteDeps, wholeBody } from './remote.ts';
import type { Loss, Transport } from './transport.ts';

/** What a connection over Streamable HTTP knows. */
export interface Http {
  readonly target: HttpTarget;
  readonly deps: RemoteDeps;
  /** The transport to try when the server says that it knows nothing of this one. */
  readonly fallback: (() => Transport) | undefined;
  readonly transport: Transport;
  readonly arrivals: Arrivals;
  readonly fetch: Fetch;
  /** The requests that wait for an answer, by their ids as text. */
  readonly awaited: Map<string, { readonly exchange: Exchange; readonly isModern: boolean }>;
  readonly running: Set<Exchange>;
  /** What ends the pauses that are being made. */
  readonly pauses: Set<() => void>;
  session: HttpSession;
  /** The refusal of the first request says that the server may speak an older transport. */
  mayBeOlder: boolean;
  /** The stream for what no request asks for. */
  listening: 'not begun' | 'open' | 'over';
  /** There was such a stream. */
  listened: boolean;
  closing: Promise<void> | undefined;
}

export function emit(h: Http, capture: Capture): void {
  if (capture.type === 'frame' && capture.dir === 's2c') {
    const envelope = classify(capture.message);
    if (envelope.kind === 'result' || envelope.kind === 'error') h.awaited.delete(String(envelope.id));
  }
  handOn(h.transport, capture, (ids, why) => lose(h, ids, why, { status: 200 }));
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

/** Tells that those of the requests that still wait get no answer any more. */
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

/** The whole body, or undefined when it was cut: then the requests are lost. */
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
