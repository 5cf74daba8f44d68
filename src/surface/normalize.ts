import { commonTypes, mergeBounds, mergeNodes } from '../form/merge.ts';
import { own, type Schema, type SchemaDocument, type TypeName } from '../form/schema.ts';
import { isMultipleOf } from '../form/validate.ts';
import { same } from '../json/same.ts';
import { areApart } from './apart.ts';
import {
  EVERY,
  isOneOf,
  type Normal,
  refusesAll,
  TEXTS,
  type Union,
  type UnionVariant,
} from './normal-schema.ts';

type NormalInProgress = { -readonly [key in keyof Normal]: Normal[key] };

/** The normal form of a schema of a document, made once. Loops were cut when the document was compiled, so this ends. */
export const normalOf = (document: SchemaDocument, node: Schema): Normal =>
  document.derive(normalOf, node, () => {
    const { $ref, const: value, allOf = [], anyOf, oneOf, ...plain } = node;
    const target = $ref === undefined ? undefined : document.refs[$ref];
    // A reference alone is its target, so that recursion is recognized.
    if (target !== undefined && Object.keys(node).length === 1) return normalOf(document, target);
    let merged: Normal = plain;
    if (value !== undefined) merged = merge(merged, { enum: [value] });
    for (const [keyword, variants] of [
      ['anyOf', anyOf],
      ['oneOf', oneOf],
    ] as const) {
      if (variants === undefined) continue;
      const normal = variants.map((one, index): UnionVariant => ({ schema: normalOf(document, one), index }));
      merged = merge(
        merged,
        tidy(document, { union: { keyword, isExclusive: keyword === 'oneOf', variants: normal } }),
      );
    }
    for (const part of target === undefined ? allOf : [target, ...allOf])
      merged = merge(merged, normalOf(document, part));
    return tidy(document, merged);
  });

/** A schema together with one of the variants of its union, made once. */
export const withVariant = (
  document: SchemaDocument,
  schema: Normal,
  { schema: variant }: UnionVariant,
): Normal =>
  document.derive(schema, variant, () => {
    const { union: _, ...rest } = schema;
    return tidy(document, merge(rest, variant));
  });

const OBJECT = ['properties', 'patternProperties', 'additionalProperties'] as const;
const CONDITION = ['if', 'then', 'else'] as const;

/** Both schemas in one. Keywords that do not constrain values are those of the first. */
function merge(first: Normal, second: Normal): Normal {
  // Their meaning depends on the keywords beside them.
  if (second.unevaluatedProperties !== undefined || second.unevaluatedItems !== undefined)
    return { ...first, also: [...(first.also ?? []), second] };
  const merged: NormalInProgress = { ...second, ...first };
  const also = [...(first.also ?? []), ...(second.also ?? [])];
  const type = commonTypes(first.type, second.type);
  if (type !== undefined) merged.type = type;
  if (first.enum !== undefined && second.enum !== undefined) {
    const { enum: others } = second;
    merged.enum = first.enum.filter((value) => others.some((other) => same(value, other)));
  }
  mergeBounds(merged, first, second);
  if (first.required !== undefined && second.required !== undefined)
    merged.required = [...new Set([...first.required, ...second.required])];
  if (first.uniqueItems || second.uniqueItems) merged.uniqueItems = true;
  for (const key of ['items', 'propertyNames'] as const) {
    const node = mergeNodes(first[key], second[key]);
    if (node !== undefined) merged[key] = node;
  }
  mergePlaces(merged, first, second);
  if (!mergeMembers(merged, first, second)) {
    for (const key of OBJECT) restore(merged, first, key);
    also.push(pick(second, OBJECT));
  }
  // Only one of each can stand in a schema.
  for (const keys of ALONE) {
    const [one, other] = [pick(first, keys), pick(second, keys)];
    if (Object.keys(one).length === 0 || Object.keys(other).length === 0 || same(one, other)) continue;
    for (const key of keys) restore(merged, first, key);
    also.push(other);
  }
  if (also.length > 0) merged.also = also;
  return merged;
}

const ALONE: readonly (readonly (keyof Normal)[])[] = [
  ['pattern'],
  ['formatHint'],
  ['multipleOf'],
  ['not'],
  ['union'],
  ['contains', 'minContains', 'maxContains'],
  CONDITION,
  ['dependentRequired'],
  ['dependentSchemas'],
];

