import { cut } from './cut.ts';
import { visible } from './visible.ts';
import { eachGrapheme, graphemeWidth, isOneCellEach, width } from './width.ts';

/** A text being edited, as far as drawing it goes. */
export interface Editable {
  readonly text: string;
  /** An offset in code units, between graphemes. */
  readonly cursor: number;
  /** One line is scrolled sideways; many are broken where a row is full. */
  readonly lines: 'one' | 'many';
}

/** The visible part of an edited text, and where the cursor is in it. */
export interface TextLayout {
  /** Rows ready to draw, no wider and no more than asked for. */
  readonly rows: readonly string[];
  /** The cursor's place, from 0: its row in `rows` and its column in cells. */
  readonly row: number;
  readonly column: number;
  /** How many rows are hidden above and below. */
  readonly above: number;
  readonly below: number;
}

/**
 * Lays an edited text out in so many cells and rows with the cursor in sight. Characters that cannot be seen are
 * made visible, a tab takes up to four cells. `top` is the `above` of the layout before: the text moves only as
 * far as the cursor asks for.
 */
export function layoutText(editable: Editable, cells: number, rows: number, top = 0): TextLayout {
  const room = Math.max(1, cells);
  if (editable.lines === 'one') return layoutLine(editable, room);
  const { text, cursor } = editable;
  const all = breakRows(text, cursor, room);
  const at = rowOf(all, cursor);
  const shown = Math.max(1, rows);
  const above = Math.max(0, Math.min(Math.max(Math.min(top, at), at - shown + 1), all.length - shown));
  const seen = all.slice(above, above + shown);
  return {
    rows: seen.map(({ start, end }) => cut(drawn(text.slice(start, end)), room)),
    row: at - above,
    column: Math.min(columnOf(text, all[at]!, cursor), room - 1),
    above,
    below: all.length - above - seen.length,
  };
}

/**
 * The offset one row up or down, at a column in cells or the nearest to it; undefined beyond the first or last
 * row. Without a column it is the cursor's own; it comes back to be kept for the next step.
 */
export function verticalTarget(
  editable: Editable,
  direction: 'up' | 'down',
  cells: number,
  column?: number,
): { readonly cursor: number; readonly column: number } | undefined {
  const { text, cursor } = editable;
  const all = breakRows(text, cursor, Math.max(1, cells));
  const at = rowOf(all, cursor);
  const row = all[direction === 'up' ? at - 1 : at + 1];
  if (row === undefined || editable.lines === 'one') return undefined;
  const wished = column ?? columnOf(text, all[at]!, cursor);
  return { cursor: offsetAt(text, row, wished), column: wished };
}

/** A row of a text broken at line breaks and where a row is full: offsets without the line break. */
interface Row {
  readonly start: number;
  readonly end: number;
}

function breakRows(text: string, cursor: number, cells: number): Row[] {
  const rows: Row[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    breakLine(line, start, cells, rows);
    const isFull = cursor === end && columnOf(text, rows.at(-1)!, end) >= cells;
    if (isFull) rows.push({ start: end, end });
    start = end + 1;
  }
  return rows;
}

function breakLine(line: string, offset: number, cells: number, rows: Row[]): void {
  let start = 0;
  if (isOneCellEach(line)) {
    for (; line.length - start > cells; start += cells) {
      rows.push({ start: offset + start, end: offset + start + cells });
    }
  } else {
    let at = 0;
    let used = 0;
    for (const grapheme of eachGrapheme(line)) {
      const wide = cellsOf(grapheme, used);
      if (used + wide > cells && at > start) {
        rows.push({ start: offset + start, end: offset + at });
        start = at;
        used = 0;
      }
      used += start === at ? cellsOf(grapheme, 0) : wide;
      at += grapheme.length;
    }
  }
  rows.push({ start: offset + start, end: offset + line.length });
}

/** The last row that begins at or before the cursor. */
function rowOf(rows: readonly Row[], cursor: number): number {
  return rows.findLastIndex(({ start }) => start <= cursor);
}

function columnOf(text: string, row: Row, offset: number): number {
  return width(drawn(text.slice(row.start, offset)));
}

/** The offset in a row nearest to a column, and before the end where the text goes on in the next row. */
function offsetAt(text: string, row: Row, column: number): number {
  const goesOn = row.end < text.length && text[row.end] !== '\n';
  let used = 0;
  let at = row.start;
  for (const grapheme of eachGrapheme(text.slice(row.start, row.end))) {
    used += cellsOf(grapheme, used);
    if (used > column || (goesOn && at + grapheme.length === row.end)) return at;
    at += grapheme.length;
  }
  return at;
}

function layoutLine({ text, cursor }: Editable, cells: number): TextLayout {
  const line = drawn(text);
  const total = width(line);
  const column = width(drawn(text.slice(0, cursor)));
  const place = { row: 0, above: 0, below: 0 };
  if (total < cells || (total === cells && column < cells)) return { rows: [line], column, ...place };
  const step = Math.max(1, Math.floor(cells / 3));
  /** Room stays for a wide character under the cursor and the mark behind it. */
  const beyond = column - (cells - 3);
  const from = beyond <= 0 ? 0 : Math.min(column, step * Math.ceil(beyond / step));
  const left = from > 0 && cells > 2 ? '…' : '';
  const right = total > from + cells && cells > 2 ? '…' : '';
  const middle = slice(line, from + left.length, cells - left.length - right.length);
  return { rows: [left + middle + right], column: column - from, ...place };
}

/** What is in the cells from a given one on; half a wide character is a space. */
function slice(text: string, from: number, cells: number): string {
  let column = 0;
  let shown = '';
  let used = 0;
  for (const grapheme of eachGrapheme(text)) {
    const wide = graphemeWidth(grapheme);
    const start = column - from;
    column += wide;
    if (column <= from) continue;
    const fits = start >= 0 && start + wide <= cells;
    const piece = fits ? grapheme : ' '.repeat(Math.min(column - from, cells) - used);
    used += fits ? wide : piece.length;
    shown += piece;
    if (used >= cells) break;
  }
  return shown;
}

const TAB_CELLS = 4;

/** A piece of the text as it is drawn from the beginning of a row on. */
function drawn(piece: string): string {
  if (isOneCellEach(piece)) return piece;
  let row = '';
  let column = 0;
  for (const grapheme of eachGrapheme(piece)) {
    const wide = cellsOf(grapheme, column);
    row += grapheme === '\t' ? ' '.repeat(wide) : visible(grapheme);
    column += wide;
  }
  return row;
}

/** The cells a grapheme takes at a column. */
function cellsOf(grapheme: string, column: number): number {
  if (grapheme === '\t') return TAB_CELLS - (column % TAB_CELLS);
  const shown = visible(grapheme);
  return shown === grapheme ? graphemeWidth(grapheme) : width(shown);
}
