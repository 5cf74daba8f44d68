import type { Path } from '../json/path.ts';
import { cut } from '../text/cut.ts';

/** A key leads at most so many levels down and to so late an item: what stands before has to be there as well. */
const deepest = 100;
const farthest = 9_999;

/** One word of the command line, taken apart. */
export interface KeyValueWord {
  readonly path: Path;
  /** Written with `:=`. */
  readonly json: boolean;
  /** The value as written; empty when it is in a file. */
  readonly text: string;
  /** Written as `key=@file`. */
  readonly file?: string;
}

/**
 * Takes `key=value` apart at the first `=` or `:=` that has no backslash before it. `isParameter` tells whether a whole
 * key is the exact name of a parameter; then `.` and `[` in it mean nothing.
 */
export function parseWord(
  word: string,
  isParameter: (name: string) => boolean,
): KeyValueWord | { readonly problem: string } {
  const equals = unescapedEquals(word);
  if (equals < 0) return { problem: `${word}: write key=value, or key:=json` };
  const json = word[equals - 1] === ':' && word[equals - 2] !== '\\';
  const key = word.slice(0, json ? equals - 1 : equals);
  const value = word.slice(equals + 1);
  const name = literal(key);
  const path = isParameter(name) ? [name] : parseKey(key);
  if (path === undefined) return { problem: `${word}: “${key}” is no key; write a.b or a[0].c` };
  if (path.length > deepest || path.some((step) => typeof step === 'number' && step > farthest)) {
    return { problem: `${cut(word, 40)}: is too far inside; write what is around it with :=` };
  }
  if (json) return { path, json, text: value };
  if (value.startsWith('@')) return { path, json, text: '', file: value.slice(1) };
  return { path, json, text: value.startsWith('\\@') ? value.slice(1) : value };
}

function unescapedEquals(word: string): number {
  let at = word.indexOf('=');
  while (at > 0 && word[at - 1] === '\\') at = word.indexOf('=', at + 1);
  return at;
}

/** A key with its escapes resolved. */
function literal(key: string): string {
  return key.replaceAll(/\\([=:.[\]])/g, '$1');
}

/** `a.b[0].c` as a path; undefined when it is malformed. */
function parseKey(key: string): Path | undefined {
  const [first = ''] = /^(?:\\[=:.[\]]|[^.[])*/.exec(key) ?? [];
  const path: (string | number)[] = [literal(first)];
  const step = /\.((?:\\[=:.[\]]|[^.[])+)|\[(\d+)\]/y;
  step.lastIndex = first.length;
  while (step.lastIndex < key.length) {
    const [, name, index] = step.exec(key) ?? [];
    if (name === undefined && index === undefined) return undefined;
    path.push(name === undefined ? Number(index) : literal(name));
  }
  return path;
}
