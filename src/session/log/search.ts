import { createSeqs, type Seqs } from './column.ts';
import type { Log } from './log.ts';

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
  const found = createFound();
  let next = 0;
  /** All that was found is to be looked at again. */
  let isStale = false;

  const look = (seq: number): void => {
    const line = of(seq);
    found.set(line, matches(line));
  };

  return {
    advance(most) {
      const end = Math.min(log.lines.length, next + most);
      for (; next < end; next += 1) {
        const line = log.lines.at(next);
        look(line);
        const about = aboutOf(log, line);
        if (about === 'all') isStale = true;
        else if (about !== undefined && about < line) look(about);
      }
      const left = log.lines.length - next;
      // Once, however many connections have ended.
      if (isStale && left === 0) {
        for (const seq of found.seqs()) if (!matches(seq)) found.set(seq, false);
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

interface Found extends Seqs {
  set(seq: number, isIn: boolean): void;
  /** A copy. */
  seqs(): readonly number[];
}

/** An ascending list of seqs that can lose some. What changes is near its end, nearly always. */
function createFound(): Found {
  const list: number[] = [];
  const placeOf = (seq: number): number => {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((list[middle] ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  return {
    get length() {
      return list.length;
    },
    at: (place) => list[place] ?? 0,
    placeOf,
    seqs: () => [...list],
    set(seq, isIn) {
      const place = placeOf(seq);
      const isThere = list[place] === seq;
      if (isIn && !isThere) list.splice(place + 1, 0, seq);
      else if (!isIn && isThere) list.splice(place, 1);
    },
  };
}
