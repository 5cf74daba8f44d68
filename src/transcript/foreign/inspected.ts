import { stringEnd } from '../../json/scan.ts';

/** An object or a string as `console.log` of Node writes it is no deeper. */
const DEEPEST = 500;

/**
 * Reads what Node's `util.inspect` wrote of a value of JSON; undefined where anything was left out, as `[Object]` for what is too
 * deep and `... 3 more items` for what is too long.
 *
 *   { jsonrpc: '2.0', id: 1, result: { 'a-b': [ 1, null ], text: 'one\n' + "it's two" } }
 */
export function readInspected(text: string): { readonly value: unknown } | undefined {
  const at: Place = { text: text.replace(COLOR, ''), index: 0 };
  const value = valueAt(at, 0);
  return value === NONE || mark(at) !== '' ? undefined : { value };
}

interface Place {
  readonly text: string;
  index: number;
}

/** It is no whole value. */
const NONE = Symbol('none');

const COLOR = /\x1b\[\d+m/g;
const BLANKS = /\s*/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w$])/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const isQuote = (char: string): boolean => /^['"`]/.test(char);
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };

/** The next character behind blanks. */
function mark(at: Place): string {
  token(at, BLANKS);
  return at.text[at.index] ?? '';
}

function token(at: Place, pattern: RegExp): string | undefined {
  pattern.lastIndex = at.index;
  const found = pattern.exec(at.text)?.[0];
  if (found !== undefined) at.index += found.length;
  return found;
}

function valueAt(at: Place, depth: number): unknown {
  const first = mark(at);
  if (depth > DEEPEST) return NONE;
  if (first === '{') return objectAt(at, depth);
  if (first === '[') return arrayAt(at, depth);
  if (isQuote(first)) return stringsAt(at);
  const number = token(at, NUMBER);
  if (number !== undefined) return Number(number);
  const word = token(at, WORD);
  return word !== undefined && Object.hasOwn(WORDS, word) ? WORDS[word] : NONE;
}

function objectAt(at: Place, depth: number): unknown {
  const members: [string, unknown][] = [];
  at.index += 1;
  while (mark(at) !== '}') {
    const name = isQuote(mark(at)) ? stringAt(at) : token(at, WORD);
    if (name === undefined || mark(at) !== ':') return NONE;
    at.index += 1;
    const value = valueAt(at, depth + 1);
    if (value === NONE || !goesOn(at, '}')) return NONE;
    members.push([name, value]);
  }
  at.index += 1;
  return Object.fromEntries(members);
}

function arrayAt(at: Place, depth: number): unknown {
  const items: unknown[] = [];
  at.index += 1;
  while (mark(at) !== ']') {
    const value = valueAt(at, depth + 1);
    if (value === NONE || !goesOn(at, ']')) return NONE;
    items.push(value);
  }
  at.index += 1;
  return items;
}

/** Passes a comma; whether one is there, or the end. */
function goesOn(at: Place, end: string): boolean {
  const next = mark(at);
  if (next === ',') at.index += 1;
  return next === ',' || next === end;
}

/** A string, which is written over several lines where it has some. */
function stringsAt(at: Place): unknown {
  let text = '';
  for (;;) {
    const part = stringAt(at);
    if (part === undefined) return NONE;
    text += part;
    if (mark(at) !== '+') return text;
    at.index += 1;
    mark(at);
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', f: '\f', r: '\r', v: '\v' };

function stringAt(at: Place): string | undefined {
  const quote = at.text[at.index] ?? '';
  const end = isQuote(quote) ? stringEnd(at.text, at.index, quote) : -1;
  const quoted = at.text.slice(at.index + 1, end - 1);
  if (end < 0 || quoted.includes('\n')) return undefined;
  at.index = end;
  return quoted.replace(/\\(?:x([\dA-F]{2})|u([\dA-F]{4})|(.))/gis, (_, byte, unit, other) =>
    other === undefined ? String.fromCharCode(Number.parseInt(byte ?? unit, 16)) : (ESCAPES[other] ?? other),
  );
}
