import { same } from '../json/same.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { LISTS, type ListName } from '../spec/methods.ts';
import type { Change } from './change.ts';

/** The changes, removed items with their most likely new name: that of an added item which is used in the same way. */
export function withRenames(changes: readonly Change[]): readonly Change[] {
  const isWhole = (kind: Change['kind']) => changes.filter((one) => one.path === '' && one.kind === kind);
  const [gone, come] = [isWhole('removed'), isWhole('added')];
  if (gone.length === 0 || come.length === 0) return changes;
  const taken = new Set<Change>();
  const renamed = new Map<Change, string>();
  for (const isLikely of [isNamedAlike, isUsedAlike]) {
    for (const one of gone) {
      if (renamed.has(one)) continue;
      const fitting = come.filter((other) => !taken.has(other) && isLikely(one, other));
      const [only] = fitting;
      // With several candidates on either side, nobody can say.
      const isOnly =
        fitting.length === 1 &&
        gone.filter((other) => !renamed.has(other) && only && isLikely(other, only)).length === 1;
      if (only === undefined || !isOnly) continue;
      taken.add(only);
      renamed.set(one, only.name);
    }
  }
  return changes.map((one) => {
    const name = renamed.get(one);
    return name === undefined ? one : { ...one, renamed: name };
  });
}

/** `getWeather` and `get_weather`, used in the same way. */
const isNamedAlike = (gone: Change, come: Change): boolean =>
  same(usageOf(gone.list, gone.before), usageOf(come.list, come.after)) &&
  bare(gone.name) === bare(come.name);

const bare = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Used in the same way. Items without arguments are left out: too many are alike. */
const isUsedAlike = (gone: Change, come: Change): boolean =>
  takesSomething(gone) && same(usageOf(gone.list, gone.before), usageOf(come.list, come.after));

function takesSomething({ list, before }: Change): boolean {
  if (!isObject(before)) return false;
  const schema = before['inputSchema'];
  if (list === 'prompts') return Array.isArray(before['arguments']) && before['arguments'].length > 0;
  if (list !== 'tools') return true;
  return isObject(schema) && isObject(schema['properties']) && Object.keys(schema['properties']).length > 0;
}

/** What a caller has to know of an item, except for its name. */
function usageOf(list: ListName | undefined, raw: unknown): unknown {
  if (list === undefined || !isObject(raw)) return undefined;
  switch (list) {
    case 'tools':
      return [raw['inputSchema'], raw['outputSchema']];
    case 'prompts':
      return raw['arguments'] ?? [];
    case 'resources':
    case 'resourceTemplates':
    case 'skills':
      return without(raw, LISTS[list].key);
  }
}

const without = (raw: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(raw).filter(([name]) => name !== key));
