/** A word of a filter with its place in the text, in code units. */
export interface Word {
  readonly kind: 'word' | 'text' | 'regex' | '(' | ')';
  /** As it is meant: without quotes and escapes; of a pattern its source. */
  readonly value: string;
  /** Of a word `key:value`, where both are there. */
  readonly key?: string;
  readonly flags?: string;
  readonly start: number;
  readonly end: number;
}

/** What is wrong with a filter, in a sentence without its full stop, and where. */
export interface FilterProblem {
  readonly at: number;
  readonly message: string;
}

const KEY = /^([A-Za-z]+):(?!\/\/)/;
/** A sign right before a key or the name of a saved filter says `not`, as in many a search. */
const SIGN = /^[-!](?=[A-Za-z]+:(?!\/\/)|@)/;

/** Takes a filter apart. What is left open at its end is reported, with the words before it. */
export function wordsOf(text: string): { readonly words: readonly Word[]; readonly problem?: FilterProblem } {
  const words: Word[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? '';
    if (/\s/.test(character)) {
      at += 1;
    } else if (character === '(' || character === ')') {
      words.push({ kind: character, value: character, start: at, end: at + 1 });
      at += 1;
    } else if (SIGN.test(text.slice(at))) {
      words.push({ kind: 'word', value: 'not', start: at, end: at + 1 });
      at += 1;
    } else {
      const word = wordAt(text, at);
      if ('message' in word) return { words, problem: word };
      words.push(word);
      at = word.end;
    }
  }
  return { words };
}

function wordAt(text: string, start: number): Word | FilterProblem {
  if (text[start] === '/') return pattern(text, start);
  const key = KEY.exec(text.slice(start))?.[1];
  const from = key === undefined ? start : start + key.length + 1;
  if (text[from] === '"') {
    const quoted = quotedAt(text, from);
    if ('message' in quoted) return quoted;
    const { value, end } = quoted;
    return key === undefined
      ? { kind: 'text', value, start, end }
      : { kind: 'word', key: key.toLowerCase(), value, start, end };
  }
  let end = from;
  while (end < text.length && !/[\s()]/.test(text[end] ?? '')) end += 1;
  const value = text.slice(from, end);
  return { kind: 'word', value, ...(key === undefined ? {} : { key: key.toLowerCase() }), start, end };
}

function quotedAt(text: string, start: number): { value: string; end: number } | FilterProblem {
  let value = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '"') return { value, end: at + 1 };
    if (character === '\\' && at + 1 < text.length) at += 1;
    value += text[at] ?? '';
  }
  return { at: start, message: 'a quote is open: end it with "' };
}

/** `/…/flags`; a slash within it is `\/`. */
function pattern(text: string, start: number): Word | FilterProblem {
  let isClass = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\\') at += 1;
    else if (character === '[') isClass = true;
    else if (character === ']') isClass = false;
    else if (character === '/' && !isClass) {
      const [flags = ''] = /^[a-z]*/i.exec(text.slice(at + 1)) ?? [];
      const end = at + 1 + flags.length;
      return { kind: 'regex', value: text.slice(start + 1, at), flags, start, end };
    }
  }
  return { at: start, message: 'a pattern is open: end it with /' };
}
