import { createIndexed } from './column.ts';
import type { HttpEntry } from './frame.ts';

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
  /** Takes in which message was sent in one; number 0 is none. */
  send(x: number, seq: number): void;
  /** The message that was sent in one; 0 where there is none, and where several were, which cannot be told apart. */
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
