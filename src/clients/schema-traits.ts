import { further, pointerOf, stepsTo, type Trail } from '../json/path.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import type { SchemaTrait } from './client.ts';

/** Where in a schema something is that some clients do not take: JSON pointers into the schema, by trait. */
export type TraitPlaces = ReadonlyMap<SchemaTrait, readonly string[]>;

/** Keywords of the root that make it one of several schemas. */
const UNIONS = ['anyOf', 'oneOf', 'allOf'] as const;

/** Keywords that hold a schema, a list of schemas, schemas by name. */
const ONE = [
  'items',
  'additionalProperties',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'propertyNames',
] as const;
const MANY = ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items'] as const;
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'] as const;

/** Schemas nested deeper are not looked at. */
const DEEPEST = 64;

/** Everything in the `inputSchema` of a tool that some client does not take. Reads each schema in it once. */
export function traitsOf(schema: unknown): TraitPlaces {
  const places = new Map<SchemaTrait, string[]>();
  const add = (trait: SchemaTrait, trail: Trail | undefined): void => {
    const pointer = pointerOf(stepsTo(trail));
    const known = places.get(trait);
    if (known === undefined) places.set(trait, [pointer]);
    else known.push(pointer);
  };
  if (!isObject(schema)) return places;
  if (schema['type'] !== 'object') add('root is not an object', undefined);
  for (const keyword of UNIONS)
    if (Array.isArray(schema[keyword])) add('root union', further(undefined, keyword));
  walk(schema, undefined, 0, (node, trail) => {
    for (const trait of nodeTraits(node)) add(trait, trail);
  });
  return places;
}

type Visit = (node: JsonObject, trail: Trail | undefined) => void;

function walk(node: JsonObject, trail: Trail | undefined, depth: number, visit: Visit): void {
  visit(node, trail);
  if (depth === DEEPEST) return;
  const into = (value: unknown, ...steps: readonly (string | number)[]): void => {
    if (isObject(value)) walk(value, steps.reduce<Trail | undefined>(further, trail), depth + 1, visit);
  };
  for (const keyword of ONE) into(node[keyword], keyword);
  for (const keyword of MANY) {
    const list = node[keyword];
    if (Array.isArray(list)) for (const [at, one] of list.entries()) into(one, keyword, at);
  }
  for (const keyword of NAMED) {
    const named = node[keyword];
    if (isObject(named)) for (const name of Object.keys(named)) into(named[name], keyword, name);
  }
}

function nodeTraits(node: JsonObject): readonly SchemaTrait[] {
  const { type, items, properties, pattern, required, additionalProperties } = node;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const found: SchemaTrait[] = [];
  if (types.includes('array') && items === undefined) found.push('array without items');
  if (types.includes('object') && properties === undefined) found.push('object without properties');
  if (types.length > 1) found.push('list of types');
  if (typeof pattern === 'string' && /\(\?<?[=!]/.test(pattern)) found.push('lookaround');
  if (additionalProperties !== undefined) found.push('additionalProperties');
  if (isObject(items) && (items['anyOf'] !== undefined || items['oneOf'] !== undefined))
    found.push('union in items');
  if (isObject(properties)) {
    const names: readonly unknown[] = Array.isArray(required) ? required : [];
    if (Object.keys(properties).some((name) => !names.includes(name))) found.push('optional parameter');
    if (additionalProperties !== false) found.push('open object');
  }
  return found;
}
