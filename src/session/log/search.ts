import { type Seqs, walkThrough } from './column.ts';
import type { Log } from './log.ts';
import { createOrdered } from './ordered.ts';

/** A search through a log, which goes on where it stopped, since a log only grows. */
export interface Search {
  /** Looks at so many lines more at the most; gives all that were found, and how many are still to be looked at. */
  advance(most: number): { readonly seqs: Seqs; readonly left: number };
}

/**
 * Begins a search; nothing is looked at yet.
 *
 * @param of the line that is found in the place of one
 */
export function createSearch(
  log: Seqs,
  matches: (seq: number) => boolean,
  of?: (seq: number) => number,
): Search {
  const seqs = createOrdered(log.order?.time);
  const way = walkThrough(log);
  return {
    advance(most) {
      const found: number[] = [];
      for (let count = 0; count < most; count += 1) {
        const seq = way.next();
        if (seq === undefined) break;
        if (matches(seq)) found.push(of === undefined ? seq : of(seq));
      }
      seqs.add(of === undefined ? found : [...new Set(found)]);
      return { seqs, left: way.left };
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

/**
 * A search whose earlier finds can change: a line that comes later can answer a request, tell of a finding, mark. Each
 * line is looked at once, and with it those that it says something about.
 *
 * @param of the line that is found in the place of one
 */
export function createLiveSearch(
  log: Log,
  matches: (seq: number) => boolean,
  of: (seq: number) => number = (seq) => seq,
): Search {
  const found = createOrdered(log.lines.order?.time);
  const way = walkThrough(log.lines);
  /** All that was found is to be looked at again. */
  let isStale = false;

  const look = (seq: number): void => {
    const line = of(seq);
    const isThere = found.has(line);
    if (!matches(line)) found.remove(line);
    else if (!isThere) found.add([line]);
  };

  return {
    advance(most) {
      for (let count = 0; count < most; count += 1) {
        const line = way.next();
        if (line === undefined) break;
        look(line);
        const about = aboutOf(log, line);
        if (about === 'all') isStale = true;
        else if (about !== undefined && about < line) look(about);
      }
      const { left } = way;
      // Once, however many connections have ended.
      if (isStale && left === 0) {
        const all = Array.from({ length: found.length }, (_, place) => found.at(place));
        for (const seq of all) if (!matches(seq)) found.remove(seq);
        isStale = false;
      }
      return { seqs: found, left };
    },
  };
}

/** The earlier line that a line says something about; all of them where a connection ends. */
function aboutOf(log: Log, seq: number): number | 'all' | undefined {
  const row = log.row(seq);
  switch (row?.type) {
    case 'frame':
      return row.re;
    case 'life': {
      const entry = log.entry(seq);
      if (entry?.type !== 'life') return undefined;
      return entry.event === 'exit' || entry.event === 'reconnect' ? 'all' : entry.re;
    }
    case 'finding':
    case 'note': {
      const entry = log.entry(seq);
      return entry !== undefined && 'at' in entry && typeof entry.at === 'number' ? entry.at : undefined;
    }
    case 'invalid':
    case 'stderr':
    case 'http':
    case undefined:
      return undefined;
  }
}
