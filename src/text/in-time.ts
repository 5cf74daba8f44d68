/** What comes of work that took too long and was ended. */
export const TOO_LONG = Symbol('too long');

/** What came of work, and how many ms it took. */
export interface Ran<T> {
  readonly value: T | typeof TOO_LONG;
  readonly ms: number;
}

/**
 * Runs work and ends it after so many ms, wherever it is, even within a regular expression. What is ended runs no
 * `finally` of its own.
 */
export type RunInTime = <T>(work: () => T, limit: number) => Ran<T>;

let run: RunInTime = (work) => ({ value: work(), ms: 0 });
let isRunning = false;

/** Says how work is ended; until then nothing is. For the program's start and for tests. */
export function endWorkWith(way: RunInTime): void {
  run = way;
}

/**
 * Does what may never end by itself, such as a pattern from elsewhere. Work inside of other such work has no time of
 * its own: it ends with the whole.
 */
export function inTime<T>(work: () => T, limit: number): Ran<T> {
  if (isRunning) return { value: work(), ms: 0 };
  isRunning = true;
  try {
    return run(work, limit);
  } finally {
    isRunning = false;
  }
}
