import type { Schema, SchemaInProgress } from './schema.ts';

/** A schema on the way down, and the reference that led on from it. */
interface Step {
  readonly schema: Schema;
  readonly ref: string | undefined;
}

/**
 * Removes references by which a schema is its own condition (`a: {"$ref": "#/properties/a"}`): they say nothing, and a
 * validator that follows them never ends. Recursion through a property or an item is fine and stays.
 */
export function cutLoops(
  root: Schema,
  refs: Readonly<Record<string, Schema>>,
  tell: (ref: string) => void,
): void {
  if (Object.keys(refs).length === 0) return;
  const done = new Set<Schema>();
  const way: Step[] = [];

  const visit = (node: Schema | undefined): void => {
    if (node === undefined || done.has(node)) return;
    const start = way.findIndex((step) => step.schema === node);
    if (start >= 0) {
      cut(way.slice(start), tell);
      return;
    }
    if (node.$ref !== undefined) {
      way.push({ schema: node, ref: node.$ref });
      visit(refs[node.$ref]);
      way.pop();
    }
    way.push({ schema: node, ref: undefined });
    for (const part of inPlace(node)) visit(part);
    way.pop();
    done.add(node);
  };

  const seen = new Set<Schema>();
  const queue: Schema[] = [root, ...Object.values(refs)];
  for (let next = 0; next < queue.length; next += 1) {
    const node = queue[next];
    if (node === undefined || seen.has(node)) continue;
    seen.add(node);
    visit(node);
    for (const part of parts(node)) queue.push(part);
  }
}

/** Takes away the last reference of a loop. */
function cut(loop: readonly Step[], tell: (ref: string) => void): void {
  const step = loop.findLast(({ ref }) => ref !== undefined);
  if (step?.ref === undefined || step.schema.$ref === undefined) return;
  tell(step.ref);
  const schema: SchemaInProgress = step.schema;
  delete schema.$ref;
  schema.finding = 'it refers to itself and so says nothing';
}

/** The schemas that are applied to the very same value. */
export function inPlace(schema: Schema): readonly (Schema | undefined)[] {
  const { allOf = [], anyOf = [], oneOf = [], dependentSchemas = {} } = schema;
  const conditional = [schema.not, schema.if, schema.then, schema.else];
  return [...allOf, ...anyOf, ...oneOf, ...conditional, ...Object.values(dependentSchemas)];
}

/** All schemas directly inside of a schema. */
function parts(schema: Schema): readonly Schema[] {
  const { properties = {}, patternProperties = {}, prefixItems = [] } = schema;
  const single = [
    schema.additionalProperties,
    schema.unevaluatedProperties,
    schema.propertyNames,
    schema.items,
    schema.unevaluatedItems,
    schema.contains,
  ];
  return [
    ...inPlace(schema),
    ...single,
    ...Object.values(properties),
    ...Object.values(patternProperties),
    ...prefixItems,
  ].filter((node) => node !== undefined);
}
