import type { Kind } from '../spec/envelope.ts';
import type { Column } from './column.ts';
import type { Exchanges } from './exchanges.ts';
import type { Accepted } from './intake.ts';

/**
 * Which lines belong to which request, in the order they came. A line costs one number: each is followed by the next,
 * the last by the first, and the request itself tells of the last.
 *
 *   request ──▶ last     first ──▶ second ──▶ … ──▶ last ──▶ first
 */
export interface Members {
  /**
   * The request that a line belongs to: by answering it, by what it says (belonging.ts), or by the HTTP exchange it came
   * in. One that was made within another belongs to that; any other is its own. Undefined for all that belongs to none.
   */
  requestOf(seq: number): number | undefined;
  /** The next line that belongs to the same request; undefined behind the last, and where there is no request. */
  nextWith(seq: number): number | undefined;
  /** The last line that belongs to a request: the request itself while there is no other. */
  lastWith(request: number): number;
}

/** The same with the way to extend it; lines must come in ascending order. */
interface MembersWriter extends Members {
  /** Puts a line to the request that it belongs to. */
  add(accepted: Pick<Accepted, 'entry' | 'belongs'>): void;
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

export function createMembers({ isHttp, kind, link, ring, exchanges }: Index): MembersWriter {
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
    add({ entry, belongs = 0 }) {
      if (entry.type === 'life') belong(entry.seq, requestOf(belongs));
      if (entry.type !== 'frame' && entry.type !== 'invalid') return;
      const { type, seq, dir, x = 0 } = entry;
      const answered = type === 'frame' ? entry.re : undefined;
      belong(seq, requestOf(answered ?? (belongs || (dir === 's2c' ? exchanges.sent(x) : 0))));
      if (type === 'frame' && dir === 'c2s') exchanges.send(x, seq);
    },
    addHttp(seq) {
      const request = requestOf(seq);
      if (request !== undefined) join(seq, request);
    },
  };
}