const pick = (schema: Normal, keys: readonly (keyof Normal)[]): Normal =>
  Object.fromEntries(keys.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]])));

function restore(merged: NormalInProgress, from: Normal, key: keyof Normal): void {
  if (from[key] === undefined) delete merged[key];
  else Object.assign(merged, { [key]: from[key] });
}

/** The first items of an array: `items` holds where a schema says nothing about a place. */
function mergePlaces(merged: NormalInProgress, first: Normal, second: Normal): void {
  const [one, other] = [first.prefixItems ?? [], second.prefixItems ?? []];
  if (one.length + other.length === 0) return;
  merged.prefixItems = Array.from({ length: Math.max(one.length, other.length) }, (_, at) => {
    return mergeNodes(one[at] ?? first.items, other[at] ?? second.items) ?? {};
  });
}

/** `additionalProperties` holds for members that a schema does not name; false if the two cannot be merged. */
function mergeMembers(merged: NormalInProgress, first: Normal, second: Normal): boolean {
  const isClosed = first.additionalProperties !== undefined || second.additionalProperties !== undefined;
  const hasPatterns = first.patternProperties !== undefined || second.patternProperties !== undefined;
  if (isClosed && hasPatterns && isSaid(first) && isSaid(second)) return false;
  for (const key of ['properties', 'patternProperties'] as const) {
    const [one, other] = [first[key], second[key]];
    if (one === undefined && other === undefined) continue;
    const names = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})]);
    merged[key] = Object.fromEntries(
      [...names].map((name): readonly [string, Schema] => {
        const [mine, theirs] = [own(one, name), own(other, name)];
        const node = mergeNodes(mine ?? first.additionalProperties, theirs ?? second.additionalProperties);
        return [name, node ?? {}];
      }),
    );
  }
  const rest = mergeNodes(first.additionalProperties, second.additionalProperties);
  if (rest !== undefined) merged.additionalProperties = rest;
  return true;
}

const isSaid = (schema: Normal): boolean => OBJECT.some((key) => schema[key] !== undefined);

/** The one spelling, of several with the same meaning, in which schemas are compared. */
function tidy(document: SchemaDocument, schema: Normal): Normal {
  const { union, ...rest } = schema;
  const merged: NormalInProgress = union === undefined ? { ...schema } : withUnion(document, rest, union);
  const isWhole =
    merged.union === undefined &&
    merged.also === undefined &&
    merged.if === undefined &&
    merged.dependentSchemas === undefined;
  if (merged.unevaluatedProperties !== undefined && isWhole) {
    // Without other keywords for members, it means the same as additionalProperties.
    merged.additionalProperties ??= merged.unevaluatedProperties;
    delete merged.unevaluatedProperties;
  }
  if (merged.enum !== undefined) {
    merged.enum = merged.enum.filter((value) => isOneOf(value, merged.type));
    // The values imply it.
    if (merged.enum.length > 0) delete merged.type;
  }
  tidyType(merged);
  tidyIntegers(merged);
  if (merged.minLength === 0) delete merged.minLength;
  if (merged.minItems === 0) delete merged.minItems;
  if (merged.minProperties === 0) delete merged.minProperties;
  if (merged.uniqueItems === false) delete merged.uniqueItems;
  if (merged.required?.length === 0) delete merged.required;
  for (const key of ['items', 'additionalProperties', 'propertyNames'] as const)
    if (merged[key] !== undefined && Object.keys(merged[key]).length === 0) delete merged[key];
  if (merged.then === undefined && merged.else === undefined) delete merged.if;
  if (merged.if === undefined) {
    delete merged.then;
    delete merged.else;
  }
  return merged;
}

function tidyType(merged: NormalInProgress): void {
  if (merged.type === undefined) return;
  const whole = merged.multipleOf !== undefined && isMultipleOf(merged.multipleOf, 1);
  let type = merged.type.map((name): TypeName => (name === 'number' && whole ? 'integer' : name));
  if (type.includes('number')) type = type.filter((name) => name !== 'integer');
  type = [...new Set(type)];
  if (EVERY.every((name) => type.includes(name))) delete merged.type;
  else merged.type = type;
}

