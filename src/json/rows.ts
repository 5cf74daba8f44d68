import { createReader, type Reader, type ValueKind } from './reader.ts';

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
  /** Where the value begins in the text; at a closing row where its bracket stands. */
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

/** The rows of a JSON text; undefined when it is none (see locate.ts for the reason). */
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
export const KINDS: readonly ValueKind[] = ['object', 'array', 'string', 'number', 'true', 'false', 'null'];

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
