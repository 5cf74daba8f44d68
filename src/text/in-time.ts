/** What comes of work that took too long and was ended. */
export const TOO_LONG = Symbol('too long');

/**
 * Runs work and ends it after so many ms, wherever it is, even within a regular expression. What is ended runs no
 * `finally` of its own.
 */
export type RunInTime = <T>(work: () => T, ms: number) => T | typeof TOO_LONG;

let run: RunInTime = (work) => work();
let isRunning = false;

/** Says how work is ended; until then nothing is. For the program's start and for tests. */
export function endWorkWith(way: RunInTime): void {
  run = way;
}

/**
 * Does what may never end by itself, such as a pattern from elsewhere. Work inside of other such work has no time of
 * its own: it ends with the whole.
 */
export function inTime<T>(work: () => T, ms: number): T | typeof TOO_LONG {
  if (isRunning) return work();
  isRunning = true;
  try {
    return run(work, ms);
  } finally {
    isRunning = false;
  }
}
