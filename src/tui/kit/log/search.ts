import { createSeqs, type Seqs } from '../../../session/column.ts';

/** A search through a log, which goes on where it stopped, since a log only grows. */
export interface Search {
  /** Looks at so many lines more at the most; gives all that were found, and how many are still to be looked at. */
  advance(most: number): { readonly seqs: Seqs; readonly left: number };
}

/** Begins a search; nothing is looked at yet. */
export function createSearch(log: Seqs, matches: (seq: number) => boolean): Search {
  const seqs = createSeqs();
  let next = 0;
  return {
    advance(most) {
      const end = Math.min(log.length, next + most);
      for (; next < end; next += 1) {
        const seq = log.at(next);
        if (matches(seq)) seqs.push(seq);
      }
      return { seqs, left: log.length - next };
    },
  };
}

/** Does a text hold every word that was typed, in whatever order, small and capital letters alike? */
export function holds(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(' ')
    .every((word) => lower.includes(word));
}
