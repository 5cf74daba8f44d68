import { afterSpace } from '../json/scan.ts';
import { createScanner, type TokenKind } from '../json/tokens.ts';
import type { Id } from '../spec/envelope.ts';
import { isClientOnly } from '../spec/methods.ts';

/** A text that was meant to be JSON, with the first thing that is wrong with it. */
export interface NearMessage {
  /** A sentence without its full stop, with the column and the text around it. */
  readonly why: string;
  /** It has the members of a message. */
  readonly isMessage: boolean;
  /** The id of the request that it was meant to answer. */
  readonly answers?: Id;
  /** It breaks off within a string, so the lines that follow are the rest of it. */
  readonly goesOn: boolean;
}

/** The beginning of a message, perhaps with quotes of another language. */
const BEGINS = /\{\s*(?:["']?(?:jsonrpc|id|result|error|method|params)["']?\s*:|["'])|\[\s*\{/;

/** Characters that are searched for the beginning of a message, and those of the longest text that is read. */
const HEAD = 2_000;
const LONGEST = 4_000_000;

/** Finds out what a text that is not JSON was meant to be; undefined when it looks like something else. */
export function nearJson(text: string): NearMessage | undefined {
  const start = text.slice(0, HEAD).search(BEGINS);
  if (start < 0 || text.length > LONGEST) return undefined;
  const found = offence(text, start);
  if (found === undefined) return undefined;
  const { at, says, goesOn = false } = found;
  const { keys, id, method } = members(text, start);
  // A message that only clients send is a log of what we sent.
  const isMessage =
    keys.length > 0 &&
    (keys.includes('jsonrpc') || keys.every((key) => KEYS.has(key))) &&
    !isClientOnly(method);
  if (!isMessage && text.slice(0, start).trim() !== '') return undefined;
  const isAnswer = isMessage && method === '' && id !== undefined;
  const why = `malformed JSON: ${says}, at ${placeOf(text, at)}${excerpt(text, at)}`;
  return { why, isMessage, goesOn, ...(isAnswer ? { answers: id } : {}) };
}

const KEYS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'result', 'error', 'method', 'params']);

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at).split('\n');
  const column = `column ${(before.at(-1)?.length ?? 0) + 1}`;
  return before.length === 1 ? column : `line ${before.length}, ${column}`;
}

/** Characters that are shown before and after the place. */
const SHOWN = 24;

function excerpt(text: string, at: number): string {
  const from = Math.max(0, at - SHOWN);
  const to = Math.min(text.length, at + SHOWN);
  if (at >= text.length) return ` (after ${from > 0 ? '…' : ''}${text.slice(from).trimEnd()})`;
  return ` (in ${from > 0 ? '…' : ''}${text.slice(from, to).trimEnd()}${to < text.length ? '…' : ''})`;
}

interface Offence {
  readonly at: number;
  readonly says: string;
  readonly goesOn?: boolean;
}

const SCALARS: ReadonlySet<TokenKind> = new Set(['number', 'true', 'false', 'null'] as const);
const WORD = /[\w.+$-]+/y;
const NAMES: Readonly<Record<string, string>> = {
  None: 'null',
  undefined: 'null',
  nil: 'null',
  NULL: 'null',
  True: 'true',
  False: 'false',
};

