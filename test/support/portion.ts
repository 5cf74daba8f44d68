/**
 * With `THOROUGH=1`, as `.ci/run` does once, all rows of the great tables are tried and all stories are told in each of
 * their windows; else every fifth row, and of a few the first.
 */
const STEP = process.env['THOROUGH'] === '1' ? 1 : 5;

if (STEP > 1)
  console.warn(
    `every ${STEP}th row of the great tables is tried, a story told in one window: THOROUGH=1 takes all`,
  );

/** The first of a list and every fifth after it, or all of it. */
export function portion<T>(list: readonly T[]): readonly T[] {
  return list.filter((_, place) => place % STEP === 0);
}
