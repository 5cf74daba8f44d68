import { foldedFrom, unfolded } from '../../../json/fold.ts';
import { jsonOf } from '../../../json/json-of.ts';
import { memberTexts } from '../../../json/parts.ts';
import { createRows } from '../../../json/rows.ts';
import { isObject } from '../../../json/shape.ts';
import { spanAt } from '../../../json/span.ts';
import type { JsonSection, Section } from './sheet.ts';
import { textSection } from './text.ts';

/** A message that sections are made of. */
export interface Source {
  /** Its JSON text. */
  readonly json: string;
  /** Hides secrets in a text of it, unless the person has asked to see them. */
  readonly mask: (text: string) => string;
}

/** A value of a message, and where it stands in it. */
export interface Spot {
  readonly value: unknown;
  /** As a JSON pointer. */
  readonly path: string;
}

/** A member of a value. */
export const member = ({ value, path }: Spot, name: string): Spot => ({
  value: isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined,
  path: `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
});

/** The elements of an array; nothing when the value is none. */
export const elements = ({ value, path }: Spot): readonly Spot[] | undefined =>
  Array.isArray(value)
    ? value.map((one: unknown, place) => ({ value: one, path: `${path}/${place}` }))
    : undefined;

/** A value as JSON exactly as it was sent; folded at first from a depth on, where one is given. */
export function exactly({ json }: Source, { value, path }: Spot, depth?: number): JsonSection {
  const span = spanAt(json, path);
  const sent = span === undefined ? undefined : json.slice(span.start, span.end);
  return sectionOf(sent ?? jsonOf(value), path, path, depth);
}

/** The members of an object that are not among those known, folded; nothing when there are none. */
export function others(source: Source, spot: Spot, known: readonly string[]): readonly Section[] {
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
  if (rows === undefined) throw new Error(`${path} of a message is no JSON`);
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
  return full.flatMap((group, place) =>
    place === 0 ? group : [textSection(`gap ${place}`, '', { gap: true }), ...group],
  );
}
