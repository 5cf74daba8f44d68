import { eachGrapheme, graphemes, graphemeWidth, isOneCellEach, width } from './width.ts';

const ELLIPSIS = '…';

/** A text of at most so many cells: as it is, or its beginning and `…`. Never cut inside a grapheme. */
export function cut(text: string, cells: number): string {
  if (fits(text, cells)) return text;
  return cells < 1 ? '' : head(text, cells - 1) + ELLIPSIS;
}

/** The same, keeping both ends: `trigger-l…eration`. */
export function cutMiddle(text: string, cells: number): string {
  if (fits(text, cells)) return text;
  if (cells < 1) return '';
  const tailCells = Math.floor((cells - 1) / 2);
  return head(text, cells - 1 - tailCells) + ELLIPSIS + tail(text, tailCells);
}

/** A text of exactly so many cells: cut, or filled up with spaces. */
export function pad(text: string, cells: number): string {
  const short = cut(text, cells);
  return short + ' '.repeat(Math.max(0, cells - width(short)));
}

/** The same with the spaces in front: numbers in a column. */
export function padStart(text: string, cells: number): string {
  const short = cut(text, cells);
  return ' '.repeat(Math.max(0, cells - width(short))) + short;
}

/** The longest beginning of at most so many cells, in whole graphemes. */
export function head(text: string, cells: number): string {
  return text.slice(0, reach(text, cells));
}

/** The longest end of at most so many cells, in whole graphemes. */
export function tail(text: string, cells: number): string {
  const end = text.slice(-lookedAt(cells));
  let used = 0;
  let start = end.length;
  for (const grapheme of graphemes(end).reverse()) {
    used += graphemeWidth(grapheme);
    if (used > cells) break;
    start -= grapheme.length;
  }
  return end.slice(start);
}

function fits(text: string, cells: number): boolean {
  return reach(text, cells) === text.length;
}

/** Code units of the longest beginning that fits. */
function reach(text: string, cells: number): number {
  if (cells < 1) return 0;
  if (isOneCellEach(text.slice(0, cells + 1))) return Math.min(text.length, cells);
  let used = 0;
  let end = 0;
  for (const grapheme of eachGrapheme(text.slice(0, lookedAt(cells)))) {
    used += graphemeWidth(grapheme);
    if (used > cells) break;
    end += grapheme.length;
  }
  return end;
}

/** Code units looked at for so many cells: enough for the longest emoji, and bounded for a line of megabytes. */
function lookedAt(cells: number): number {
  return Math.max(0, cells) * 32 + 32;
}

/** The most cells that a quotation takes in a sentence. */
const LONGEST = 300;

/** A text from elsewhere for a sentence: on one line, and not too long. */
export const brief = (text: string): string =>
  cut(
    text
      .slice(0, 4 * LONGEST)
      .replace(/\s+/g, ' ')
      .trim(),
    LONGEST,
  );
