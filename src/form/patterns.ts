import { cut } from '../text/cut.ts';
import { stepsOf } from '../text/guard.ts';
import { inTime, TOO_LONG } from '../text/in-time.ts';

/** The regular expressions of one schema document, by their text in the schema, tried where they can be ended. */
export interface Patterns {
  /** Adds a pattern; false when it is not valid in JavaScript, and so never tried. */
  add(source: string): boolean;
  /** Whether it matches a text; undefined when that cannot be found out. */
  test(source: string, text: string): boolean | undefined;
  /** Any other question that may take long, asked until it once did; undefined when it does. */
  ask(name: string, question: () => boolean): boolean | undefined;
  /**
   * Does work that tries patterns, all within the time that one check may take: without a limit while they are certainly
   * quick, else from its start with one. Work that was ended in a pattern is done once more without it; undefined when
   * that took too long as well.
   */
  within<T>(work: () => T): { readonly value: T } | undefined;
  /** Why some are not tried; undefined when all are. */
  unchecked(): string | undefined;
}

/** ms for the first attempt at a check, and for the one without what was too slow in the first: one key's time. */
const FIRST = 60;
const SECOND = 40;

/** A document with so many slow patterns is a trap: its patterns are no longer tried. */
const MOST_SLOW = 3;

/** Steps that one check may take without a limit in time: some 10 ms. */
const QUICK = 1_000_000;

interface Known {
  readonly pattern: RegExp;
  readonly steps: (length: number) => number;
}

/** Thrown where work that was begun without a limit turns out to need one. */
const NEEDS_LIMIT = Symbol('needs a limit');

/** The patterns of one document; each is read once, and a slow one is known from then on. */
export function createPatterns(): Patterns {
  const known = new Map<string, Known | undefined>();
  const slow = new Set<string>();
  let running: string | undefined;
  /** Steps left to work without a limit; infinite outside of such work, undefined in work with one. */
  let left: number | undefined = Number.POSITIVE_INFINITY;

  const isOff = (name: string): boolean => slow.has(name) || slow.size >= MOST_SLOW;

  /** Gives up what was running; false when that was nothing of ours. */
  const giveUp = (): boolean => {
    if (running === undefined) return false;
    slow.add(running);
    running = undefined;
    return true;
  };

  const ask = (name: string, question: () => boolean): boolean | undefined => {
    if (isOff(name)) return undefined;
    running = name;
    const { value } = inTime(question, FIRST);
    if (value === TOO_LONG) giveUp();
    running = undefined;
    return value === TOO_LONG ? undefined : value;
  };

  const unlimited = <T>(work: () => T): { readonly value: T } | undefined => {
    left = QUICK;
    try {
      return { value: work() };
    } catch (error) {
      if (error === NEEDS_LIMIT) return undefined;
      throw error;
    } finally {
      left = Number.POSITIVE_INFINITY;
    }
  };

  const limited = <T>(work: () => T): { readonly value: T } | undefined => {
    left = undefined;
    try {
      for (const limit of [FIRST, SECOND]) {
        running = undefined;
        const { value } = inTime(work, limit);
        if (value !== TOO_LONG) return { value };
        if (!giveUp()) break;
      }
      return undefined;
    } finally {
      left = Number.POSITIVE_INFINITY;
    }
  };

  return {
    add(source) {
      if (!known.has(source)) {
        const pattern = readPattern(source);
        known.set(source, pattern && { pattern, steps: stepsOf(pattern) });
      }
      return known.get(source) !== undefined;
    },
    test(source, text) {
      const found = known.get(source);
      if (found === undefined || isOff(source)) return undefined;
      const { pattern, steps } = found;
      // Without the flag a character beyond U+FFFF counts as two, so that a right text could be refused.
      if (!pattern.unicode && /[\uD800-\uDFFF]/.test(text)) return undefined;
      const needed = steps(text.length);
      const isAlone = left === Number.POSITIVE_INFINITY;
      if (left === undefined || (isAlone && needed > QUICK)) return ask(source, () => pattern.test(text));
      left -= needed;
      if (left < 0) throw NEEDS_LIMIT;
      return pattern.test(text);
    },
    ask,
    within: (work) => unlimited(work) ?? limited(work),
    unchecked() {
      const first = [...slow].find((one) => known.has(one));
      if (first !== undefined) return `the pattern ${cut(first, 80)} takes too long`;
      const unread = [...known].find(([, pattern]) => pattern === undefined)?.[0];
      return unread === undefined ? undefined : `the pattern ${cut(unread, 80)} is not valid in JavaScript`;
    },
  };
}

