import { type Fold, isFolded } from '../../../json/fold.ts';
import { createRows, previewOf, type Rows, rowAt, type ValueRow, valueText } from '../../../json/rows.ts';
import { cut } from '../../../text/cut.ts';
import { bytes } from '../../../text/measure.ts';
import { visible } from '../../../text/visible.ts';
import { width } from '../../../text/width.ts';
import { memoOf } from '../../../time/memo.ts';
import { type Hide, MASKED } from '../../world/secrets.ts';
import type { Meaning, Theme } from '../../world/theme.ts';

/** A row of JSON to be drawn. */
export interface JsonRow {
  readonly rows: Rows;
  readonly fold: Fold;
  readonly row: number;
  readonly hide: Hide;
}

/** Pieces of a row, each with what it means. */
export type Pieces = readonly (readonly [Meaning | undefined, string])[];

const TOLD = `  ${MASKED}`;

/** Cells that no name takes from a value that needs them. */
const VALUE = 23;

/** A row of JSON in at most `cells`: sign of folding, name, value; of what does not fit whole its size. */
export function jsonPieces({ rows, fold, row, hide }: JsonRow, cells: number, { glyphs }: Theme): Pieces {
  const at = rowAt(rows, row);
  const folded = at.role === 'open' && isFolded(fold, row);
  const sign = at.role === 'open' ? (folded ? glyphs.folded : glyphs.open) : ' ';
  // However deep it is, half of the row is left for what it says, and of that a part for the value.
  const indent = ' '.repeat(Math.min(2 * at.depth, Math.floor(cells / 2)));
  const nameCells = Math.max(8, cells - width(indent) - valueCells(rows, at, folded));
  const name = at.key === undefined ? '' : `${cut(visible(at.key), nameCells)}: `;
  const start: Pieces = [
    [undefined, indent],
    ['dim', `${sign} `],
    ['name', name],
  ];
  const comma = at.comma && !(at.role === 'open' && !folded) ? ',' : '';
  const room = cells - width(indent) - 2 - width(name) - comma.length;
  const value = valuePieces(rows, at, folded, hide, room);
  const told = value.slice(value[1]?.[1] === TOLD ? 1 : value.length);
  return [...start, ...value.slice(0, value.length - told.length), [undefined, comma], ...told];
}

/** Cells that a value needs beside its name, with the signs around it; no more than {@link VALUE}. */
function valueCells(rows: Rows, at: ValueRow, folded: boolean): number {
  if (folded) return VALUE;
  const value = at.role === 'value' ? visible(previewOf(rows, at.row, VALUE)) : '';
  return Math.min(VALUE, SIGNS + width(value));
}

/** What stands around a value: the sign of folding, the colon, a bracket, a comma. */
const SIGNS = 6;

function valuePieces(rows: Rows, at: ValueRow, folded: boolean, hide: Hide, room: number): Pieces {
  if (at.role === 'close') return [[undefined, at.kind === 'object' ? '}' : ']']];
  if (folded) return foldedPieces(rows, at, hide, room);
  if (at.role === 'open') return [[undefined, at.kind === 'object' ? '{' : '[']];
  if (at.kind === 'string') return stringPieces(rows, at, hide, room);
  return [[meaningOf(at), cut(visible(previewOf(rows, at.row, 4 * room + 99)), room)]];
}

/** A folded object or array: its beginning, as far as there is room, and how much it holds. */
function foldedPieces(rows: Rows, at: ValueRow, hide: Hide, room: number): Pieces {
  const noun = at.kind === 'object' ? 'member' : 'item';
  const told = ` ${at.count} ${noun}${at.count === 1 ? '' : 's'}`;
  const cells = Math.min(60, room - width(told));
  const preview = cells < 12 ? undefined : previewWithout(rows, at, hide, cells);
  return [
    [undefined, preview ?? (at.kind === 'object' ? '{…}' : '[…]')],
    ['dim', told],
  ];
}

/** The beginning of a folded value; nothing where it would show a secret. */
function previewWithout(rows: Rows, at: ValueRow, hide: Hide, cells: number): string | undefined {
  const inside = JSON.stringify(previewOf(rows, at.row, cells));
  return hide(inside, nameOver(rows, at)) === inside ? cut(visible(JSON.parse(inside)), cells) : undefined;
}

/** How much of a string is looked at: no secret that begins in what is seen ends behind it. */
const LOOKED_AT = 20_000;

/** A string as sent, or its beginning and its size. */
function stringPieces(rows: Rows, at: ValueRow, hide: Hide, room: number): Pieces {
  const from = rows.starts[at.row] ?? 0;
  const size = (beginningOf(rows, at.row + 1) ?? rows.text.length) - from;
  const json = size > LOOKED_AT ? rows.text.slice(from, from + LOOKED_AT) : valueText(rows, at.row);
  const hidden = hiddenString(rows, at, json, hide);
  const text = visible(hidden.slice(0, 8 * Math.max(8, room)));
  if (size <= LOOKED_AT && hidden.length <= text.length && width(text) <= room) {
    const told = `  ${MASKED}`;
    const isTold = hidden !== json && width(text) + width(told) <= room;
    return isTold
      ? [
          ['string', text],
          ['dim', told],
        ]
      : [['string', text]];
  }
  const told = ` ${bytes(size)}`;
  return [
    ['string', cut(`${text}…`, room - width(told))],
    ['dim', told],
  ];
}

/** What is shown of a string: as it is masked by all around it or, where it is too much for that, by its name. */
export function hiddenString(rows: Rows, at: ValueRow, json: string, hide: Hide): string {
  const masked = maskedString(rows, at.row, hide);
  return masked === undefined || masked.startsWith(json) ? hide(json, nameOver(rows, at)) : masked;
}

/** Characters of the longest JSON that is masked as a whole; in longer ones each string is by itself. */
const LONGEST = 500_000;

/**
 * The JSON text of a string without its secrets: as the recording has it, by all that stands around it. The rows of a
 * text stay the same when its strings are masked.
 */
function maskedString(rows: Rows, row: number, hide: Hide): string | undefined {
  if (hide.text === undefined || rows.text.length > LONGEST) return undefined;
  const masked = maskedRows(rows, hide.text);
  return masked === rows ? undefined : valueText(masked, row);
}

const maskedRows = memoOf((rows: Rows, mask: (json: string) => string): Rows => {
  const text = mask(rows.text);
  return text === rows.text ? rows : (createRows(text) ?? rows);
});

/** The name that a value stands under: its own, or that of the array it is in. */
function nameOver(rows: Rows, { key, row }: ValueRow): string | undefined {
  if (key !== undefined) return JSON.parse(key);
  const parent = rows.parents[row] ?? -1;
  const above = parent === -1 ? undefined : rowAt(rows, parent).key;
  return above === undefined ? undefined : JSON.parse(above);
}

/** Where a row begins in the text, at its name where it has one; nothing behind the last. */
function beginningOf({ keys, starts, length }: Rows, row: number): number | undefined {
  if (row >= length) return undefined;
  const key = keys[row] ?? -1;
  return key === -1 ? starts[row] : key;
}

function meaningOf({ kind }: ValueRow): Meaning | undefined {
  switch (kind) {
    case 'number':
      return 'number';
    case 'true':
    case 'false':
    case 'null':
      return 'word';
    case 'object':
    case 'array':
    case 'string':
      return undefined;
  }
}
