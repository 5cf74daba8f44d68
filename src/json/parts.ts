import { parse } from './parse.ts';
import type { TextSpan } from './reader.ts';
import { afterSpace, MARK, scan, stringEnd } from './scan.ts';

/**
 * The members of an object's JSON text, in order, each with its name and the exact text of its value; undefined for
 * any other value. A repeated name is there twice. The text must be valid JSON.
 */
export const memberTexts = (text: string): readonly (readonly [string, string])[] | undefined =>
  memberSpans(text)?.map(([name, { start, end }]) => [name, text.slice(start, end)]);

/** A text with another value for a member, wherever it stands; all else stays to the character. The text must be valid JSON. */
export function withMember(text: string, name: string, value: string): string {
  const found = (memberSpans(text) ?? []).filter(([one]) => one === name);
  return found.reduceRight((now, [, { start, end }]) => now.slice(0, start) + value + now.slice(end), text);
}

/** An object's text without a member, wherever it stands; the values of the others stay to the character. The text must be valid JSON. */
export function withoutMember(text: string, name: string): string {
  const members = memberSpans(text) ?? [];
  const kept = members.filter(([one]) => one !== name);
  if (kept.length === members.length) return text;
  const last = members.at(-1)?.[1].end ?? 0;
  const told = kept.map(([one, { start, end }]) => `${JSON.stringify(one)}:${text.slice(start, end)}`);
  return `${text.slice(0, text.indexOf('{') + 1)}${told.join(',')}${text.slice(last)}`;
}

function memberSpans(text: string): readonly (readonly [string, TextSpan])[] | undefined {
  let at = afterSpace(text, 0);
  if (text[at] !== '{') return undefined;
  const members: (readonly [string, TextSpan])[] = [];
  at = afterSpace(text, at + 1);
  while (text[at] === '"') {
    const nameEnd = valueEnd(text, at);
    const written = text.slice(at + 1, nameEnd - 1);
    const name = written.includes('\\') ? `${parse(text.slice(at, nameEnd)) ?? written}` : written;
    const start = afterSpace(text, afterSpace(text, nameEnd) + 1);
    const end = valueEnd(text, start);
    members.push([name, { start, end }]);
    at = afterComma(text, end);
  }
  return members;
}

/** The exact text of a member; of several with the name the last, as `JSON.parse` has it. */
export function memberText(text: string, name: string): string | undefined {
  const span = memberSpans(text)?.findLast(([found]) => found === name)?.[1];
  return span && text.slice(span.start, span.end);
}

/** The exact texts of an array's elements; undefined for any other value. The text must be valid JSON. */
export function elementTexts(text: string): readonly string[] | undefined {
  return elementSpans(text)?.map(({ start, end }) => text.slice(start, end));
}

/** Where an array's elements are in its text; undefined for any other value. The text must be valid JSON. */
export function elementSpans(text: string): readonly TextSpan[] | undefined {
  let at = afterSpace(text, 0);
  if (text[at] !== '[') return undefined;
  const elements: TextSpan[] = [];
  at = afterSpace(text, at + 1);
  while (at < text.length && text[at] !== ']') {
    const end = valueEnd(text, at);
    // Of a text that is no JSON the rest is left out.
    if (end === at) break;
    elements.push({ start: at, end });
    at = afterComma(text, end);
  }
  return elements;
}

/** A JSON text without the white space between its tokens, which stay to the character. The text must be valid JSON. */
export function minified(text: string): string {
  let line = '';
  let from = 0;
  scan(text, (_, start, end) => {
    line += text.slice(from, start).trim() + text.slice(start, end);
    from = end;
    return false;
  });
  return line + text.slice(from).trim();
}

function afterComma(text: string, from: number): number {
  const at = afterSpace(text, from);
  return text[at] === ',' ? afterSpace(text, at + 1) : at;
}

const SCALAR = /[^,\]}\s]*/y;

/** The index after the value that begins here. */
function valueEnd(text: string, from: number): number {
  const first = text[from];
  const quoted = first === '"' ? stringEnd(text, from) : -1;
  if (quoted >= 0) return quoted;
  if (first !== '"' && first !== '{' && first !== '[') {
    SCALAR.lastIndex = from;
    SCALAR.test(text);
    return SCALAR.lastIndex;
  }
  let end = text.length;
  let depth = 0;
  scan(
    text,
    (mark, _, after) => {
      if (mark === MARK.object || mark === MARK.array) depth += 1;
      else if (mark === MARK.objectEnd || mark === MARK.arrayEnd) depth -= 1;
      if (depth === 0) end = after;
      return depth === 0;
    },
    from,
  );
  return end;
}
