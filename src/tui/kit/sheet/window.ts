import { cut, head, pad } from '../../../text/cut.ts';
import { width } from '../../../text/width.ts';
import { memoOf } from '../../../time/memo.ts';
import type { Blob } from '../../terminal/pictures/picture.ts';
import { isMasked, MASKED } from '../../world/secrets.ts';
import type { Theme } from '../../world/theme.ts';
import { type Flow, itemAt, patternOf } from './flow.ts';
import { jsonPieces, type Pieces } from './json-row.ts';
import { pictureAt, pictureRow } from './picture.ts';
import { advance, heightAt, lastPlace, roomFor, rowsOfLine, topFor } from './place.ts';
import type { Sheet, SheetPlace, SheetUi, TextSection, View } from './sheet.ts';

/** What a line of Markdown is, as far as it is drawn otherwise. */
type Kind = 'text' | 'heading' | 'code' | 'fence' | 'quote' | 'rule';

/** Lines of the longest text that is looked at, and how many characters of it. */
const LONGEST = 20_000;
const BEGINNING = 50_000;

/** A sign that a text is Markdown and not merely has a character of it. Bounded, for a text may be brackets alone. */
const SIGNS =
  /^(?:#{1,6} \S|\s{0,3}[-*+] \S|\s{0,3}\d+\. \S|> |```|~~~)|\*\*[^*\s][^*]*\*\*|`[^`\n]+`|\[[^\]\n]{1,200}\]\([^)\s]+\)/m;

/** The kinds of the lines of a text that is Markdown; nothing for any other text. */
const kindsOf = memoOf(({ content, lines, text }: TextSection): readonly Kind[] | undefined => {
  const isOne = content?.kind === 'text' && lines.length <= LONGEST && SIGNS.test(text.slice(0, BEGINNING));
  return isOne ? kindsIn(lines) : undefined;
});

/** Whether a text is drawn as Markdown, unless its source is asked for. */
export const isMarkdown = (section: TextSection): boolean => kindsOf(section) !== undefined;

function kindsIn(lines: readonly string[]): readonly Kind[] {
  let fence = '';
  return lines.map((line): Kind => {
    const [, mark = ''] = /^\s{0,3}(```+|~~~+)/.exec(line) ?? [];
    if (fence !== '') {
      if (mark === '' || !mark.startsWith(fence)) return 'code';
      fence = '';
      return 'fence';
    }
    if (mark !== '') {
      fence = mark;
      return 'fence';
    }
    if (/^#{1,6}\s/.test(line)) return 'heading';
    if (/^\s{0,3}>/.test(line)) return 'quote';
    return /^\s{0,3}(?:[-*_]\s*){3,}$/.test(line) ? 'rule' : 'text';
  });
}

/** Code, what is strong, and a link within a line. */
const INLINE = /`([^`]+)`|\*\*([^*\s][^*]*)\*\*|\[([^[\]]+)\]\(([^)\s]{1,2048})\)/g;

/**
 * A row of a line of Markdown, lightly: headings and what is strong stand out, code is of one colour. Its marks are left
 * out where colour tells what they say. `row` is visible text already, one of those the line is wrapped to.
 */
export function markdownPieces(section: TextSection, line: number, row: string, theme: Theme): Pieces {
  const kind = kindsOf(section)?.[line] ?? 'text';
  const { meaning } = section;
  switch (kind) {
    case 'heading':
      return [['strong', theme.colour ? row.replace(/^#{1,6}\s+/, '') : row]];
    case 'code':
      return [['string', row]];
    case 'fence':
    case 'quote':
      return [['dim', row]];
    case 'rule':
      return [['dim', theme.glyphs.line.repeat(Math.max(3, row.length))]];
    case 'text':
      return inline(row, meaning, theme);
  }
}

function inline(row: string, meaning: TextSection['meaning'], { colour }: Theme): Pieces {
  const pieces: [Pieces[number][0], string][] = [];
  let from = 0;
  for (const match of row.matchAll(INLINE)) {
    const [whole, code, strong, label = '', url = ''] = match;
    if (match.index > from) pieces.push([meaning, row.slice(from, match.index)]);
    from = match.index + whole.length;
    if (!colour) pieces.push([meaning, whole]);
    else if (code !== undefined) pieces.push(['string', code]);
    else if (strong !== undefined) pieces.push(['strong', strong]);
    else pieces.push(['accent', label], ['dim', ` (${url})`]);
  }
  return [...pieces, [meaning, row.slice(from)]];
}

/** One row of the window. */
interface SheetRow {
  readonly key: string;
  /** Painted, and no wider than the view with the marker. */
  readonly text: string;
  /** The picture that it is a row of. */
  readonly picture?: Blob | undefined;
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
  }: { readonly sheet: Sheet; readonly flow: Flow; readonly ui: SheetUi; readonly at: SheetPlace },
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
    const drawn = drawnRow(flow, { item, row }, look, view, theme);
    const text =
      drawn?.text ??
      paintRow(piecesAt(sheet, flow, { item, row }, ui, view.cells, theme), look, view.cells, theme);
    rows.push({ key: `${item} ${row}`, text, picture: drawn?.picture });
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
  { item: number, row }: SheetPlace,
  { selected, focused }: Look,
  view: View,
  theme: Theme,
): Pick<SheetRow, 'text' | 'picture'> | undefined {
  const item = itemAt(flow, number);
  if (item?.kind !== 'line') return undefined;
  const picture = pictureAt(item.section, item.line);
  if (picture === undefined) return undefined;
  const marker = theme.paint(focused ? 'selection' : 'accent', theme.glyphs.selected);
  const text = pictureRow(picture, row, roomFor(flow, number, item, view), theme);
  return { text: `${selected ? marker : ' '} ${text}`, picture };
}

function piecesAt(
  sheet: Sheet,
  flow: Flow,
  at: SheetPlace,
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
    const { content } = item.section;
    const sent = content?.kind === 'text' ? content.text : '';
    const isTold = sheet.hide.text !== undefined && isMasked(text, sent);
    return isTold && width(text) + width(told) <= cells ? [...pieces, ['dim', told]] : pieces;
  }
  const { section, fold } = item;
  const before = sheet.before?.(section, item.row) ?? '';
  const pieces = jsonPieces(
    { rows: section.rows, fold, row: item.row, hide: sheet.hide },
    cells + shift - width(before),
    theme,
  );
  const told: Pieces = shift === 0 ? pieces : shifted(pieces, shift);
  return before === '' ? told : [['accent', before], ...told];
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