/**
 * A regular expression of a schema (ECMA 262, JSON Schema §6.3.3): as is when it compiles with the `u` flag, else
 * rewritten where only the old, lax syntax allowed it (`[\w-.]`, `\_`, a lone brace), else without the flag. Undefined
 * when it is not a JavaScript pattern at all, such as `(?i)…`, or means something else in the language that it is from.
 */
function readPattern(source: string): RegExp | undefined {
  const strict = compiled(source, 'u');
  if (strict !== undefined || isForeign(source)) return strict;
  return compiled(rewrite(source), 'u') ?? compiled(source, '');
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

const pieces = /\\(?:x[\da-f]{2}|u[\da-f]{4}|c[a-z]|.)|\[\^?\]?|\{,\d+\}|./gis;

/**
 * Whether lax JavaScript reads plain characters where other languages read more: an end of the text (`\A`, `\Z`), a
 * class by name (`\h`, `\p`, `[[:alpha:]]`), classes in a class (`[a-z&&[^b]]`), a bracket first in its class (`[]a]`),
 * a count without a lower bound (`{,3}`).
 */
function isForeign(source: string): boolean {
  let inClass = false;
  let isNested = false;
  let isLone = false;
  for (const [piece] of source.matchAll(pieces)) {
    if (/^\\[a-zA-Z]$/.test(piece) && !'dDwWsSbBnrtfv'.includes(piece.charAt(1))) return true;
    if (inClass) {
      isNested ||= piece.startsWith('[');
      inClass = !piece.endsWith(']') || piece.startsWith('\\');
    } else if (piece.startsWith('[')) {
      if (piece.endsWith(']')) return true;
      inClass = true;
    } else {
      if (piece.startsWith('{,')) return true;
      isLone ||= piece === ']';
    }
  }
  return isNested && isLone;
}

const syntax = '^$\\.*+?()[]{}|/';
const classEscape = /^\\[dDwWsS]$/;
const quantifier = /^\{\d+(?:,\d*)?\}/;

/** Adds the backslashes that `u` asks for and removes those that it forbids. */
function rewrite(source: string): string {
  let out = '';
  let inClass = false;
  for (let i = 0; i < source.length; i += 1) {
    const character = source.charAt(i);
    if (character === '\\') {
      i += 1;
      out += escaped(source.charAt(i), inClass);
    } else if (inClass) {
      if (character === ']') inClass = false;
      out += character === '-' && besideClassEscape(source, i) ? '\\-' : character;
    } else if (character === '[') {
      inClass = true;
      out += character;
    } else if (character === '{' && quantifier.test(source.slice(i))) {
      const repeated = quantifier.exec(source.slice(i))?.[0] ?? '';
      out += repeated;
      i += repeated.length - 1;
    } else {
      out += '{}]'.includes(character) ? `\\${character}` : character;
    }
  }
  return out;
}

function escaped(character: string, inClass: boolean): string {
  const means = syntax.includes(character) || /[a-zA-Z0-9]/.test(character) || (inClass && character === '-');
  const lax = /[a-zA-Z]/.test(character) && !/[dDwWsSbBnrtfv0cxukpP]/.test(character);
  return means && !lax ? `\\${character}` : character;
}

/** `[\w-.]`: a hyphen beside a class escape is a hyphen, no range. */
function besideClassEscape(source: string, at: number): boolean {
  return classEscape.test(source.slice(at - 2, at)) || classEscape.test(source.slice(at + 1, at + 3));
}
