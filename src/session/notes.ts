import type { NoteEntry } from './frame.ts';

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
