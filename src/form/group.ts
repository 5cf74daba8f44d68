import type { Extra, Property } from './field.ts';
import { flatten } from './merge.ts';
import { isImpossible, type Schema, type SchemaDocument } from './schema.ts';

/**
 * The properties of an object in the order of its form: the required ones first, then as the schema has them. Those
 * that only a condition names (`then`, `else`, `dependentSchemas`, a branch of `anyOf`) follow; a required name that is
 * nowhere declared takes any value.
 */
export function propertiesOf(document: SchemaDocument, schema: Schema): readonly Property[] {
  const required = new Set(schema.required);
  const nodes = new Map(Object.entries(schema.properties ?? {}));
  for (const name of required) if (!nodes.has(name)) nodes.set(name, undeclared(document, schema, name));
  for (const conditional of conditions(schema)) addMissing(document, conditional, nodes);
  const properties = [...nodes].map(([name, node]) => ({ name, node, required: required.has(name) }));
  const allowed = properties.filter(({ node, required: must }) => must || !isImpossible(node));
  return [...allowed.filter((one) => one.required), ...allowed.filter((one) => !one.required)];
}

function undeclared(document: SchemaDocument, schema: Schema, name: string): Schema {
  const extra = extraOf(document, schema, []);
  const node = extraNode(extra, name);
  return isImpossible(node) ? {} : node;
}

/** The schemas that may hold as well, depending on the value. */
function conditions(schema: Schema): readonly Schema[] {
  const { anyOf = [], oneOf = [], dependentSchemas = {} } = schema;
  return [schema.then, schema.else, ...Object.values(dependentSchemas), ...anyOf, ...oneOf].filter(
    (node) => node !== undefined,
  );
}

function addMissing(document: SchemaDocument, node: Schema, nodes: Map<string, Schema>): void {
  const schema = flatten(document, node);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (!nodes.has(name) && !isImpossible(property)) nodes.set(name, property);
  }
  for (const inner of conditions(schema)) addMissing(document, inner, nodes);
}

/** What an object takes beside its properties. */
export function extraOf(document: SchemaDocument, schema: Schema, properties: readonly Property[]): Extra {
  const { patternProperties = {}, additionalProperties, unevaluatedProperties, propertyNames } = schema;
  const patterns = Object.entries(patternProperties).map(([source, node]) => ({
    pattern: new RegExp(source, 'u'),
    node,
  }));
  const rest = additionalProperties ?? unevaluatedProperties ?? {};
  const asked = additionalProperties !== undefined && !isImpossible(additionalProperties);
  const invited = asked || patterns.length > 0 || (properties.length === 0 && !isImpossible(rest));
  return {
    patterns,
    rest,
    invited,
    ...(propertyNames === undefined ? {} : { names: flatten(document, propertyNames) }),
  };
}

/** The schema of a member that is not declared. */
export function extraNode(extra: Extra, name: string): Schema {
  return extra.patterns.find(({ pattern }) => pattern.test(name))?.node ?? extra.rest;
}
