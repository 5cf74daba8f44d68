import { compact } from './compact.ts';
import type { Path } from './path.ts';
import type { ValueKind } from './reader.ts';
import { KINDS, type Rows } from './rows.ts';
import { createScanner } from './tokens.ts';

/** One row of a JSON text, unpacked to be drawn. */
export interface ValueRow {
  readonly row: number;
  /** `open` and `close` are the brackets of an object or array that holds something. */
  readonly role: 'value' | 'open' | 'close';
  readonly kind: ValueKind;
  /** How far it is indented. */
  readonly depth: number;
  /** The member's name exactly as sent, with its quotes; undefined in an array, at the top and at `close`. */
  readonly key?: string;
  /** Which child of what is around it, from 0. */
  readonly place: number;
  /** How many children the object or array holds. */
  readonly count: number;
  /** Whether a comma follows its value: drawn at `value` and `close`, and at `open` when that is folded. */
  readonly comma: boolean;
}

/** A row by its number. */
export function rowAt(rows: Rows, row: number): ValueRow {
  const opening = openingOf(rows, row);
  const partner = rows.partners[row]!;
  const key = rows.keys[row]!;
  return {
    row,
    role: partner === -1 ? 'value' : row === opening ? 'open' : 'close',
    kind: KINDS[rows.kinds[row]!]!,
    depth: rows.depths[row]!,
    ...(key === -1 ? {} : { key: rows.text.slice(key, endOf(rows.text, key)) }),
    place: rows.places[opening]!,
    count: childrenOf(rows, opening),
    comma: rows.places[opening]! + 1 < childrenOf(rows, rows.parents[opening]!),
  };
}

/** The beginning of a row's value on one line, of at most `limit` code units; cheap whatever the value's size. */
export function previewOf(rows: Rows, row: number, limit: number): string {
  return compact(rows.text, limit, rows.starts[openingOf(rows, row)]!);
}

/** The exact text of a row's value; at a closing row that of the whole object or array. */
export function valueText(rows: Rows, row: number): string {
  const opening = openingOf(rows, row);
  const start = rows.starts[opening]!;
  const close = rows.partners[opening]!;
  return rows.text.slice(start, close === -1 ? endOf(rows.text, start) : rows.starts[close]! + 1);
}

/** The way from the top to a row's value. */
export function pathOf(rows: Rows, row: number): Path {
  const path: (string | number)[] = [];
  for (let at = openingOf(rows, row); rows.parents[at] !== -1; at = rows.parents[at]!) {
    const key = rows.keys[at]!;
    path.push(key === -1 ? rows.places[at]! : JSON.parse(rows.text.slice(key, endOf(rows.text, key))));
  }
  return path.reverse();
}

/** The row where a row's value begins: its own, or that of the opening bracket. */
export function openingOf(rows: Rows, row: number): number {
  const partner = rows.partners[row]!;
  return partner === -1 ? row : Math.min(row, partner);
}

/** How many children the object or array that opens at a row holds; 0 for other rows and for -1. */
function childrenOf(rows: Rows, opening: number): number {
  const close = rows.partners[opening] ?? -1;
  return close === -1 ? 0 : rows.places[close]!;
}

/** The end of a scalar, a name or an empty container, of which the index holds only the start. */
function endOf(text: string, start: number): number {
  const scanner = createScanner(text, start);
  const token = scanner.next();
  if (token === '{' || token === '[') scanner.next();
  return scanner.end;
}
