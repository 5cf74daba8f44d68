import { visibleLines } from '../../../text/visible.ts';
import { wrap } from '../../../text/wrap.ts';
import { memoOf } from '../../../time/memo.ts';
import { type Flow, itemAt, type SheetItem } from './flow.ts';
import { pictureAt, pictureHeight } from './picture.ts';
import type { SheetPlace, TextSection, View } from './sheet.ts';

/** The rows of an item, visible and no wider than `cells`: several for a wrapped line, one for a row of JSON. */
export function rowsOfLine(section: TextSection, line: number, cells: number): readonly string[] {
  const wrapped = laidOut(section, cells);
  const known = wrapped.get(line);
  if (known !== undefined) return known;
  const { lines, hang = 0 } = section;
  const text = visibleLines(lines[line] ?? '').join(' ');
  const rows = hang === 0 || hang >= cells ? wrap(text, cells) : hanging(text, hang, cells);
  if (wrapped.size >= MOST) wrapped.clear();
  wrapped.set(line, rows);
  return rows;
}

/** The rows of a text that stands behind its first cells, as far down as it goes. */
function hanging(text: string, cells: number, all: number): readonly string[] {
  const [first, ...rest] = wrap(text.slice(cells), all - cells);
  return [`${text.slice(0, cells)}${first}`, ...rest.map((row) => `${' '.repeat(cells)}${row}`)];
}

/** Lines of a section that are kept laid out. */
const MOST = 500;

const laidOut = memoOf((_: TextSection, __: number) => new Map<number, readonly string[]>());

type LineItem = SheetItem & { readonly kind: 'line' };

/** How many rows an item takes. */
export function heightAt(flow: Flow, number: number, view: View): number {
  const item = itemAt(flow, number);
  if (item === undefined) return 0;
  if (item.kind === 'row') return 1;
  const picture = pictureAt(item.section, item.line);
  return picture === undefined
    ? rowsOfLine(item.section, item.line, view.cells).length
    : pictureHeight(picture, roomFor(flow, number, item, view));
}

/**
 * The room that a view has for the picture of an item: what is said of it stays above it, and so does a beginning of
 * the sheet that is short, so that all of it is seen at first.
 */
export function roomFor(flow: Flow, number: number, { line }: LineItem, view: View): View {
  const { cells, height, pictures } = view;
  const first = number - line;
  let said = 0;
  for (let at = first; at < number; at += 1) said += heightAt(flow, at, view);
  return { cells, height: Math.max(1, height - said - rowsBefore(flow, first, view)), pictures };
}

/** The rows before an item, where they are words and a third of the view at most; else none. */
function rowsBefore(flow: Flow, number: number, view: View): number {
  const most = Math.floor(view.height / 3);
  let rows = 0;
  for (let at = 0; at < number && rows <= most; at += 1) {
    const item = itemAt(flow, at);
    const isPicture = item?.kind === 'line' && pictureAt(item.section, item.line) !== undefined;
    rows += isPicture ? view.height : heightAt(flow, at, view);
  }
  return rows > most ? 0 : rows;
}

/** The place so many rows further on, or back; as far as there are rows. */
export function advance(flow: Flow, from: SheetPlace, rows: number, view: View): SheetPlace {
  if (flow.count === 0) return from;
  let { item, row } = settled(flow, from, view);
  for (let left = rows; left > 0; ) {
    const below = heightAt(flow, item, view) - 1 - row;
    if (left <= below) return { item, row: row + left };
    if (item === flow.count - 1) return { item, row: row + below };
    left -= below + 1;
    item += 1;
    row = 0;
  }
  for (let left = -rows; left > 0; ) {
    if (left <= row) return { item, row: row - left };
    if (item === 0) return { item, row: 0 };
    left -= row + 1;
    item -= 1;
    row = heightAt(flow, item, view) - 1;
  }
  return { item, row };
}

/** The place that is selected, and no other row of it: of a picture that is seen as a whole the first. */
export function stop(flow: Flow, place: SheetPlace, view: View): SheetPlace {
  const at = settled(flow, place, view);
  return isOneStep(flow, at.item, view) ? { item: at.item, row: 0 } : at;
}

/** The place to select so many rows further on, or back; from a picture to what is beyond it, however few they are. */
export function stepped(flow: Flow, from: SheetPlace, rows: number, view: View): SheetPlace {
  const at = stop(flow, from, view);
  const to = stop(flow, advance(flow, at, rows, view), view);
  const isStuck = rows > 0 && to.item === at.item && isOneStep(flow, at.item, view);
  const next = isStuck ? stop(flow, { item: at.item + 1, row: 0 }, view) : to;
  let beyond = next;
  for (let left = BLANKS; left > 0 && isBlank(flow, beyond.item); left -= 1)
    beyond = stop(flow, advance(flow, beyond, rows < 0 ? -1 : 1, view), view);
  return isBlank(flow, beyond.item) ? next : beyond;
}

/** Blank rows, one below the other, that are gone over at most. */
const BLANKS = 20;

/** Whether an item is nothing but a blank row. */
function isBlank(flow: Flow, number: number): boolean {
  const item = itemAt(flow, number);
  if (item?.kind !== 'line' || pictureAt(item.section, item.line) !== undefined) return false;
  return /^ *$/.test(item.section.lines[item.line] ?? '');
}

/** Whether an item is gone over like one row, although it takes several: a picture, unless it is taller than the view. */
function isOneStep(flow: Flow, number: number, view: View): boolean {
  const item = itemAt(flow, number);
  const picture = item?.kind === 'line' ? pictureAt(item.section, item.line) : undefined;
  return picture !== undefined && heightAt(flow, number, view) <= view.height;
}

/** The item of the picture that an item says something of; the item itself where it is none, or a picture. */
function pictureBelow(flow: Flow, number: number): number {
  const item = itemAt(flow, number);
  if (item?.kind !== 'line' || item.section.unfolded !== true) return number;
  return number - item.line + item.section.lines.length - 1;
}

/** The last row of all. */
export function lastPlace(flow: Flow, view: View): SheetPlace {
  const item = Math.max(0, flow.count - 1);
  return { item, row: Math.max(0, heightAt(flow, item, view) - 1) };
}

/** The first row to show so that `at` is seen, a picture as a whole, and no room is wasted at the end; `top` as far as that allows. */
export function topFor(flow: Flow, top: SheetPlace, at: SheetPlace, view: View): SheetPlace {
  const last = advance(flow, lastPlace(flow, view), 1 - view.height, view);
  const least = earlier(settled(flow, top, view), last);
  if (isBefore(at, least)) return at;
  const whole = pictureBelow(flow, at.item);
  const end = isOneStep(flow, whole, view) ? { item: whole, row: heightAt(flow, whole, view) - 1 } : at;
  const lowest = advance(flow, end, 1 - view.height, view);
  return isBefore(least, lowest) ? lowest : least;
}

/** A place that is there: within the items and within the rows of its item. */
function settled(flow: Flow, { item, row }: SheetPlace, view: View): SheetPlace {
  const last = Math.max(0, Math.min(item, flow.count - 1));
  return { item: last, row: Math.max(0, Math.min(row, heightAt(flow, last, view) - 1)) };
}

const isBefore = (one: SheetPlace, other: SheetPlace): boolean =>
  one.item < other.item || (one.item === other.item && one.row < other.row);

const earlier = (one: SheetPlace, other: SheetPlace): SheetPlace => (isBefore(one, other) ? one : other);
