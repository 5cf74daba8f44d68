import { canonicalText } from './canonical.ts';
import { tooDeepAt } from './parse.ts';
import { JsonText } from './write.ts';

/**
 * Whether two JSON texts are the same value: numbers by value with all their digits (`1.0` is `1`, 9007199254740993 is not
 * 9007199254740992), strings by what they mean, members in any order, of those with the same name the last. A text that is
 * not JSON equals only itself.
 */
export function equal(one: string, other: string): boolean {
  if (one === other) return true;
  const canonical = canonicalText(one);
  return canonical !== undefined && canonical === canonicalText(other);
}

/** Compares two numbers as written in JSON by value, with all their digits: negative, 0 or positive. */
export function compareNumbers(one: string, other: string): number {
  const [a, b] = [decimal(one), decimal(other)];
  if (a.sign !== b.sign || a.sign === 0) return a.sign - b.sign;
  if (a.point !== b.point) return a.point < b.point ? -a.sign : a.sign;
  const length = Math.max(a.digits.length, b.digits.length);
  const [digits, others] = [a.digits.padEnd(length, '0'), b.digits.padEnd(length, '0')];
  return digits === others ? 0 : digits < others ? -a.sign : a.sign;
}

/** A number as 0.DIGITS × 10^point; digits begin with none of 0. */
function decimal(text: string): { readonly sign: number; readonly digits: string; readonly point: number } {
  const [, minus, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  const all = `${whole}${fraction}`;
  const digits = all.replace(/^0+/, '');
  if (digits === '') return { sign: 0, digits, point: 0 };
  const point = Number(exponent) + whole.length - (all.length - digits.length);
  return { sign: minus === undefined ? 1 : -1, digits, point };
}

const NUMBER = /^(-)?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * A value as parsed; as its text where a number in it has more digits than JavaScript keeps, or it is too deep to be written again.
 * `write` gives both back.
 */
export function exactly(text: string): unknown {
  if (tooDeepAt(text) !== undefined) return new JsonText(text);
  const value: unknown = JSON.parse(text);
  return /\d{16}|\d[eE]/.test(text) && !equal(JSON.stringify(value), text) ? new JsonText(text) : value;
}
