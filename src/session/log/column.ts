import type { Id } from '../../spec/envelope.ts';

type Numbers = Float64Array | Int32Array | Uint32Array | Uint16Array;

const BITS = 14;
const SIZE = 1 << BITS;
const MASK = SIZE - 1;

/**
 * A packed array that grows without copying: chunks of 16,384 numbers, each there once something is written into it.
 * What was never written is 0.
 */
export interface Column {
  get(at: number): number;
  set(at: number, value: number): void;
}

/**
 * A column whose places are those of numbers that may have gaps, so that what is missing takes no room. What is set at a
 * number that has no place is lost.
 *
 * @param placeOf the place of a number from 0; -1 for one that has none
 */
export function createIndexed(
  Type: new (length: number) => Numbers,
  placeOf: (number: number) => number,
): Column {
  const column = createColumn(Type);
  return {
    get(number) {
      const place = placeOf(number);
      return place < 0 ? 0 : column.get(place);
    },
    set(number, value) {
      const place = placeOf(number);
      if (place >= 0) column.set(place, value);
    },
  };
}

/** A column of the given element type, e.g. `createColumn(Int32Array)`. */
function createColumn(Type: new (length: number) => Numbers): Column {
  const chunks: Numbers[] = [];
  return {
    get: (at) => chunks[at >>> BITS]?.[at & MASK] ?? 0,
    set(at, value) {
      const place = at >>> BITS;
      const chunk = chunks[place] ?? new Type(SIZE);
      chunks[place] = chunk;
      chunk[at & MASK] = value;
    },
  };
}

/** A growing list of seqs, ascending unless it has an order of its own. */
export interface Seqs {
  readonly length: number;
  /** The seq at a place from 0. */
  at(place: number): number;
  /** The place of the last seq that is not after this one; -1 when there is none. */
  placeOf(seq: number): number;
  /** Where lines of several sessions stand together, by the clock; absent where what comes later stands behind. */
  readonly order?: LineOrder;
}

/** The order of lines that do not come in the order in which they stand. */
export interface LineOrder {
  /** When a line was, in ms; lines of the same time stand in the order of their numbers. */
  readonly time: (seq: number) => number;
  /** A new way through all of them. */
  readonly walk: () => Walk;
}

/** A way through lines, each of them once. It goes on as lines come, wherever these stand. */
export interface Walk {
  /** The next line; nothing while there is no other. */
  next(): number | undefined;
  readonly left: number;
}

/** A way through a list, in the order in which its lines come. */
export function walkThrough(seqs: Seqs): Walk {
  if (seqs.order !== undefined) return seqs.order.walk();
  let place = 0;
  return {
    next: () => (place < seqs.length ? seqs.at(place++) : undefined),
    get left() {
      return seqs.length - place;
    },
  };
}

/** The list with the way to extend it; seqs must be pushed in ascending order. */
export function createSeqs(): Seqs & { push(seq: number): void } {
  const column = createColumn(Int32Array);
  let length = 0;
  return {
    get length() {
      return length;
    },
    at: (place) => column.get(place),
    push(seq) {
      column.set(length, seq);
      length += 1;
    },
    placeOf(seq) {
      let low = 0;
      let high = length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (column.get(middle) <= seq) low = middle + 1;
        else high = middle;
      }
      return low - 1;
    },
  };
}

/**
 * Ascending numbers, kept as the runs in which one follows another: the lines of a whole recording are one run, however
 * many they are. One with gaps takes room for each gap, and none for what is missing in it.
 */
export interface Runs extends Seqs {
  /** The place of a number from 0; -1 where it is not among them. */
  indexOf(number: number): number;
  /** Adds a number, which must be greater than all before it. */
  push(number: number): void;
}

/** Finds a number by bisection over the runs; adding one costs nothing. */
export function createRuns(): Runs {
  /** Of each run its first number, and how many numbers stand before it. */
  const firsts: number[] = [];
  const befores: number[] = [];
  let length = 0;

  /** The last run whose value in `starts` is not beyond this one; -1 when there is none. */
  const runOf = (starts: readonly number[], value: number): number => {
    const last = starts.length - 1;
    if (last >= 0 && starts[last]! <= value) return last;
    let low = 0;
    let high = last;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (starts[middle]! <= value) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };

  const lengthOf = (run: number): number => (befores[run + 1] ?? length) - befores[run]!;

  const indexOf = (number: number): number => {
    const run = runOf(firsts, number);
    if (run < 0) return -1;
    const within = number - firsts[run]!;
    return within < lengthOf(run) ? befores[run]! + within : -1;
  };

  return {
    get length() {
      return length;
    },
    at(place) {
      const run = place < 0 || place >= length ? -1 : runOf(befores, place);
      return run < 0 ? 0 : firsts[run]! + place - befores[run]!;
    },
    placeOf(number) {
      const run = runOf(firsts, number);
      return run < 0 ? -1 : befores[run]! + Math.min(number - firsts[run]!, lengthOf(run) - 1);
    },
    indexOf,
    push(number) {
      const last = firsts.length - 1;
      if (last < 0 || number !== firsts[last]! + length - befores[last]!) {
        firsts.push(number);
        befores.push(length);
      }
      length += 1;
    },
  };
}

/** Ids other than small integers, packed: a million strings of their own would take ten times the room. */
export interface IdTexts {
  /** Keeps an id; its place. */
  add(id: Id): number;
  at(place: number): Id;
}

export function createIdTexts(): IdTexts {
  /** For each id whether it is a number, how long it is (two units, the upper first), and its UTF-16. */
  const units = createColumn(Uint16Array);
  let end = 0;
  const push = (unit: number): void => {
    units.set(end, unit);
    end += 1;
  };
  return {
    add(id) {
      const place = end;
      const text = String(id);
      push(typeof id === 'number' ? 1 : 0);
      push(text.length >>> 16);
      push(text.length & 0xffff);
      for (let at = 0; at < text.length; at += 1) push(text.charCodeAt(at));
      return place;
    },
    at(place) {
      const length = units.get(place + 1) * 0x10000 + units.get(place + 2);
      const parts: string[] = [];
      for (let at = 0; at < length; at += 1) parts.push(String.fromCharCode(units.get(place + HEAD + at)));
      return units.get(place) === 1 ? Number(parts.join('')) : parts.join('');
    },
  };
}

const HEAD = 3;
