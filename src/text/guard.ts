import { inTime, TOO_LONG } from './in-time.ts';

/** A pattern that is tried with one text after the other, until it once takes too long. */
export interface Guard {
  /** Whether it is found in a text; undefined when it takes too long, from then on always. */
  test(text: string): boolean | undefined;
  isSlow(): boolean;
}

/** ms for one text, and what all of them may take more than is paid back with each. */
const LIMIT = 50;
const DEBT = 100;
const PAID = 0.2;

/** Steps that take no time to speak of. */
const QUICK = 100_000;

/** Tries a pattern of a person with the texts of a server. */
export function guard(pattern: RegExp): Guard {
  const steps = stepsOf(pattern);
  let debt = 0;
  return {
    test(text) {
      if (debt > DEBT) return undefined;
      if (steps(text.length) <= QUICK) return text.search(pattern) !== -1;
      const { value, ms } = inTime(() => text.search(pattern) !== -1, LIMIT);
      debt = value === TOO_LONG ? Number.POSITIVE_INFINITY : Math.max(0, debt + ms - PAID);
      return value === TOO_LONG ? undefined : value;
    },
    isSlow: () => debt > DEBT,
  };
}

/** One character after the other, any of them repeated: no groups, no choices, no looking around. */
const plain =
  /^(\^?)((?:(?:\\(?:[dDwWsS]|[^a-zA-Z0-9])|\[\^?(?:\\.|[^\\\]])+\]|[^\\^$.|?*+()[\]{}]|\.)(?:(?:[*+?]|\{\d+(?:,\d*)?\})\??)?)*)\$?$/s;
const pieces = /(?:\\.|\[\^?(?:\\.|[^\\\]])+\]|[^\\])(?:((?:[*+?]|\{\d+,\d*\})\??)|\{(\d+)\}\??)?/gs;

/**
 * How many steps a pattern certainly takes at most with a text of a length; infinite where that is not certain. Of a row
 * of n characters with k repetitions there are at most length^k ways to go, from each place in the text.
 */
export function stepsOf({ source, multiline }: RegExp): (length: number) => number {
  const [, anchor, row] = source.length > 1_000 ? [] : (plain.exec(source) ?? []);
  if (row === undefined) return () => Number.POSITIVE_INFINITY;
  let most = 1;
  let degree = anchor === '' || multiline ? 1 : 0;
  for (const [, repeat, count] of row.matchAll(pieces)) {
    if (repeat !== undefined) degree += 1;
    most += Number(count ?? 1);
  }
  return (length) => most * (length + 1) ** degree;
}
