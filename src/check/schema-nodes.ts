import { further, type Trail } from '../json/path.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import type { ItemId } from './subject.ts';
import type { CheckedTool } from './tool.ts';

/** A schema of a tool, and all schemas in it. */
export interface ToolSchema {
  readonly item: ItemId;
  readonly member: 'inputSchema' | 'outputSchema';
  readonly schema: JsonObject;
  readonly nodes: readonly SchemaNode[];
}

/** The schemas of a tool. They are taken apart each time: what was found in all of them would be too much to keep. */
export const schemasOf = ({ id: item, input, output }: CheckedTool): readonly ToolSchema[] => [
  { item, member: 'inputSchema', schema: input, nodes: schemaNodes(input) },
  ...(output === undefined
    ? []
    : [{ item, member: 'outputSchema', schema: output, nodes: schemaNodes(output) } as const]),
];

/** A schema inside of another one, and the way to it. */
export interface SchemaNode {
  readonly node: JsonObject;
  readonly trail: Trail | undefined;
}

/** How a keyword holds schemas: one, a list of them, either, or by name. */
const HOLDERS: ReadonlyMap<string, 'one' | 'list' | 'either' | 'named'> = new Map([
  ...['additionalProperties', 'additionalItems', 'contains', 'not', 'if', 'then', 'else'].map(
    (name) => [name, 'one'] as const,
  ),
  ...['propertyNames', 'unevaluatedProperties', 'unevaluatedItems'].map((name) => [name, 'one'] as const),
  ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].map((name) => [name, 'list'] as const),
  // Before 2020-12 it held a list, too.
  ['items', 'either'] as const,
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'].map(
    (name) => [name, 'named'] as const,
  ),
]);

/** Schemas nested deeper, and more of them, are not looked at. */
const DEEPEST = 64;
const MOST = 20_000;

/** All schemas inside of a schema, itself first, each before what is inside of it. */
function schemaNodes(schema: JsonObject): readonly SchemaNode[] {
  const found: SchemaNode[] = [];
  visit(found, schema, undefined, 0);
  return found;
}

function visit(found: SchemaNode[], node: JsonObject, trail: Trail | undefined, depth: number): void {
  found.push({ node, trail });
  if (depth === DEEPEST) return;
  for (const keyword in node) {
    const inner = node[keyword];
    if (typeof inner !== 'object' || inner === null) continue;
    const how = HOLDERS.get(keyword);
    if (how === undefined) continue;
    const way = further(trail, keyword);
    if (Array.isArray(inner)) {
      if (how === 'list' || how === 'either') visitAll(found, inner, way, depth + 1);
    } else if (how === 'named') {
      visitAll(found, inner as JsonObject, way, depth + 1);
    } else if (how !== 'list') {
      visit(found, inner as JsonObject, way, depth + 1);
    }
  }
}

function visitAll(
  found: SchemaNode[],
  held: JsonObject | readonly unknown[],
  way: Trail,
  depth: number,
): void {
  for (const [step, one] of Array.isArray(held) ? held.entries() : Object.entries(held))
    if (isObject(one) && found.length < MOST) visit(found, one, further(way, step), depth);
}
