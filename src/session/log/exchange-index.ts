import type { Kind } from '../../spec/envelope.ts';
import type { HttpEntry } from '../frame.ts';
import type { Accepted } from '../intake.ts';
import { type Column, createIndexed } from './column.ts';

/**
 * Which lines belong to which request, in the order they came. A line costs one number: each is followed by the next,
 * the last by the first, and the request itself tells of the last.
 *
 *   request ──▶ last     first ──▶ second ──▶ … ──▶ last ──▶ first
 */
export interface ExchangeIndex {
  /**
   * The request that a line belongs to: by answering it, by what it says (correlation.ts), or by the HTTP exchange it came
   * in. A request made within another belongs to that; any other is its own. Undefined where a line belongs to no request.
   */
  requestOf(seq: number): number | undefined;
  /** The next line that belongs to the same request; undefined behind the last, and where there is no request. */
  nextWith(seq: number): number | undefined;
  /** The last line that belongs to a request: the request itself while there is no other. */
  lastWith(request: number): number;
}

/** The same with the way to extend it; lines must come in ascending order. */
interface ExchangeIndexWriter extends ExchangeIndex {
  /** Puts a line to the request that it belongs to. */
  add(accepted: Pick<Accepted, 'entry' | 'belongsTo'>): void;
  /** Adds a line of HTTP, which belongs to a request like any other once it is shown. */
  addHttp(seq: number): void;
}

/** What the index knows of the lines. */
interface Index {
  readonly isHttp: (seq: number) => boolean;
  readonly kind: (seq: number) => Kind;
  /** The request of a response, what ended a request, the exchange of a line of HTTP; free in all other lines. */
  readonly link: Column;
  /** Free, for what follows one another. */
  readonly ring: Column;
  readonly exchanges: Pick<Exchanges, 'send' | 'sent'>;
}

export function createExchangeIndex({ isHttp, kind, link, ring, exchanges }: Index): ExchangeIndexWriter {
  /** Where the link has another use: the request that a request was made within, or that was answered once more. */
  const within = new Map<number, number>();

  const requestOf = (seq: number): number | undefined => {
    const other = link.get(seq);
    if (isHttp(seq)) return requestOf(exchanges.sent(other));
    switch (kind(seq)) {
      case 'request':
        return within.get(seq) ?? seq;
      case 'result':
      case 'error':
        if (other === 0) return within.get(seq);
        return kind(other) === 'request' ? requestOf(other) : undefined;
      case 'notification':
      case 'none':
        return other || undefined;
    }
  };

  const join = (seq: number, request: number): void => {
    const last = ring.get(request);
    ring.set(seq, last === 0 ? seq : ring.get(last));
    if (last !== 0) ring.set(last, seq);
    ring.set(request, seq);
  };

  const belong = (seq: number, request: number | undefined): void => {
    if (request === undefined) return;
    const own = kind(seq);
    if (own === 'notification' || own === 'none') link.set(seq, request);
    else if (link.get(seq) === 0) within.set(seq, request);
    join(seq, request);
  };

  return {
    requestOf,
    nextWith(seq) {
      const request = requestOf(seq);
      if (request === undefined) return undefined;
      const last = ring.get(request);
      return seq === last ? undefined : ring.get(seq === request ? last : seq) || undefined;
    },
    lastWith: (request) => ring.get(request) || request,
    add({ entry, belongsTo = 0 }) {
      if (entry.type === 'life') belong(entry.seq, requestOf(belongsTo));
      if (entry.type !== 'frame' && entry.type !== 'invalid') return;
      const { type, seq, dir, x = 0 } = entry;
      const answered = type === 'frame' ? entry.re : undefined;
      belong(seq, requestOf(answered ?? (belongsTo || (dir === 's2c' ? exchanges.sent(x) : 0))));
      if (type === 'frame' && dir === 'c2s') exchanges.send(x, seq);
    },
    addHttp(seq) {
      const request = requestOf(seq);
      if (request !== undefined) join(seq, request);
    },
  };
}

/** Where the lines of an HTTP exchange stand: their seqs, as far as they have come. */
export interface ExchangeRow {
  readonly request: number;
  /** The newest response: of redirects that were followed, the last. */
  readonly response?: number;
  /** Its end, good or bad. */
  readonly end?: number;
}

/** The HTTP exchanges by their numbers. */
export interface Exchanges {
  /** Takes a line of one in; true where it is the first of it. */
  add(entry: Pick<HttpEntry, 'seq' | 'x' | 'phase'>): boolean;
  get(x: number): ExchangeRow | undefined;
  /** Records which message was sent in an exchange; number 0 means no exchange. */
  send(x: number, seq: number): void;
  /** The message that was sent in an exchange; 0 where there was no message, or several, which cannot be distinguished. */
  sent(x: number): number;
}

export function createExchanges(): Exchanges {
  /** How many came in the order of their numbers, from 1; the places of all others, which a stranger's recording has. */
  let ordered = 0;
  const others = new Map<number, number>();
  const placeOf = (x: number): number => (x > 0 && x <= ordered ? x - 1 : (others.get(x) ?? -1));
  const know = (x: number): void => {
    if (placeOf(x) >= 0) return;
    if (x === ordered + 1 && others.size === 0) ordered += 1;
    else others.set(x, ordered + others.size);
  };
  const request = createIndexed(Int32Array, placeOf);
  const response = createIndexed(Int32Array, placeOf);
  const end = createIndexed(Int32Array, placeOf);
  const sent = createIndexed(Int32Array, placeOf);
  return {
    add({ seq, x, phase }) {
      know(x);
      const isFirst = request.get(x) === 0;
      if (isFirst) request.set(x, seq);
      if (phase === 'response') response.set(x, seq);
      if (phase === 'end' || phase === 'error') end.set(x, seq);
      return isFirst;
    },
    get(x) {
      if (request.get(x) === 0) return undefined;
      return {
        request: request.get(x),
        ...(response.get(x) === 0 ? {} : { response: response.get(x) }),
        ...(end.get(x) === 0 ? {} : { end: end.get(x) }),
      };
    },
    send(x, seq) {
      if (x === 0) return;
      know(x);
      sent.set(x, sent.get(x) === 0 ? seq : SEVERAL);
    },
    sent: (x) => Math.max(0, sent.get(x)),
  };
}

/** In the place of a seq. */
const SEVERAL = -1;
