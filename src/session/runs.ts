import type { Seqs } from './column.ts';

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
