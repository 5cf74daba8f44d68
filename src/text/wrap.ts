import { graphemes, graphemeWidth, isOneCellEach, width } from './width.ts';

/**
 * A text as rows of at most so many cells. Rows break at spaces and between wide characters, words longer than
 * a row where it is full, never inside a grapheme. Line breaks of the text are kept; what continues an indented
 * line or a list item is under its first word.
 */
export function wrap(text: string, cells: number): string[] {
  const room = Math.max(1, cells);
  return text.split('\n').flatMap((line) => wrapLine(line, room));
}

const INDENT = /^ *(?:(?:[-*+•–]|\d{1,3}[.)]) +)?/;

function wrapLine(line: string, cells: number): string[] {
  if (line.length <= cells && width(line) <= cells) return [line];
  const indent = width(INDENT.exec(line)?.[0] ?? '');
  const hanging = indent <= cells / 2 ? ' '.repeat(indent) : '';
  const pieces = isOneCellEach(line)
    ? breakPlain(line, cells, hanging.length)
    : breakGraphemes(line, cells, hanging.length);
  return pieces.map((piece, index) => (index === 0 ? piece : hanging + piece));
}

/** For text of one cell a code unit: the break before a full row is found from behind. */
function breakPlain(line: string, cells: number, indent: number): string[] {
  const rows: string[] = [];
  let start = 0;
  let room = cells;
  while (line.length - start > room) {
    // In a slice: without spaces the search would go back to the beginning of the line, for every row.
    const space = start + line.slice(start, start + room + 1).lastIndexOf(' ');
    const atSpace = space > start && !isBlank(line, start, space);
    const end = atSpace ? space : start + room;
    rows.push(line.slice(start, end).trimEnd());
    start = skipSpaces(line, end);
    room = cells - indent;
  }
  if (start < line.length) rows.push(line.slice(start).trimEnd());
  return rows;
}

/** The same by graphemes, which may also break beside a wide one: Chinese and Japanese have no spaces. */
function breakGraphemes(line: string, cells: number, indent: number): string[] {
  const all = graphemes(line);
  const rows: string[] = [];
  let start = 0;
  let room = cells;
  while (start < all.length) {
    const end = rowEnd(all, start, room);
    rows.push(all.slice(start, end).join('').trimEnd());
    start = end;
    while (all[start] === ' ') start += 1;
    room = cells - indent;
  }
  return rows;
}

/** The place after the last grapheme of a row that begins at `start`; at least one is taken. */
function rowEnd(all: readonly string[], start: number, room: number): number {
  let used = 0;
  let lastBreak = start;
  let inked = false;
  let wideBefore = false;
  for (let at = start; at < all.length; at += 1) {
    const grapheme = all[at]!;
    const cells = graphemeWidth(grapheme);
    if (inked && (grapheme === ' ' || wideBefore || cells === 2)) lastBreak = at;
    used += cells;
    if (used > room) return lastBreak > start ? lastBreak : Math.max(at, start + 1);
    inked ||= grapheme !== ' ';
    wideBefore = cells === 2;
  }
  return all.length;
}

function isBlank(line: string, start: number, end: number): boolean {
  return line.slice(start, end).trim() === '';
}

function skipSpaces(line: string, from: number): number {
  let at = from;
  while (line[at] === ' ') at += 1;
  return at;
}
