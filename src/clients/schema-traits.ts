import { further, pointerOf, stepsTo, type Trail } from '../json/path.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import type { SchemaTrait } from './client.ts';
import { hasLookaround } from './lookaround.ts';

/** Where in a schema something is that some clients do not take, by trait. */
export type TraitPlaces = ReadonlyMap<SchemaTrait, TraitPlace>;

/** The places of one trait. */
interface TraitPlace {
  /** Where the first one is; `traitPointer` writes it down. */
  readonly first: Trail | undefined;
  readonly count: number;
}

/** The first place of a trait as a JSON pointer into the schema. */
export const traitPointer = ({ first }: TraitPlace): string => pointerOf(stepsTo(first));

/** Keywords of the root that make it one of several schemas. */
const UNIONS = ['anyOf', 'oneOf', 'allOf'] as const;

/** What a keyword holds: a schema, which may also be a list of them, or schemas by name. */
const HOLDS: ReadonlyMap<string, 'schemas' | 'named'> = new Map([
  ...(
    [
      ...['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items', 'additionalItems', 'additionalProperties'],
      ...[
        'unevaluatedItems',
        'unevaluatedProperties',
        'contains',
        'not',
        'if',
        'then',
        'else',
        'propertyNames',
      ],
    ] as const
  ).map((keyword) => [keyword, 'schemas'] as const),
  ...(
    ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'] as const
  ).map((keyword) => [keyword, 'named'] as const),
]);

/** Schemas nested deeper are not looked at. */
const DEEPEST = 64;

/**
 * Everything in the `inputSchema` of a tool that some client does not take. Reads each schema in it once, also those of `$defs`;
 * a reference is not followed, so a schema may hold itself.
 */
export function traitsOf(schema: unknown): TraitPlaces {
  const places = new Map<SchemaTrait, { first: Trail | undefined; count: number }>();
  if (!isObject(schema)) return places;
  const add: Add = (trait, trail) => {
    const known = places.get(trait);
    if (known === undefined) places.set(trait, { first: trail, count: 1 });
    else known.count += 1;
  };
  if (schema['type'] !== 'object') add('root is not an object', undefined);
  for (const keyword of UNIONS)
    if (Array.isArray(schema[keyword])) add('root union', further(undefined, keyword));
  walk(schema, undefined, 0, add);
  return places;
}

type Add = (trait: SchemaTrait, trail: Trail | undefined) => void;

function walk(node: JsonObject, trail: Trail | undefined, depth: number, add: Add): void {
  addTraits(node, trail, add);
  if (depth === DEEPEST) return;
  for (const keyword in node) {
    const value = node[keyword];
    if (typeof value !== 'object' || value === null) continue;
    const holds = HOLDS.get(keyword);
    if (holds === undefined) continue;
    const here = further(trail, keyword);
    if (Array.isArray(value)) {
      if (holds !== 'schemas') continue;
      for (const [at, one] of value.entries())
        if (isObject(one)) walk(one, further(here, at), depth + 1, add);
    } else if (holds === 'schemas') walk(value as JsonObject, here, depth + 1, add);
    else {
      for (const name of Object.keys(value)) {
        const one = (value as JsonObject)[name];
        if (isObject(one)) walk(one, further(here, name), depth + 1, add);
      }
    }
  }
}

function addTraits(node: JsonObject, trail: Trail | undefined, add: Add): void {
  const { type, items, properties, required, additionalProperties } = node;
  if (Array.isArray(type)) add('list of types', trail);
  // A tuple has no schema for its items, neither by `prefixItems` nor by the list that drafts before 2020-12 have.
  if (!isObject(items) && typeof items !== 'boolean' && isOf(type, 'array'))
    add('array without items', trail);
  // Further within it is an object of any members.
  if (trail === undefined && properties === undefined && isOf(type, 'object'))
    add('object without properties', trail);
  if (looksAround(node)) add('lookaround', trail);
  if (additionalProperties !== undefined) add('additionalProperties', trail);
  if (isObject(items) && (Array.isArray(items['anyOf']) || Array.isArray(items['oneOf'])))
    add('union in items', trail);
  if (!isObject(properties)) return;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  const own = Object.keys(properties);
  if (own.length > names.length || own.some((name) => !names.includes(name)))
    add('optional parameter', trail);
  if (additionalProperties !== false) add('open object', trail);
}

const isOf = (type: unknown, wanted: string): boolean =>
  Array.isArray(type) ? type.includes(wanted) : type === wanted;

/** A pattern of a text, or of the names of members. */
const looksAround = ({ pattern, patternProperties }: JsonObject): boolean =>
  (typeof pattern === 'string' && hasLookaround(pattern)) ||
  (isObject(patternProperties) && Object.keys(patternProperties).some(hasLookaround));
