import { inTime, TOO_LONG } from '../text/in-time.ts';
import { readPattern } from './pattern.ts';

/** The regular expressions of one schema document, by their text in the schema, tried where they can be ended. */
export interface Patterns {
  /** Takes one in; false when it is none of JavaScript's, and so never tried. */
  add(source: string): boolean;
  /** Whether it matches a text; undefined when that cannot be found out. */
  test(source: string, text: string): boolean | undefined;
  /** Any other question that may take long, asked until it once did; undefined when it does. */
  ask(name: string, question: () => boolean): boolean | undefined;
  /**
   * Does work that tries patterns, all within the time that one check may take. Work that was ended in a pattern is done
   * once more without it; undefined when that took too long as well.
   */
  within<T>(work: () => T): { readonly value: T } | undefined;
  /** Why some are not tried; undefined when all are. */
  unchecked(): string | undefined;
}

/** ms for the first attempt at a check, and for the one without what was too slow in the first: one key's time. */
const FIRST = 60;
const SECOND = 40;

/** A document with so many slow patterns is a trap: none of its patterns are tried any more. */
const MOST_SLOW = 3;

interface Known {
  readonly pattern: RegExp;
  /** With what power of a text's length the steps grow at most; infinite when that is not certain. */
  readonly degree: number;
}

export function createPatterns(): Patterns {
  const known = new Map<string, Known | undefined>();
  const slow = new Set<string>();
  let running: string | undefined;
  let isPlain = true;

  /** Gives up what was running; false when that was no pattern. */
  const giveUp = (): boolean => {
    if (running === undefined) return false;
    slow.add(running);
    running = undefined;
    return true;
  };

  const ask = (name: string, question: () => boolean): boolean | undefined => {
    if (slow.has(name) || slow.size >= MOST_SLOW) return undefined;
    running = name;
    const answer = inTime(question, FIRST);
    if (answer === TOO_LONG) giveUp();
    running = undefined;
    return answer === TOO_LONG ? undefined : answer;
  };

  return {
    add(source) {
      if (!known.has(source)) {
        const pattern = readPattern(source);
        const degree = degreeOf(source);
        known.set(source, pattern && { pattern, degree });
        isPlain &&= Number.isFinite(degree);
      }
      return known.get(source) !== undefined;
    },
    test(source, text) {
      const found = known.get(source);
      if (found === undefined) return undefined;
      const { pattern, degree } = found;
      // Without the flag a character beyond U+FFFF counts as two, so that a right text could be refused.
      if (!pattern.unicode && /[\uD800-\uDFFF]/.test(text)) return undefined;
      if ((text.length + 1) ** degree <= QUICK && !slow.has(source)) return pattern.test(text);
      return ask(source, () => pattern.test(text));
    },
    ask,
    within(work) {
      if (isPlain) return { value: work() };
      for (const ms of [FIRST, SECOND]) {
        running = undefined;
        const value = inTime(work, ms);
        if (value !== TOO_LONG) return { value };
        if (!giveUp()) return undefined;
      }
      return undefined;
    },
    unchecked() {
      const first = [...slow].find((one) => known.has(one));
      if (first !== undefined) return `the pattern ${first} takes too long`;
      const unread = [...known].find(([, pattern]) => pattern === undefined)?.[0];
      return unread === undefined ? undefined : `the pattern ${unread} is not one of JavaScript's`;
    },
  };
}

/** One character after the other, any of them repeated: no groups, no choices, no looking around. */
const plain =
  /^(\^?)((?:(?:\\(?:[dDwWsS]|[^a-zA-Z0-9])|\[\^?(?:\\.|[^\\\]])+\]|[^\\^$.|?*+()[\]{}]|\.)(?:(?:[*+?]|\{\d+(?:,\d*)?\})\??)?)*)\$?$/s;
const pieces = /(?:\\.|\[\^?(?:\\.|[^\\\]])+\]|[^\\])((?:[*+?]|\{\d+,\d*\})\??)?/gs;

/** Steps that take no time to speak of. */
const QUICK = 1_000_000;

/**
 * Of a row of characters with k repetitions there are at most length^k ways to go, each as long as the text, from each
 * place in it.
 */
function degreeOf(source: string): number {
  const [, anchor, row] = source.length > 1_000 ? [] : (plain.exec(source) ?? []);
  if (row === undefined) return Number.POSITIVE_INFINITY;
  const repeated = [...row.matchAll(pieces)].filter(([, repeat]) => repeat !== undefined);
  return repeated.length + (anchor === '' ? 2 : 1);
}