/** Bounds of integers are whole, and `multipleOf: 1` is redundant. */
function tidyIntegers(merged: NormalInProgress): void {
  if (!merged.type?.includes('integer')) return;
  if (merged.multipleOf !== undefined && isMultipleOf(1, merged.multipleOf)) delete merged.multipleOf;
  const { exclusiveMinimum: above, exclusiveMaximum: below } = merged;
  if (Number.isSafeInteger(above)) {
    merged.minimum = Math.max(merged.minimum ?? Number.NEGATIVE_INFINITY, (above ?? 0) + 1);
    delete merged.exclusiveMinimum;
  }
  if (Number.isSafeInteger(below)) {
    merged.maximum = Math.min(merged.maximum ?? Number.POSITIVE_INFINITY, (below ?? 0) - 1);
    delete merged.exclusiveMaximum;
  }
}

const SAYS_NOTHING: ReadonlySet<string> = new Set([...TEXTS, 'finding', 'conditional']);
const SIMPLE: ReadonlySet<string> = new Set(['type', 'enum', 'title', 'description']);

/** A schema with a union; variants that only name types or values are merged. */
function withUnion(
  document: SchemaDocument,
  rest: Normal,
  { keyword, variants: all, isExclusive: only }: Union,
): NormalInProgress {
  const variants = all.filter(({ schema }) => !refusesAll(schema));
  if (variants.length === 0) return { ...rest, not: {} };
  const isOpen = variants.some(({ schema }) => !Object.keys(schema).some((key) => !SAYS_NOTHING.has(key)));
  const isExclusive = only && !areDisjoint(document, variants);
  if (isExclusive) return { ...rest, union: { keyword, variants, isExclusive } };
  if (isOpen) return { ...rest };
  const isSimple = ({ schema }: UnionVariant) => Object.keys(schema).every((key) => SIMPLE.has(key));
  const [simple, others] = [variants.filter(isSimple), variants.filter((one) => !isSimple(one))];
  const joined = joinSimple(simple);
  const [alone] = others;
  if (joined.length === 0 && alone === undefined) return { ...rest };
  if (joined.length === 1 && alone === undefined) return { ...merge(rest, joined[0]?.schema ?? {}) };
  const nullable =
    joined.length === 1 && others.length === 1 ? withNull(alone?.schema, joined[0]?.schema) : undefined;
  if (nullable !== undefined) return { ...merge(rest, nullable) };
  if (joined.length + others.length === 1) return { ...merge(rest, alone?.schema ?? {}) };
  return { ...rest, union: { keyword, isExclusive, variants: [...others, ...joined] } };
}

/** Merges variants that only name types or values, into two at most. */
function joinSimple(simple: readonly UnionVariant[]): readonly UnionVariant[] {
  const [first] = simple;
  if (first === undefined) return [];
  const types = [
    ...new Set(simple.flatMap(({ schema }) => (schema.enum === undefined ? (schema.type ?? []) : []))),
  ];
  const named = simple.filter(({ schema }) => schema.enum !== undefined);
  const values = named
    .flatMap(({ schema }) => schema.enum ?? [])
    .filter((value) => types.length === 0 || !isOneOf(value, types));
  const { index } = first;
  // Titles of single values become the names of the choices.
  const names = named.flatMap(({ schema }) => schema.title ?? schema.description ?? []);
  const told = names.length === 0 ? {} : { enumNames: names };
  const isFew = types.every((name) => name === 'null');
  if (values.length > 0 && isFew)
    return [{ index, schema: { enum: types.length === 0 ? values : [...values, null], ...told } }];
  return [
    ...(types.length === 0 ? [] : [{ index, schema: { type: types } }]),
    ...(values.length === 0 ? [] : [{ index: named[0]?.index ?? index, schema: { enum: values, ...told } }]),
  ];
}

/** A variant and null in one; undefined when the other is not null alone, or when it says more than types can. */
function withNull(schema: Normal | undefined, none: Normal | undefined): Normal | undefined {
  if (schema?.type === undefined || none?.type?.length !== 1 || none.type[0] !== 'null') return undefined;
  if (
    schema.not !== undefined ||
    schema.union !== undefined ||
    schema.also !== undefined ||
    schema.if !== undefined
  )
    return undefined;
  return { ...schema, type: [...schema.type, 'null'] };
}

function areDisjoint(document: SchemaDocument, variants: readonly UnionVariant[]): boolean {
  const normal = (node: Schema) => normalOf(document, node);
  return variants.every(({ schema }, at) =>
    variants.slice(at + 1).every((other) => areApart({ schema, normal }, { schema: other.schema, normal })),
  );
}
