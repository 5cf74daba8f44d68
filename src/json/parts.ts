/**
 * The members of an object's JSON text, in order, each with its name and the exact text of its value; undefined for
 * any other value. A name that stands twice is there twice. The text must be valid JSON.
 */
export function memberTexts(text: string): readonly (readonly [string, string])[] | undefined {
  let at = skipSpace(text, 0);
  if (text[at] !== '{') return undefined;
  const members: (readonly [string, string])[] = [];
  at = skipSpace(text, at + 1);
  while (text[at] === '"') {
    const nameEnd = valueEnd(text, at);
    const name: string = JSON.parse(text.slice(at, nameEnd));
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const end = valueEnd(text, start);
    members.push([name, text.slice(start, end)]);
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return members;
}

/** The exact text of a member; of several with the name the last, as `JSON.parse` has it. */
export function memberText(text: string, name: string): string | undefined {
  return memberTexts(text)?.findLast(([found]) => found === name)?.[1];
}

/** The exact texts of an array's elements; undefined for any other value. The text must be valid JSON. */
export function elementTexts(text: string): readonly string[] | undefined {
  let at = skipSpace(text, 0);
  if (text[at] !== '[') return undefined;
  const elements: string[] = [];
  at = skipSpace(text, at + 1);
  while (at < text.length && text[at] !== ']') {
    const end = valueEnd(text, at);
    elements.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return elements;
}

const SPACE = /[ \t\r\n]*/y;
const SCALAR = /[^,\]}\s]*/y;
const PLAIN = /[^"{}[\]]*/y;

function skipSpace(text: string, from: number): number {
  return reach(SPACE, text, from);
}

/** Where the value ends that begins here: the place after its last character. */
function valueEnd(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return stringEnd(text, from);
  if (first !== '{' && first !== '[') return reach(SCALAR, text, from);
  let depth = 0;
  let at = from;
  while (at < text.length) {
    at = reach(PLAIN, text, at);
    const mark = text[at];
    if (mark === '"') at = stringEnd(text, at);
    else {
      depth += mark === '{' || mark === '[' ? 1 : -1;
      at += 1;
      if (depth === 0) return at;
    }
  }
  return text.length;
}

/** A quote ends the string unless an odd number of backslashes stands before it; strings may be megabytes long. */
function stringEnd(text: string, from: number): number {
  let quote = text.indexOf('"', from + 1);
  while (quote >= 0) {
    let before = quote - 1;
    while (text[before] === '\\') before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
    quote = text.indexOf('"', quote + 1);
  }
  return text.length;
}

function reach(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  pattern.test(text);
  return pattern.lastIndex;
}
