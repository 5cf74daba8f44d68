import { createReader } from './reader.ts';

/** Where a text stops being JSON, and why. */
export interface JsonProblem {
  /** In code units from the start of the text. */
  readonly offset: number;
  /** Both from 1; the column counts code points. */
  readonly line: number;
  readonly column: number;
  /** A sentence without its full stop. */
  readonly message: string;
}

/** The first thing `JSON.parse` would stumble over; undefined when the text is JSON. */
export function locateError(text: string): JsonProblem | undefined {
  const reader = createReader(text);
  for (;;) {
    const event = reader.next();
    if (event === 'end') return undefined;
    if (event === 'error') return { ...lineAndColumn(text, reader.start), message: reader.message };
  }
}

/** The problem with its place, for where no cursor can show it. */
export function problemSentence({ message, line, column }: JsonProblem): string {
  return `${message} (line ${line}, column ${column})`;
}

function lineAndColumn(text: string, offset: number): Omit<JsonProblem, 'message'> {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  const last = lines.at(-1) ?? '';
  return { offset, line: lines.length, column: Array.from(last).length + 1 };
}