/** The first place where a text is not JSON (RFC 8259); undefined when it has a whole value, whatever follows it. */
function offence(text: string, start: number): Offence | undefined {
  const closers: string[] = [];
  let at = start;
  /** What is expected: a value, the name of a member, or what follows a value. */
  let wants: 'value' | 'name' | 'next' = 'value';
  /** The last comma, which must not stand before a closing bracket. */
  let comma = -1;
  for (;;) {
    at = afterSpace(text, at);
    const char = text[at];
    if (char === undefined) return { at: text.trimEnd().length, says: 'it breaks off' };
    if (char === closers.at(-1) && (wants === 'next' || comma >= 0 || isOpener(text, at))) {
      if (comma >= 0) return { at: comma, says: `a comma before ${char}` };
      closers.pop();
      if (closers.length === 0) return undefined;
      wants = 'next';
      at += 1;
      continue;
    }
    if (wants === 'next') {
      if (char !== ',') return { at, says: `a comma is missing before ${word(text, at)}` };
      comma = at;
      wants = closers.at(-1) === '}' ? 'name' : 'value';
      at += 1;
      continue;
    }
    if (char === '/' && /[/*]/.test(text[at + 1] ?? '')) return { at, says: 'a comment' };
    if (char === "'" || char === '`')
      return { at, says: `${char === "'" ? 'single quotes' : 'backticks'} in place of double quotes` };
    if (wants === 'name') {
      if (char !== '"') return { at, says: `a name without quotes: ${word(text, at)}` };
      const end = endOf(text, at);
      if (typeof end !== 'number') return end;
      at = afterSpace(text, end);
      if (at >= text.length) return { at, says: 'it breaks off' };
      if (text[at] !== ':') return { at, says: 'a colon is missing' };
      at += 1;
      wants = 'value';
      comma = -1;
      continue;
    }
    comma = -1;
    if (char === '"') {
      const end = endOf(text, at);
      if (typeof end !== 'number') return end;
      at = end;
    } else if (char === '{' || char === '[') {
      closers.push(char === '{' ? '}' : ']');
      at += 1;
      wants = char === '{' ? 'name' : 'value';
      continue;
    } else {
      const found = word(text, at);
      const says = badWord(found);
      if (says !== undefined)
        return at + found.length >= text.length && /^[-\w.]+$/.test(found) && isPart(found)
          ? { at: text.length, says: 'it breaks off' }
          : { at, says };
      at += found.length;
    }
    wants = 'next';
  }
}

/** Whether a closing bracket follows its opening one, with nothing in between. */
const isOpener = (text: string, at: number): boolean => /[[{]\s*$/.test(text.slice(Math.max(0, at - 50), at));

/** Whether a word may be the beginning of a literal of JSON. */
const isPart = (found: string): boolean => ['true', 'false', 'null'].some((one) => one.startsWith(found));

const word = (text: string, at: number): string => {
  const end = match(WORD, text, at);
  return end > at ? text.slice(at, Math.min(end, at + 40)) : (text[at] ?? '');
};

function badWord(found: string): string | undefined {
  const scanner = createScanner(found);
  if (SCALARS.has(scanner.next()) && scanner.end === found.length) return undefined;
  if (/^[+-]?(?:nan|inf(?:inity)?)$/i.test(found)) return `${found}, a number that JSON does not have`;
  const right = NAMES[found];
  if (right !== undefined) return `${found} in place of ${right}`;
  if (/^[+-]?\.?\d/.test(found)) return `${found}, which is not a JSON number`;
  return `${found} where a value should be`;
}

/** The index after the string that begins at an index, or what is wrong with it. */
function endOf(text: string, from: number): number | Offence {
  const scanner = createScanner(text, from);
  if (scanner.next() === 'string') return scanner.end;
  const at = scanner.start;
  const char = text[at];
  const next = text[at + 1] ?? '';
  if (char === '\\' && next !== '') return { at, says: `\\${next}, which is not a JSON escape` };
  if (char !== undefined && char < ' ' && !(char === '\r' && next === '')) return { at, says: control(char) };
  return {
    at: text.trimEnd().length,
    says: 'it breaks off within a string; a line break in it is written \\n',
    goesOn: true,
  };
}

function control(char: string): string {
  const [name, written] =
    { '\t': ['tab', '\\t'], '\n': ['line break', '\\n'], '\r': ['carriage return', '\\r'] }[char] ?? [];
  const code = char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return name === undefined
    ? `a raw U+${code}, which is written \\u${code}`
    : `a raw ${name}, which is written ${written}`;
}

/** The members of the object that begins at an index, as far as they can be recognized, in any quotes. */
function members(
  text: string,
  start: number,
): { readonly keys: readonly string[]; readonly id?: Id; readonly method: string } {
  const keys: string[] = [];
  let id: Id | undefined;
  let method = '';
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    else if (depth === 1 && /["'\w]/.test(char)) {
      const key = match(KEY, text, at);
      if (key > at) {
        const name = text.slice(at, key).replace(/["'\s:]/g, '');
        keys.push(name);
        const value = /^\s*(?:(\d+)\b|["']([^"']*)["'])/.exec(text.slice(key, key + 200));
        if (name === 'id' && value !== null) id = value[1] === undefined ? value[2] : Number(value[1]);
        if (name === 'method') method = value?.[2] ?? '?';
        at = key - 1;
      } else if (char === '"' || char === "'") at = skip(text, at, char);
    } else if (char === '"' || char === "'") at = skip(text, at, char);
    if (depth === 0 && at > start) break;
  }
  return { keys, method, ...(id === undefined ? {} : { id }) };
}

const KEY = /["']?[\w/$.-]+["']?\s*:/y;

/** The index of the quote that ends a string, or the last of the text. */
function skip(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at;
  }
  return text.length;
}

/** The index after what a sticky pattern finds at an index. */
function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
