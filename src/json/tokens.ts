import { visible } from '../text/visible.ts';
import { afterSpace } from './scan.ts';

/** A token of JSON text (RFC 8259), `end` after the last one, `error` where the text is not JSON. */
export type TokenKind = Scalar | '{' | '}' | '[' | ']' | ',' | ':' | 'end' | 'error';

/** The kinds of values that hold no others. */
export type Scalar = 'string' | 'number' | 'true' | 'false' | 'null';

/** Steps through the tokens of a text; the fields describe the one that `next` returned. */
export interface Scanner {
  next(): TokenKind;
  /** Offsets in code units; the token is `text.slice(start, end)`. At an error `start` is where it is. */
  readonly start: number;
  readonly end: number;
  /** After an error: what is wrong, as a sentence without its full stop. */
  readonly message: string;
}

/**
 * A scanner that accepts exactly the tokens `JSON.parse` does. It looks at each character once and copies none,
 * so that a string of megabytes costs milliseconds.
 */
export function createScanner(text: string, from = 0): Scanner {
  const scanner = { next, start: from, end: from, message: '' };
  return scanner;

  function next(): TokenKind {
    const at = afterSpace(text, scanner.end);
    scanner.start = at;
    scanner.end = at + 1;
    const code = text.charCodeAt(at);
    switch (code) {
      case 0x7b:
        return '{';
      case 0x7d:
        return '}';
      case 0x5b:
        return '[';
      case 0x5d:
        return ']';
      case 0x2c:
        return ',';
      case 0x3a:
        return ':';
      case QUOTE:
        return string(at);
      default:
        return code === MINUS || isDigit(code) ? number(at) : word(at);
    }
  }

  function string(start: number): TokenKind {
    let at = start + 1;
    for (;;) {
      at = skipPlain(text, at);
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        const length = escapeLength(text, at);
        if (length === 0) return fail(at, `${visible(text.slice(at, at + 2))} is not a JSON escape`);
        at += length;
      } else {
        return Number.isNaN(code)
          ? fail(at, 'the text ends inside a string')
          : fail(at, `a string cannot hold ${CONTROL_NAMES.get(code) ?? 'a control character'} as it is`);
      }
    }
    scanner.end = at + 1;
    return 'string';
  }

  function number(start: number): TokenKind {
    let at = text.charCodeAt(start) === MINUS ? start + 1 : start;
    const zero = text.charCodeAt(at) === ZERO;
    const whole = at;
    at = skipDigits(text, at);
    if (at === whole) return fail(at, 'a digit is missing after the minus sign');
    if (zero && at > whole + 1) return fail(whole, 'a number cannot begin with 0');
    if (text.charCodeAt(at) === DOT) {
      const fraction = at + 1;
      at = skipDigits(text, fraction);
      if (at === fraction) return fail(at, 'a digit is missing after the decimal point');
    }
    if (isExponent(text.charCodeAt(at))) {
      const sign = text.charCodeAt(at + 1);
      const exponent = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
      at = skipDigits(text, exponent);
      if (at === exponent) return fail(at, 'a digit is missing in the exponent');
    }
    scanner.end = at;
    return 'number';
  }

  function word(at: number): TokenKind {
    for (const literal of LITERALS) {
      if (text.startsWith(literal, at)) {
        scanner.end = at + literal.length;
        return literal;
      }
    }
    if (at >= text.length) {
      scanner.end = at;
      return 'end';
    }
    return fail(at, complaint(text, at));
  }

  function fail(at: number, message: string): TokenKind {
    scanner.start = at;
    scanner.end = at;
    scanner.message = message;
    return 'error';
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO = 0x30;
const LITERALS = ['true', 'false', 'null'] as const;

const CONTROL_NAMES: ReadonlyMap<number, string> = new Map([
  [0x0a, String.raw`a line break (write \n)`],
  [0x0d, String.raw`a carriage return (write \r)`],
  [0x09, String.raw`a tab (write \t)`],
]);

/** The place of the next quote, backslash or control character; the length of the text when there is none. */
function skipPlain(text: string, from: number): number {
  let at = from;
  for (; at < from + SHORT; at += 1) {
    const code = text.charCodeAt(at);
    if (!(code >= 0x20) || code === QUOTE || code === BACKSLASH) return at;
  }
  SPECIAL.lastIndex = at;
  return SPECIAL.test(text) ? SPECIAL.lastIndex - 1 : text.length;
}

/** From here on a regular expression is faster than a loop. */
const SHORT = 64;
const SPECIAL = /["\\\x00-\x1f]/g;

function skipDigits(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= 0x39;
}

function isExponent(code: number): boolean {
  return code === 0x65 || code === 0x45;
}

/** The code units of the escape that begins at a backslash; 0 when it is not valid. */
function escapeLength(text: string, at: number): number {
  const letter = text[at + 1];
  if (letter === undefined || !'"\\/bfnrtu'.includes(letter)) return 0;
  if (letter !== 'u') return 2;
  for (let digit = at + 2; digit < at + 6; digit += 1) if (!isHex(text.charCodeAt(digit))) return 0;
  return 6;
}

function isHex(code: number): boolean {
  const small = code | 0x20;
  return isDigit(code) || (small >= 0x61 && small <= 0x66);
}

/** What people write who know another language better. */
const FOREIGN: ReadonlyMap<string, string> = new Map([
  ['True', 'True is written true'],
  ['False', 'False is written false'],
  ['None', 'None is written null'],
  ['nil', 'nil is written null'],
  ['undefined', 'undefined is written null, or its property left out'],
  ['NaN', 'JSON has no NaN'],
  ['Infinity', 'JSON has no Infinity'],
]);

function complaint(text: string, at: number): string {
  const word = /^[\p{L}\p{N}_$]+/u.exec(text.slice(at, at + 40))?.[0];
  if (word !== undefined) return FOREIGN.get(word) ?? `${visible(word)} needs double quotes`;
  const character = String.fromCodePoint(text.codePointAt(at)!);
  if (character === "'" || character === '`') return 'strings need double quotes';
  if (character === '/') return 'JSON has no comments';
  return `${visible(character)} is not expected here`;
}
