import { type Fold, foldedFrom, isFolded, positionOfRow, revealed, toggled } from '../../../json/fold.ts';
import { pointerOf } from '../../../json/path.ts';
import { openingOf, pathOf, rowAt } from '../../../json/rows.ts';
import {
  type Flow,
  type FlowPart,
  findIn,
  flowOf,
  itemAt,
  nextMatch,
  partOfSection,
  type SheetItem,
  type SheetMatch,
} from './flow.ts';
import type { SheetLook } from './opened.ts';
import { pictureOf } from './picture.ts';
import { advance, lastPlace, stepped, stop, topFor } from './place.ts';
import type { JsonSection, Section, SheetPlace, SheetUi, View } from './sheet.ts';

/** Looks at a sheet otherwise, in a view of it; the same state where there is nothing to change. */
export type SheetChange = (look: SheetLook, view: View) => SheetUi;

/** The item that is selected. */
export function selectedItem({ sheet, ui }: SheetLook): SheetItem | undefined {
  const flow = flowOf(sheet, ui);
  return itemAt(flow, Math.max(0, Math.min(ui.at.item, flow.count - 1)));
}

/** A change that begins at the selected row of JSON; there is nothing to change at a line of text. */
const atRow =
  (
    change: (item: SheetItem & { readonly kind: 'row' }, look: SheetLook, view: View) => SheetUi,
  ): SheetChange =>
  (look, view) => {
    const item = selectedItem(look);
    return item?.kind === 'row' ? change(item, look, view) : look.ui;
  };

/** Moves the selection by rows; by infinitely many to the first or the last. */
export const moveBy =
  (rows: number): SheetChange =>
  ({ sheet, ui }, view) => {
    const flow = flowOf(sheet, ui);
    if (rows === Number.NEGATIVE_INFINITY) return goTo(flow, ui, { item: 0, row: 0 }, view);
    if (rows === Number.POSITIVE_INFINITY) return goTo(flow, ui, lastPlace(flow, view), view);
    return goTo(flow, ui, stepped(flow, ui.at, rows, view), view);
  };

/** Selects what is drawn so many rows below the selection, or above it. */
export const selectBy =
  (rows: number): SheetChange =>
  ({ sheet, ui }, view) => {
    const flow = flowOf(sheet, ui);
    return goTo(flow, ui, advance(flow, stop(flow, ui.at, view), rows, view), view);
  };

function goTo(flow: Flow, ui: SheetUi, place: SheetPlace, view: View): SheetUi {
  const at = stop(flow, place, view);
  return { ...ui, at, top: topFor(flow, ui.top, at, view) };
}

/** Selects a row of JSON or a line of text by its number in its section; what is folded around it is unfolded. */
function goToPlace({ sheet, ui }: SheetLook, id: string, place: number, view: View): SheetUi {
  const part = partOfSection(flowOf(sheet, ui), id);
  if (part === undefined) return ui;
  const open =
    'fold' in part ? withFold(ui, part.section, revealed(part.section.rows, part.fold, place)) : ui;
  const flow = flowOf(sheet, open);
  const now = partOfSection(flow, id);
  return now === undefined ? ui : goTo(flow, open, { item: itemOf(now, place), row: 0 }, view);
}

/** The item of a row or a line; of a row that is folded away that of the folded one around it. */
function itemOf(part: FlowPart, place: number): number {
  return part.first + ('fold' in part ? positionOfRow(part.section.rows, part.fold, place) : place);
}

/** Folds or unfolds the object or array of the selected row. */
export const toggle: SheetChange = atRow((item, look, view) => {
  const fold = toggled(item.section.rows, item.fold, item.row);
  return fold === item.fold
    ? look.ui
    : refolded(look, item.section, fold, openingOf(item.section.rows, item.row), view);
});

/** Folds what is open at the selected row, else goes to what is around it. */
export const outwards: SheetChange = atRow((item, look, view) => {
  const { rows } = item.section;
  const opens = (rows.partners[item.row] ?? -1) > item.row;
  if (opens && !isFolded(item.fold, item.row)) return toggle(look, view);
  const around = rows.parents[item.row] ?? -1;
  const target = (rows.partners[item.row] ?? -1) === -1 || opens ? around : openingOf(rows, item.row);
  return target === -1 ? look.ui : goToPlace(look, item.section.id, target, view);
});

/** Unfolds the selected row, else goes to the first thing in it. */
export const inwards: SheetChange = atRow((item, look, view) => {
  if ((item.section.rows.partners[item.row] ?? -1) < item.row) return look.ui;
  return isFolded(item.fold, item.row) ? toggle(look, view) : moveBy(1)(look, view);
});

/** Goes to the next child of the same object or array, or to the one before. */
export const sibling = (way: 1 | -1): SheetChange =>
  atRow((item, look, view) => {
    const target = siblingOf(item.section, item.row, way);
    return target === undefined ? look.ui : goToPlace(look, item.section.id, target, view);
  });

function siblingOf({ rows }: JsonSection, row: number, way: 1 | -1): number | undefined {
  const opening = openingOf(rows, row);
  const parent = rows.parents[opening] ?? -1;
  if (parent === -1) return undefined;
  if (way === 1) {
    const close = rows.partners[opening] ?? -1;
    const next = (close === -1 ? opening : close) + 1;
    return next === rows.partners[parent] ? undefined : next;
  }
  return opening - 1 === parent ? undefined : openingOf(rows, opening - 1);
}

