import { foldedFrom, unfolded } from '../../../json/fold.ts';
import { jsonOf } from '../../../json/json-of.ts';
import { memberTexts } from '../../../json/parts.ts';
import { spanAt } from '../../../json/reader.ts';
import { createRows } from '../../../json/rows.ts';
import { beginsAsJson, isObject } from '../../../json/shape.ts';
import { memoOf } from '../../../time/memo.ts';
import type { JsonSection, Section, TextSection } from './sheet.ts';

/** A section of a text with its line breaks, or of lines whose line breaks do not count. */
export function textSection(
  id: string,
  text: string | readonly string[],
  more: Omit<Partial<TextSection>, 'kind' | 'id' | 'text' | 'lines'> = {},
): TextSection {
  const [whole, lines] =
    typeof text === 'string' ? [text, text.split(/\r\n|\r|\n/)] : [text.join('\n'), text];
  return { kind: 'text', id, text: whole, lines: lines.flatMap(pieces), ...more };
}

/** A section of JSON; `undefined` when the text is not JSON. */
export function jsonSection(id: string, json: string, path: string): JsonSection | undefined {
  const rows = createRows(json);
  return rows && { kind: 'json', id, rows, path, fold: unfolded(rows) };
}

/** The JSON that a section of text holds; nothing where that is neither an object nor an array. */
export const asJson = memoOf((section: TextSection): JsonSection | undefined =>
  section.content?.kind === 'text' && beginsAsJson(section.content.text)
    ? jsonSection(section.id, section.content.text, section.path ?? '')
    : undefined,
);

/** Characters of the longest text that is shown as the JSON it holds at once. */
const AT_ONCE = 4_000_000;

/** A text as it reads; what holds an object or an array of JSON as that, and by a key as it was sent. */
export function readable(section: TextSection): Section {
  const json = isShort(section) ? asJson(section) : undefined;
  return json === undefined ? section : { ...json, turned: section };
}

const isShort = ({ content }: TextSection): boolean =>
  content?.kind === 'text' && content.text.length <= AT_ONCE;

/** Whether a text is an object or an array of JSON; of one that is very long whether it begins as one. */
export function mayBeJson(section: TextSection): boolean {
  if (isShort(section)) return asJson(section) !== undefined;
  return section.content?.kind === 'text' && beginsAsJson(section.content.text);
}

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

/** A message that sections are made of. */
export interface MessageSource {
  /** Its JSON text. */
  readonly json: string;
  /** Hides secrets in a text of it, unless the person has asked to see them. */
  readonly mask: (text: string) => string;
}

/** A value of a message, and where it stands in it. */
export interface MessageValue {
  readonly value: unknown;
  /** As a JSON pointer. */
  readonly path: string;
}

/** A member of a value. */
export const member = ({ value, path }: MessageValue, name: string): MessageValue => ({
  value: isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined,
  path: `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
});

/** The elements of an array; nothing for any other value. */
export const elements = ({ value, path }: MessageValue): readonly MessageValue[] | undefined =>
  Array.isArray(value)
    ? value.map((one: unknown, place) => ({ value: one, path: `${path}/${place}` }))
    : undefined;

/** A value as JSON exactly as it was sent; folded at first from `depth` on. */
export function exactly({ json }: MessageSource, { value, path }: MessageValue, depth?: number): JsonSection {
  const span = spanAt(json, path);
  const sent = span === undefined ? undefined : json.slice(span.start, span.end);
  return sectionOf(sent ?? jsonOf(value), path, path, depth);
}

/** The members of an object that are not among those known, folded; nothing when there are none. */
export function others(
  source: MessageSource,
  spot: MessageValue,
  known: readonly string[],
): readonly Section[] {
  if (!isObject(spot.value) || Object.keys(spot.value).every((name) => known.includes(name))) return [];
  const span = spanAt(source.json, spot.path);
  const members = memberTexts(span === undefined ? '{}' : source.json.slice(span.start, span.end)) ?? [];
  const kept = members.filter(([name]) => !known.includes(name));
  const json = kept.map(([name, text]) => `${JSON.stringify(name)}: ${text}`).join(', ');
  const title = kept.every(([name]) => name === '_meta') ? '_meta' : 'other members';
  return [
    textSection(`${spot.path} others`, title, { meaning: 'dim' }),
    sectionOf(`{${json}}`, `${spot.path} rest`, spot.path, 0),
  ];
}

function sectionOf(json: string, id: string, path: string, depth?: number): JsonSection {
  const rows = createRows(json);
  if (rows === undefined) throw new Error(`${path} of a message is not JSON`);
  return {
    kind: 'json',
    id,
    rows,
    path,
    fold: depth === undefined ? unfolded(rows) : foldedFrom(rows, depth),
  };
}

/** Groups of sections with an empty line between them. */
export function parted(groups: readonly (readonly Section[])[]): readonly Section[] {
  const full = groups.filter(({ length }) => length > 0);
  return full.flatMap((group, place) => (place === 0 ? group : [textSection(`gap ${place}`, ''), ...group]));
}
