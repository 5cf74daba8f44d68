import { compact } from './compact.ts';
import type { Path } from './path.ts';
import { createReader, type Reader, type ValueKind } from './reader.ts';
import { createScanner } from './tokens.ts';

/**
 * A JSON text as the rows it has when it is printed one value a line, in packed columns: a row for each scalar,
 * two for each object or array that holds something (where it opens and where it closes), one for an empty one.
 *
 *     0  {                 partner 4
 *     1    "a": [          partner 3, parent 0, place 0
 *     2      1             parent 1, place 0
 *     3    ]               partner 1, parent 0, place 1: how many the array holds
 *     4  }                 partner 0, place 1
 */
export interface Rows {
  readonly text: string;
  readonly length: number;
  /** Where the value begins in the text; at a closing row where its bracket is. */
  readonly starts: Uint32Array;
  /** Where the member's name begins; -1 without one. */
  readonly keys: Int32Array;
  readonly kinds: Uint8Array;
  readonly depths: Uint16Array;
  /** The row that closes what this one opens, and the other way round; -1 for all others. */
  readonly partners: Int32Array;
  /** The row that opens the object or array around; -1 at the top. */
  readonly parents: Int32Array;
  /** Which child of its parent, from 0; at a closing row the number of children. */
  readonly places: Uint32Array;
}

/** The rows of a JSON text; undefined when it is not valid (`locateError` says why). */
export function createRows(text: string): Rows | undefined {
  const reader = createReader(text);
  const columns = createColumns(text);
  for (;;) {
    const event = reader.next();
    switch (event) {
      case 'value':
        columns.add(reader);
        break;
      case 'open':
        columns.open(reader);
        break;
      case 'close':
        columns.close(reader);
        break;
      case 'end':
        return columns.rows();
      case 'error':
        return undefined;
    }
  }
}

/** The kinds by their number in {@link Rows.kinds}. */
const KINDS: readonly ValueKind[] = ['object', 'array', 'string', 'number', 'true', 'false', 'null'];

const CODES = Object.fromEntries(KINDS.map((kind, code) => [kind, code])) as Record<ValueKind, number>;

function createColumns(text: string) {
  let capacity = 1024 + (text.length >> 6);
  let columns = allocate(capacity);
  let length = 0;
  /** The row that opened what we are in, and how many children it has so far; then those around. */
  let parent = -1;
  let children = 0;
  const around: number[] = [];

  return { add, open, close, rows };

  function add(reader: Reader): void {
    if (length === capacity) grow(reader.start / text.length);
    columns.starts[length] = reader.start;
    columns.keys[length] = reader.keyStart;
    columns.kinds[length] = CODES[reader.kind];
    columns.depths[length] = Math.min(reader.depth, 0xffff);
    columns.partners[length] = -1;
    columns.parents[length] = parent;
    columns.places[length] = children;
    children += 1;
    length += 1;
  }

  function open(reader: Reader): void {
    add(reader);
    around.push(children);
    parent = length - 1;
    children = 0;
  }

  function close(reader: Reader): void {
    const opened = parent;
    const held = children;
    parent = columns.parents[opened]!;
    children = around.pop()!;
    if (held === 0) return;
    add(reader);
    children -= 1;
    columns.places[length - 1] = held;
    columns.partners[length - 1] = opened;
    columns.partners[opened] = length - 1;
  }

  /** Makes room for as many rows as the text will have if it goes on like the part of it that was read. */
  function grow(part: number): void {
    capacity = Math.ceil(length * Math.max(1.25, 1.1 / part));
    const wider = allocate(capacity);
    for (const name of NAMES) wider[name].set(columns[name]);
    columns = wider;
  }

  function rows(): Rows {
    return { text, length, ...columns };
  }
}

const NAMES = ['starts', 'keys', 'kinds', 'depths', 'partners', 'parents', 'places'] as const;

function allocate(capacity: number) {
  return {
    starts: new Uint32Array(capacity),
    keys: new Int32Array(capacity),
    kinds: new Uint8Array(capacity),
    depths: new Uint16Array(capacity),
    partners: new Int32Array(capacity),
    parents: new Int32Array(capacity),
    places: new Uint32Array(capacity),
  };
}

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