/** Goes to the object or array around the selected row, whatever is folded. */
export const toAround: SheetChange = atRow((item, look, view) => {
  const { rows, id } = item.section;
  const around = rows.parents[openingOf(rows, item.row)] ?? -1;
  return around === -1 ? look.ui : goToPlace(look, id, around, view);
});

/** Goes to the next member with the same name, wherever it is, or to the one before. */
export const sameName = (way: 1 | -1): SheetChange =>
  atRow((item, look, view) => {
    const { rows, id } = item.section;
    const from = openingOf(rows, item.row);
    const name = rowAt(rows, from).key;
    if (name === undefined) return look.ui;
    for (let row = from + way; row >= 0 && row < rows.length; row += way) {
      const key = rows.keys[row] ?? -1;
      // It ends with its quote, so that no longer name begins with it.
      if (key !== -1 && rows.text.startsWith(name, key)) return goToPlace(look, id, row, view);
    }
    return look.ui;
  });

/** Scrolls the rows of JSON sideways by half of what is seen. */
export const sideways =
  (way: 1 | -1): SheetChange =>
  ({ ui }, { cells }) => {
    const shift = Math.min(WIDEST, Math.max(0, ui.shift + way * Math.max(1, Math.floor(cells / 2))));
    return shift === ui.shift ? ui : { ...ui, shift };
  };

/** Cells: no string is drawn further than that, a longer one is opened. */
const WIDEST = 4_000;

/** Shows one level more of the JSON that is selected, or one less: as many as the selected row shows now. */
export const level = (by: 1 | -1): SheetChange =>
  atRow(({ section, fold, row }, look, view) => {
    const depth = Math.max(1, openDepth(section, fold) + by);
    return refolded(look, section, foldedFrom(section.rows, depth), row, view);
  });

/** How many levels are open: the depth of the deepest object or array that is not folded, plus one. */
function openDepth({ rows }: JsonSection, fold: Fold): number {
  if (fold.outer.length > 0)
    return fold.outer.reduce((least, row) => Math.min(least, rows.depths[row] ?? 0), Infinity);
  let deepest = 0;
  for (let row = 0; row < rows.length; row += 1) {
    if ((rows.partners[row] ?? -1) > row) deepest = Math.max(deepest, (rows.depths[row] ?? 0) + 1);
  }
  return deepest;
}

/** Folds a section otherwise; the selection stays on its row, or goes to what hides it. */
function refolded(
  { sheet, ui }: SheetLook,
  section: JsonSection,
  fold: Fold,
  row: number,
  view: View,
): SheetUi {
  const next = withFold(ui, section, fold);
  const flow = flowOf(sheet, next);
  const part = partOfSection(flow, section.id);
  return part === undefined ? next : goTo(flow, next, { item: itemOf(part, row), row: 0 }, view);
}

const withFold = (ui: SheetUi, { id }: JsonSection, fold: Fold): SheetUi => ({
  ...ui,
  folds: { ...ui.folds, [id]: fold },
});

/**
 * Shows a section as the JSON or the picture that it holds, or again as it was. A picture is brought into view as a
 * whole.
 */
export const formatted =
  ({ id }: Pick<Section, 'id'>): SheetChange =>
  ({ sheet, ui }, view) => {
    const before = ui.formatted;
    const next = before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
    const there = goToPlace({ sheet, ui: { ...ui, formatted: next } }, id, 0, view);
    const flow = flowOf(sheet, there);
    const part = partOfSection(flow, id);
    if (part === undefined || pictureOf(part.section) === undefined) return there;
    const end = stop(flow, { item: part.first + part.count - 1, row: 0 }, view);
    return { ...there, top: topFor(flow, topFor(flow, there.top, end, view), there.at, view) };
  };

/** Goes to the value that a JSON pointer leads to, or to what is next around it; what is folded around it is unfolded. */
export const toPointer =
  (pointer: string): SheetChange =>
  (look, view) => {
    const isTowards = (path: string): boolean => pointer === path || pointer.startsWith(`${path}/`);
    const part = flowOf(look.sheet, look.ui).sections.findLast(
      ({ section }) => section.kind === 'json' && isTowards(section.path),
    );
    if (part === undefined || !('fold' in part)) return look.ui;
    const { rows, path, id } = part.section;
    let found = 0;
    for (let row = 0; row < rows.length; row += 1) {
      if (openingOf(rows, row) !== row) continue;
      if (isTowards(`${path}${pointerOf(pathOf(rows, row))}`)) found = row;
      // What is in another object or array needs no look.
      else row = Math.max(row, rows.partners[row] ?? row);
    }
    return goToPlace(look, id, found, view);
  };

/**
 * Goes to the next match of what was typed after `/`, or to the one before; with `here` the selected row may be the
 * next one. Nothing when there is none.
 */
export function toMatch(
  look: SheetLook,
  way: 1 | -1,
  view: View,
  here: boolean,
): { readonly ui: SheetUi; readonly match: SheetMatch } | undefined {
  const { sheet, ui } = look;
  const from = selectedItem(look);
  if (from === undefined || ui.query === '') return undefined;
  const match = nextMatch(findIn(flowOf(sheet, ui), ui.query), from, way, here);
  return match && { match, ui: goToPlace(look, match.part.section.id, match.place, view) };
}
