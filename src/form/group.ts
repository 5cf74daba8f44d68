import { same } from '../json/same.ts';
import { type Extra, optionsOf, type Property } from './field.ts';
import { flatten } from './merge.ts';
import { isImpossible, type Schema, type SchemaDocument, type TypeName, typesOf } from './schema.ts';

/**
 * The properties of an object in the order of its form: the required ones first, then as the schema has them. Those
 * that only a condition names (`then`, `else`, `dependentSchemas`, a branch of `anyOf`) follow, with the values that any
 * of them takes; a required name that is nowhere declared takes any value.
 */
export function propertiesOf(document: SchemaDocument, schema: Schema): readonly Property[] {
  const required = new Set(schema.required);
  const nodes = new Map(Object.entries(schema.properties ?? {}));
  for (const name of required)
    if (!nodes.has(name)) nodes.set(name, undeclared(document, schema, name) ?? {});
  for (const [name, some] of conditionalNodes(document, schema)) {
    const node = oneNode(document, some) ?? undeclared(document, schema, name);
    if (!nodes.has(name) && node !== undefined) nodes.set(name, node);
  }
  const properties = [...nodes].map(([name, node]) => ({ name, node, required: required.has(name) }));
  const allowed = properties.filter(({ node, required: must }) => must || !isImpossible(node));
  return [...allowed.filter((one) => one.required), ...allowed.filter((one) => !one.required)];
}

/** The schema of a member that is required and not declared; undefined where there must be none. */
function undeclared(document: SchemaDocument, schema: Schema, name: string): Schema | undefined {
  const node = extraNode(extraOf(document, schema, []), name);
  return isImpossible(node) ? undefined : node;
}

/** The schemas that may hold as well, depending on the value. */
function conditions(schema: Schema): readonly Schema[] {
  const { anyOf = [], oneOf = [], dependentSchemas = {}, conditional = [] } = schema;
  return [
    schema.then,
    schema.else,
    ...Object.values(dependentSchemas),
    ...anyOf,
    ...oneOf,
    ...conditional,
  ].filter((node) => node !== undefined);
}

/** What conditions say of members; nothing of those that they only ask for. */
function conditionalNodes(document: SchemaDocument, schema: Schema): ReadonlyMap<string, readonly Schema[]> {
  const found = new Map<string, Schema[]>();
  const add = (name: string, ...nodes: readonly Schema[]) => {
    found.set(name, [...(found.get(name) ?? []), ...nodes]);
  };
  const visit = (node: Schema): void => {
    const { properties = {}, required = [], ...rest } = flatten(document, node);
    for (const [name, property] of Object.entries(properties))
      if (!isImpossible(property)) add(name, property);
    for (const name of required) if (!Object.hasOwn(properties, name)) add(name);
    for (const inner of conditions(rest)) visit(inner);
  };
  for (const node of conditions(schema)) visit(node);
  for (const name of Object.values(schema.dependentRequired ?? {}).flat()) add(name);
  return found;
}

/** One schema for what several conditions say of a member: the first where all have the same editor, else any of them. */
export function oneNode(document: SchemaDocument, nodes: readonly Schema[]): Schema | undefined {
  const distinct: { readonly type: TypeName | undefined; readonly schema: Schema; readonly node: Schema }[] =
    [];
  for (const node of nodes) {
    const schema = flatten(document, node);
    const type = scalarType(document, schema);
    const known = distinct.some((one) => (type === undefined ? same(one.schema, schema) : one.type === type));
    if (!known) distinct.push({ type, schema, node });
  }
  const [only, ...others] = distinct;
  return others.length === 0 ? only?.node : { anyOf: distinct.map(({ node }) => node) };
}

/** The type whose values are typed as they are, when a schema has that one alone. */
function scalarType(document: SchemaDocument, schema: Schema): TypeName | undefined {
  const [type, ...others] = typesOf(schema);
  if (others.length > 0 || type === 'array' || type === 'object') return undefined;
  return optionsOf(document, schema) === undefined ? type : undefined;
}

/** What an object takes beside its properties. */
export function extraOf(document: SchemaDocument, schema: Schema, properties: readonly Property[]): Extra {
  const { patternProperties = {}, additionalProperties, unevaluatedProperties, propertyNames } = schema;
  const patterns = Object.entries(patternProperties).map(([pattern, node]) => ({
    matches: (name: string) => document.patterns.test(pattern, name) === true,
    node,
  }));
  const rest = additionalProperties ?? unevaluatedProperties ?? {};
  const asked =
    (additionalProperties !== undefined && !isImpossible(additionalProperties)) || patterns.length > 0;
  const invited = asked || (properties.length === 0 && !isImpossible(rest));
  return {
    patterns,
    rest,
    asked,
    invited,
    ...(propertyNames === undefined ? {} : { names: flatten(document, propertyNames) }),
  };
}

/** The schema of a member that is not declared. */
export function extraNode(extra: Extra, name: string): Schema {
  return extra.patterns.find(({ matches }) => matches(name))?.node ?? extra.rest;
}
