import { cut, head, pad } from '../../../text/cut.ts';
import { width } from '../../../text/width.ts';
import type { Theme } from '../../world/theme.ts';
import { pictureAt, pictureRow } from './drawn.ts';
import { type Flow, itemAt } from './flow.ts';
import { jsonPieces, type Pieces } from './json-row.ts';
import { isMarkdown, markdownPieces } from './markdown.ts';
import { isMasked, MASKED } from './masked.ts';
import { advance, heightAt, lastPlace, roomFor, rowsOfLine, topFor } from './place.ts';
import { patternOf } from './search.ts';
import type { Place, Sheet, SheetUi, View } from './sheet.ts';

/** One row of the window. */
export interface SheetRow {
  readonly key: string;
  /** Painted, and no wider than the view with the marker. */
  readonly text: string;
}

/** What the marker and the space behind it take. */
export const MARKER = 2;

/**
 * The rows of a flow that are seen, the selected one with its marker. Only these are laid out; `view.cells` are
 * those beside the marker.
 */
export function sheetWindow(
  {
    sheet,
    flow,
    ui,
    at,
  }: { readonly sheet: Sheet; readonly flow: Flow; readonly ui: SheetUi; readonly at: Place },
  view: View,
  focused: boolean,
  theme: Theme,
): readonly SheetRow[] {
  const search = ui.query === '' ? undefined : patternOf(ui.query);
  const rows: SheetRow[] = [];
  let { item, row } = topFor(flow, ui.top, at, view);
  while (rows.length < view.height && item < flow.count) {
    const selected = item === at.item && row === at.row;
    const look = { selected, focused, search };
    const text =
      drawnRow(flow, item, row, look, view, theme) ??
      paintRow(piecesAt(sheet, flow, { item, row }, ui, view.cells, theme), look, view.cells, theme);
    rows.push({ key: `${item} ${row}`, text });
    row += 1;
    if (row >= heightAt(flow, item, view)) {
      item += 1;
      row = 0;
    }
  }
  return rows;
}

/** A few rows of a flow without the marker, for where a sheet is only begun: its first ones, or its last. */
export function fewRows(
  sheet: Sheet,
  flow: Flow,
  from: 'first' | 'last',
  view: View,
  theme: Theme,
): readonly string[] {
  const { cells, height } = view;
  const start = from === 'first' ? { item: 0, row: 0 } : lastPlace(flow, view);
  const first = from === 'first' ? start : advance(flow, start, 1 - height, view);
  const rows: string[] = [];
  for (let { item, row } = first; item < flow.count && rows.length < height; item += 1, row = 0) {
    for (; row < heightAt(flow, item, view) && rows.length < height; row += 1)
      rows.push(
        paintPieces(piecesAt(sheet, flow, { item, row }, PLAIN, cells, theme), undefined, cells, theme),
      );
  }
  return rows;
}

/** A row of a picture: its colours say something, so that where it is selected only the marker does. */
function drawnRow(
  flow: Flow,
  number: number,
  row: number,
  { selected, focused }: Look,
  view: View,
  theme: Theme,
): string | undefined {
  const item = itemAt(flow, number);
  if (item?.kind !== 'line') return undefined;
  const picture = pictureAt(item.section, item.line);
  if (picture === undefined) return undefined;
  const marker = theme.paint(focused ? 'selection' : 'accent', theme.glyphs.selected);
  return `${selected ? marker : ' '} ${pictureRow(picture, row, roomFor(item.section, view), theme)}`;
}

function piecesAt(
  sheet: Sheet,
  flow: Flow,
  at: Place,
  { shift, source }: Pick<SheetUi, 'shift' | 'source'>,
  cells: number,
  theme: Theme,
): Pieces {
  const item = itemAt(flow, at.item);
  if (item === undefined) return [];
  if (item.kind === 'line') {
    const text = rowsOfLine(item.section, item.line, cells)[at.row] ?? '';
    const isPlain = source || !isMarkdown(item.section);
    const pieces: Pieces = isPlain
      ? [[item.section.meaning, text]]
      : markdownPieces(item.section, item.line, text, theme);
    const told = `  ${MASKED}`;
    const isTold = sheet.hide.text !== undefined && isMasked(text, item.section);
    return isTold && width(text) + width(told) <= cells ? [...pieces, ['dim', told]] : pieces;
  }
  const { section, fold } = item;
  const pieces = jsonPieces(
    { rows: section.rows, fold, row: item.row, hide: sheet.hide },
    cells + shift,
    theme,
  );
  return shift === 0 ? pieces : shifted(pieces, shift);
}

const PLAIN = { shift: 0, source: false };

/** The pieces without their first cells. */
function shifted(pieces: Pieces, cells: number): Pieces {
  let left = cells;
  return pieces.map(([meaning, piece]) => {
    const gone = head(piece, left);
    left = gone === piece ? left - width(piece) : 0;
    return [meaning, piece.slice(gone.length)] as const;
  });
}

interface Look {
  readonly selected: boolean;
  readonly focused: boolean;
  readonly search: RegExp | undefined;
}

function paintRow(pieces: Pieces, { selected, focused, search }: Look, cells: number, theme: Theme): string {
  const { glyphs, paint } = theme;
  const marker = selected ? `${glyphs.selected} ` : '  ';
  if (selected && focused) {
    const text = pieces.map(([, piece]) => piece).join('');
    return paint('selection', `${marker}${pad(text, cells)}`);
  }
  return `${paint('accent', marker)}${paintPieces(pieces, search, cells, theme)}`;
}

function paintPieces(pieces: Pieces, search: RegExp | undefined, cells: number, theme: Theme): string {
  const { paint } = theme;
  let room = cells;
  let painted = '';
  for (const [meaning, piece] of pieces) {
    if (room <= 0) break;
    const shown = cut(piece, room);
    room -= width(shown);
    const found = search === undefined ? shown : underlined(shown, search, theme);
    painted += meaning === undefined ? found : paint(meaning, found);
  }
  return painted;
}

function underlined(text: string, search: RegExp, { paint }: Theme): string {
  return text.replace(search, (found) => paint('match', found));
}
