import { same } from '../json/same.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { shortJson } from '../json/short-json.ts';
import type { ListItem } from '../spec/check/item.ts';
import type { News } from './state.ts';

/** What a list has that it had not before, by name; undefined when it is the same. */
export function newsOf(before: readonly ListItem[], after: readonly ListItem[]): News | undefined {
  const old = new Map(before.map((item) => [item.name, item]));
  const now = new Map(after.map((item) => [item.name, item]));
  const added = [...now.keys()].filter((name) => !old.has(name));
  const removed = [...old.keys()].filter((name) => !now.has(name));
  const changed = [...now].flatMap(([name, item]) => {
    const what = changesOf(old.get(name)?.raw, item.raw);
    return old.has(name) && what.length > 0 ? [{ name, what }] : [];
  });
  if (added.length + removed.length + changed.length === 0) return undefined;
  return { added, removed, changed };
}

/** Which members changed, in words; of a schema which parameters and how. */
function changesOf(before: unknown, after: unknown): readonly string[] {
  if (!isObject(before) || !isObject(after)) return same(before, after) ? [] : ['everything'];
  return namesOf(before, after).flatMap((name) => {
    if (same(before[name], after[name])) return [];
    if (name !== 'inputSchema' && name !== 'outputSchema') return [name];
    const parameters = schemaChanges(before[name], after[name]);
    return parameters.length === 0 ? [name] : parameters.map((change) => `${name}.${change}`);
  });
}

function schemaChanges(before: unknown, after: unknown): readonly string[] {
  const old = propertiesOf(before);
  const now = propertiesOf(after);
  return namesOf(old, now).flatMap((name) => {
    if (!(name in old)) return [`${name} added`];
    if (!(name in now)) return [`${name} removed`];
    return parameterChanges(name, facts(before, old, name), facts(after, now, name));
  });
}

function parameterChanges(name: string, before: JsonObject, after: JsonObject): readonly string[] {
  return Object.keys(after).flatMap((fact) =>
    same(before[fact], after[fact])
      ? []
      : [`${name}: ${fact} ${shortJson(after[fact])}, was ${shortJson(before[fact])}`],
  );
}

/** What of a parameter matters to who calls. */
function facts(schema: unknown, properties: JsonObject, name: string): JsonObject {
  const property = isObject(properties[name]) ? properties[name] : {};
  const required = isObject(schema) && Array.isArray(schema['required']) && schema['required'].includes(name);
  return { type: property['type'], required, enum: property['enum'] };
}

const propertiesOf = (schema: unknown): JsonObject =>
  isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};

const namesOf = (one: JsonObject, other: JsonObject): readonly string[] => [
  ...new Set([...Object.keys(one), ...Object.keys(other)]),
];

/** How much of the news is told: names of each kind, and changes of each of them. */
export interface NewsLength {
  readonly names: number;
  readonly changes: number;
}

/** What one line has room for, and what is told where there is more. */
const SHORT: NewsLength = { names: 5, changes: 3 };
export const LONG: NewsLength = { names: 200, changes: 50 };

/** The news in one line: `2 added (a, b), 1 removed (c), 1 changed (d: inputSchema.n: number, was text)`. */
export function newsSentence({ added, removed, changed }: News, { names, changes } = SHORT): string {
  const parts = [
    part(added, 'added', names),
    part(removed, 'removed', names),
    part(
      changed.map(({ name, what }) => `${name}: ${upTo(changes, what, '; ')}`),
      'changed',
      names,
    ),
  ];
  return parts.filter((one) => one !== '').join(', ');
}

function part(names: readonly string[], word: string, most: number): string {
  return names.length === 0 ? '' : `${names.length} ${word} (${upTo(most, names, ', ')})`;
}

/** So many of the words, and how many more there are. */
function upTo(most: number, words: readonly string[], between: string): string {
  const more = words.length > most ? [`and ${words.length - most} more`] : [];
  return [...words.slice(0, most), ...more].join(between);
}
