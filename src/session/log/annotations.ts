import type { Finding } from '../../spec/finding.ts';
import type { Entry, NoteEntry } from '../frame.ts';
import type { Runs } from './column.ts';

/** The findings at the lines of a log, by the seq of what they are about. */
export interface FindingLines {
  /** Takes a line in; lines must come in ascending order. */
  add(entry: Entry): void;
  /** Adds a finding that has no line of its own. */
  attach(seq: number, finding: Finding): void;
  /** The findings at a line, among the first {@link MOST} that can be. */
  of(seq: number): readonly Finding[];
}

/** Each line has to be read from the file: a stranger's recording may have a million findings behind one another. */
const MOST = 500;

/**
 * @param lines all lines of the log
 * @param read a line by its seq
 * @param isFinding whether there is a finding on a line
 */
export function createFindingLines(
  lines: Runs,
  read: (seq: number) => Entry | undefined,
  isFinding: (seq: number) => boolean,
): FindingLines {
  const attached = new Map<number, Finding[]>();
  /** By line, its findings that do not stand right behind it: checks come later than what they check. */
  const late = new Map<number, number[]>();
  /** The last line that is not a finding: findings about it come right after it. */
  let other = 0;

  /** The findings that stand right behind a line, whichever lines they are about. */
  function* behind(seq: number): Generator<number> {
    for (let place = lines.placeOf(seq) + 1; place < lines.length; place += 1) {
      const next = lines.at(place);
      if (!isFinding(next)) return;
      yield next;
    }
  }

  function* places(seq: number): Generator<number> {
    yield* behind(seq);
    yield* late.get(seq) ?? [];
  }

  return {
    add(entry) {
      if (entry.type !== 'finding') other = entry.seq;
      else if (entry.at < other) push(late, entry.at, entry.seq);
    },
    attach: (seq, finding) => push(attached, seq, finding),
    of(seq) {
      const found: Finding[] = [];
      let looked = 0;
      for (const place of places(seq)) {
        const line = read(place);
        if (line?.type === 'finding' && line.at === seq) found.push(line);
        looked += 1;
        if (looked === MOST) break;
      }
      return [...found, ...(attached.get(seq) ?? [])];
    },
  };
}

function push<Item>(lists: Map<number, Item[]>, key: number, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** What a person says of a line. */
export interface Note {
  readonly mark: boolean;
  /** Empty where only the mark is meant. */
  readonly text: string;
}

/** What was written about the lines of a log; the newest word on each counts. */
export interface Notes {
  /** What is said of a line; nothing where it has neither mark nor text. */
  get(seq: number): Note | undefined;
  /** The lines that are marked, ascending. */
  marked(): readonly number[];
  add(note: NoteEntry): void;
}

export function createNotes(): Notes {
  const notes = new Map<number, Note>();
  return {
    get: (seq) => notes.get(seq),
    marked: () => [...notes].flatMap(([seq, { mark }]) => (mark ? [seq] : [])).sort((a, b) => a - b),
    add({ at, mark, text }) {
      const before = notes.get(at) ?? { mark: false, text: '' };
      const said = { mark: mark ?? before.mark, text: text ?? before.text };
      if (said.mark || said.text !== '') notes.set(at, said);
      else notes.delete(at);
    },
  };
}
