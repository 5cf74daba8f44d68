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
export function createColumn(Type: new (length: number) => Numbers): Column {
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

/** A growing, ascending list of seqs. */
export interface Seqs {
  readonly length: number;
  /** The seq at a place from 0. */
  at(place: number): number;
  /** The place of the last seq that is not after this one; -1 when there is none. */
  placeOf(seq: number): number;
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
