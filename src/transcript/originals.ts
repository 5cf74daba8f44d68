import type { Entry } from '../session/frame.ts';
import { type Original, type RedactedEntry, restoreEntry } from './redact-entry.ts';

/** What the recording hides, held in memory so that the running session can still show and send it. */
export interface Originals {
  keep(done: RedactedEntry): void;
  /** The entry as it was; undefined when its originals are no longer held. An entry that hides nothing is itself. */
  restore(entry: Entry): Entry | undefined;
}

/** `limit` counts characters of distinct originals and a little for each place; the oldest go first. */
export function createOriginals(limit = 8 * 1024 * 1024): Originals {
  const bySeq = new Map<number, readonly Original[]>();
  /** The same few secrets come over and over: one string each, with the number of its uses. */
  const interned = new Map<string, { text: string; uses: number }>();
  let size = 0;

  function intern(text: string): string {
    const known = interned.get(text);
    if (known !== undefined) {
      known.uses++;
      return known.text;
    }
    interned.set(text, { text, uses: 1 });
    size += text.length;
    return text;
  }

  function release(text: string): void {
    const known = interned.get(text);
    if (known === undefined || --known.uses > 0) return;
    interned.delete(text);
    size -= text.length;
  }

  return {
    keep({ entry, originals }) {
      bySeq.set(
        entry.seq,
        originals.map((original) => mapTexts(original, intern)),
      );
      size += placesOf(originals);
      for (const [seq, oldest] of bySeq) {
        if (size <= limit) break;
        bySeq.delete(seq);
        size -= placesOf(oldest);
        oldest.flatMap(textsOf).forEach(release);
      }
    },
    restore(entry) {
      if (entry.redacted === undefined) return entry;
      const originals = bySeq.get(entry.seq);
      return originals === undefined ? undefined : restoreEntry(entry, originals);
    },
  };
}

const bytesPerPlace = 64;

const placesOf = (originals: readonly Original[]): number =>
  originals.reduce((sum, original) => sum + ('text' in original ? 1 : original.hidden.length), 1) *
  bytesPerPlace;

const textsOf = (original: Original): string[] =>
  'text' in original ? [original.text] : original.hidden.map((span) => span.original);

function mapTexts(original: Original, change: (text: string) => string): Original {
  if ('text' in original) return { ...original, text: change(original.text) };
  return {
    ...original,
    hidden: original.hidden.map(({ at, original: text }) => ({ at, original: change(text) })),
  };
}
