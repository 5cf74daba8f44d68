import { inBoth } from '../json/same.ts';
import {
  isImpossible,
  type Schema,
  type SchemaDocument,
  type SchemaInProgress,
  type TypeName,
} from './schema.ts';

/**
 * A schema with its `$ref` and `allOf` merged into it, so that a form can be made of it. What cannot be merged
 * (a second `not`, two patterns) is left to the validator, which always sees the schema itself. What a schema says
 * beside its `$ref` comes before what the target says.
 *
 * Loops were cut when the document was compiled, so this ends.
 */
export const flatten = (document: SchemaDocument, node: Schema): Schema =>
  document.derive(flatten, node, () => flattened(document, node));

function flattened(document: SchemaDocument, node: Schema): Schema {
  const { $ref, allOf = [], ...own } = node;
  let merged: Schema = own;
  const target = $ref === undefined ? undefined : document.refs[$ref];
  if (target !== undefined) merged = merge(merged, flatten(document, target));
  for (const part of allOf) merged = merge(merged, flatten(document, part));
  return merged;
}

/** Both schemas in one, as far as a form needs it. Of what only one can be true, the first wins. */
function merge(first: Schema, second: Schema): Schema {
  const merged: SchemaInProgress = { ...second, ...first };
  const type = commonTypes(first.type, second.type);
  if (type !== undefined) merged.type = type;
  if (first.enum !== undefined && second.enum !== undefined) merged.enum = inBoth(first.enum, second.enum);
  if (first.required !== undefined && second.required !== undefined) {
    merged.required = [...new Set([...first.required, ...second.required])];
  }
  mergeBounds(merged, first, second);
  for (const key of ['properties', 'patternProperties', 'dependentSchemas'] as const) {
    const map = mergeMaps(first[key], second[key]);
    if (map !== undefined) merged[key] = map;
  }
  for (const key of ['items', 'additionalProperties', 'propertyNames'] as const) {
    const node = mergeNodes(first[key], second[key]);
    if (node !== undefined) merged[key] = node;
  }
  if (isImpossible(second)) merged.not = {};
  if (first.anyOf !== undefined && second.anyOf !== undefined) merged.oneOf ??= second.anyOf;
  conditions(merged, first, second);
  return merged;
}

/** An `if` keeps its own `then` and `else`; what only the second says under a condition is kept beside it. */
function conditions(merged: SchemaInProgress, first: Schema, second: Schema): void {
  const lost = first.oneOf === undefined ? [] : (second.oneOf ?? []);
  const conditional = [...(first.conditional ?? []), ...(second.conditional ?? []), ...lost];
  if (first.if !== undefined && second.if !== undefined) {
    for (const key of ['then', 'else'] as const) {
      if (first[key] === undefined) delete merged[key];
      if (second[key] !== undefined) conditional.push(second[key]);
    }
  }
  if (conditional.length > 0) merged.conditional = conditional;
}

/** The types both allow; an integer is a number. */
export function commonTypes(
  first: readonly TypeName[] | undefined,
  second: readonly TypeName[] | undefined,
): readonly TypeName[] | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  const common = first.filter((name) => second.includes(name));
  const integer = !common.includes('integer') && !common.includes('number');
  const mixed = first.includes('integer')
    ? second.includes('number')
    : second.includes('integer') && first.includes('number');
  return integer && mixed ? [...common, 'integer'] : common;
}

/** Sets the bounds of a number and of lengths to the narrower ones. */
export function mergeBounds(merged: SchemaInProgress, first: Schema, second: Schema): void {
  for (const key of ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const) {
    const values = [first[key], second[key]].filter((value) => value !== undefined);
    if (values.length > 0) merged[key] = Math.max(...values);
  }
  for (const key of ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const) {
    const values = [first[key], second[key]].filter((value) => value !== undefined);
    if (values.length > 0) merged[key] = Math.min(...values);
  }
}

type NodeMap = Readonly<Record<string, Schema>>;

function mergeMaps(first: NodeMap | undefined, second: NodeMap | undefined): NodeMap | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  const map = new Map(Object.entries(first));
  for (const [name, node] of Object.entries(second)) {
    const both = mergeNodes(map.get(name), node);
    if (both !== undefined) map.set(name, both);
  }
  return Object.fromEntries(map);
}

/** Two schemas for one place in one; neither is looked into. */
export function mergeNodes(first: Schema | undefined, second: Schema | undefined): Schema | undefined {
  if (first === undefined || second === undefined || first === second) return first ?? second;
  return { allOf: [first, second] };
}
