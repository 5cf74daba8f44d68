import { isObject, type JsonObject } from '../json/shape.ts';
import type { Client } from './client.ts';

/** A schema as a client hands it to its model; the very same object where it is left as it is. */
export function arrivingSchema(client: Client, schema: unknown): unknown {
  const left = leftOf(client, schema);
  const added = addedTo(client, left);
  return isObject(left) && added !== undefined ? { ...left, ...added } : left;
}

/** A schema without the keywords that a client leaves out; the very same object where there are none. */
export function leftOf({ schemas }: Client, schema: unknown): unknown {
  const { drops = [] } = schemas ?? {};
  return drops.length === 0 ? schema : without(schema, new Set(drops), 0, false);
}

/** The members that a client puts behind those of a schema; undefined where there are none. */
export function addedTo({ schemas }: Client, schema: unknown): JsonObject | undefined {
  const { adds } = schemas ?? {};
  if (adds === undefined || !isObject(schema)) return undefined;
  const missing = Object.entries(adds).filter(([name]) => !Object.hasOwn(schema, name));
  return missing.length === 0 ? undefined : Object.fromEntries(missing);
}

/** Schemas nested deeper are left as they are. */
const DEEPEST = 64;

/** Members whose own members are names of the server, not keywords. */
const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

/** Members whose values are no schemas. */
const DATA: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples', 'required']);

function without(value: unknown, drops: ReadonlySet<string>, depth: number, areNames: boolean): unknown {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((one) => without(one, drops, depth + 1, false));
    return items.every((one, at) => one === value[at]) ? value : items;
  }
  if (!isObject(value)) return value;
  let isSame = true;
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (!areNames && drops.has(name)) isSame = false;
    else {
      const left =
        !areNames && DATA.has(name)
          ? member
          : without(member, drops, depth + 1, !areNames && NAMED.has(name));
      if (left !== member) isSame = false;
      members.push([name, left]);
    }
  }
  return isSame ? value : Object.fromEntries(members);
}
