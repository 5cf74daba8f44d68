import { unfolded } from '../../../json/fold.ts';
import { createRows } from '../../../json/rows.ts';
import type { JsonSection, Section, TextSection } from './sheet.ts';

/** A section of a text with its line breaks, or of lines in which a line break is none. */
export function textSection(
  id: string,
  text: string | readonly string[],
  more: Omit<Partial<TextSection>, 'kind' | 'id' | 'text' | 'lines'> = {},
): TextSection {
  const [whole, lines] =
    typeof text === 'string' ? [text, text.split(/\r\n|\r|\n/)] : [text.join('\n'), text];
  return { kind: 'text', id, text: whole, lines: lines.flatMap(pieces), ...more };
}

/** A section of JSON; `undefined` when the text is none. */
export function jsonSection(id: string, json: string, path: string): JsonSection | undefined {
  const rows = createRows(json);
  return rows && { kind: 'json', id, rows, path, fold: unfolded(rows) };
}

/** The JSON that a section of text holds; nothing when it is no object and no array. */
export function asJson(section: TextSection): JsonSection | undefined {
  if (!mayBeJson(section) || section.content?.kind !== 'text') return undefined;
  let json = parsed.get(section);
  if (json === undefined && !parsed.has(section)) {
    json = jsonSection(section.id, section.content.text, section.path ?? '');
    parsed.set(section, json);
  }
  return json;
}

/** Characters of the longest text that is shown as the JSON it holds at once. */
const AT_ONCE = 4_000_000;

/** A text as it reads; what holds an object or an array of JSON as that, and by a key as it was sent. */
export function readable(section: TextSection): Section {
  const isShort = section.content?.kind === 'text' && section.content.text.length <= AT_ONCE;
  const json = isShort ? asJson(section) : undefined;
  return json === undefined ? section : { ...json, turned: section };
}

/** Whether a text begins as an object or an array. */
export const mayBeJson = ({ content }: TextSection): boolean =>
  content?.kind === 'text' && /^\s{0,99}[{[]/.test(content.text);

const parsed = new WeakMap<TextSection, JsonSection | undefined>();

/** Code units of the longest piece that is laid out at a time: a line of megabytes is never looked at as a whole. */
const PIECE = 4096;

/** A line in pieces, each ending behind a space where there is one, never inside of a character. */
function pieces(line: string): string | readonly string[] {
  if (line.length <= PIECE) return line;
  const found: string[] = [];
  for (let from = 0; from < line.length; ) {
    const to = from + PIECE >= line.length ? line.length : breakBefore(line, from + PIECE);
    found.push(line.slice(from, to));
    from = to;
  }
  return found;
}

function breakBefore(line: string, end: number): number {
  // In a slice: in a text without spaces the search would go back to its beginning, for every piece.
  const from = end - 199;
  const space = line.slice(from, end).lastIndexOf(' ');
  if (space >= 0) return from + space + 1;
  let at = end;
  while (at > end - 64 && JOINED.test(line.slice(at - 1, at + 1))) at -= 1;
  return at;
}

/** Two code units that belong together: a pair of surrogates, or what is joined by a mark or a joiner. */
const JOINED = /^(?:[\u{10000}-\u{10ffff}]|\u200d.|.(?:\p{M}|\u200d))$/su;
