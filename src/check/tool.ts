import { further, pointerOf, stepsTo, type Trail, valueAt } from '../json/path.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { LISTS } from '../spec/methods.ts';
import type { Surface, SurfaceItem } from '../surface/surface.ts';
import { memoOf } from '../time/memo.ts';
import type { ItemId } from './subject.ts';

/** A tool as rules look at it: what it has, by name, whatever was sent. */
export interface CheckedTool {
  readonly id: ItemId;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly item: SurfaceItem;
  readonly raw: JsonObject;
  /** Empty where none was sent. */
  readonly input: JsonObject;
  readonly output: JsonObject | undefined;
  /** Those of objects in objects as well, each after the one around it. */
  readonly parameters: readonly Parameter[];
}

/** A value that a tool takes. */
export interface Parameter {
  /** As a person writes it, from the top: `filter.status`, `rows[].id`. */
  readonly name: string;
  /** Its own name alone. */
  readonly own: string;
  /** The way to it from the tool. */
  readonly trail: Trail;
  readonly isRequired: boolean;
  /** No other parameter is around it. */
  readonly isTop: boolean;
  /** Its schema as sent and all that is applied to the same value: what it refers to, the branches of its unions. */
  readonly parts: readonly JsonObject[];
  readonly description: string;
}

/** The tools of a surface that have a name, in the order of the list; those without one cannot be called. */
export const toolsOf = memoOf((surface: Surface): readonly CheckedTool[] =>
  (surface.lists.tools ?? []).flatMap((item) => (item.name === '' ? [] : [toolOf(item)])),
);

const toolOf = memoOf((item: SurfaceItem): CheckedTool => {
  const raw = isObject(item.raw) ? item.raw : {};
  const { inputSchema, outputSchema } = raw;
  const input = isObject(inputSchema) ? inputSchema : {};
  return {
    id: `${LISTS.tools.noun}:${item.name}`,
    name: item.name,
    title: item.title,
    description: item.description,
    item,
    raw,
    input,
    output: isObject(outputSchema) ? outputSchema : undefined,
    parameters: parametersOf(input),
  };
});

/** Objects in objects that are looked into, and parameters of one tool. */
const DEEPEST = 4;
const MOST = 500;

function parametersOf(root: JsonObject): readonly Parameter[] {
  const found: Parameter[] = [];
  const known = new Set<string>();

  const visit = (parts: readonly Part[], before: string, depth: number): void => {
    const required = parts.flatMap(({ schema }) => listOf(schema['required']));
    for (const { schema, trail } of parts) {
      const { properties } = schema;
      if (!isObject(properties)) continue;
      const around = further(trail, 'properties');
      for (const own of Object.keys(properties)) {
        const value = properties[own];
        const name = before + own;
        if (!isObject(value) || known.has(name) || found.length >= MOST) continue;
        known.add(name);
        const way = further(around, own);
        const inner = partsOf(root, value, way);
        found.push({
          name,
          own,
          trail: way,
          isRequired: required.includes(own),
          isTop: depth === 0,
          parts: inner.map((part) => part.schema),
          description: descriptionOf(inner),
        });
        if (depth < DEEPEST && inner.some(({ schema: one }) => one['properties'] ?? one['items']))
          into(inner, name, depth + 1);
      }
    }
  };

  const into = (parts: readonly Part[], name: string, depth: number): void => {
    visit(parts, `${name}.`, depth);
    const items = parts.flatMap(({ schema, trail }) =>
      isObject(schema['items']) ? partsOf(root, schema['items'], further(trail, 'items')) : [],
    );
    if (items.length > 0) visit(items, `${name}[].`, depth);
  };

  visit(partsOf(root, root, further(undefined, 'inputSchema')), '', 0);
  return found;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

interface Part {
  readonly schema: JsonObject;
  readonly trail: Trail | undefined;
}

/** Keywords of what is applied to the same value. */
const IN_PLACE = ['$ref', 'allOf', 'anyOf', 'oneOf'];

/** Branches of one value that are looked at. */
const WIDEST = 40;

function partsOf(root: JsonObject, schema: JsonObject, trail: Trail | undefined): readonly Part[] {
  const parts: Part[] = [{ schema, trail }];
  if (!IN_PLACE.some((keyword) => schema[keyword] !== undefined)) return parts;
  for (const { schema: part, trail: way } of parts) {
    const add = (value: unknown, at: Trail | undefined): void => {
      if (isObject(value) && parts.length < WIDEST && !parts.some((one) => one.schema === value))
        parts.push({ schema: value, trail: at });
    };
    const pointer = typeof part['$ref'] === 'string' ? pointerIn(part['$ref']) : undefined;
    if (pointer !== undefined) add(valueAt(root, pointer), trailOf(`/inputSchema${pointer}`));
    for (const keyword of ['allOf', 'anyOf', 'oneOf'])
      for (const [at, one] of listOf(part[keyword]).entries()) add(one, further(further(way, keyword), at));
  }
  return parts;
}

/** The pointer of a reference into the same document. */
function pointerIn(ref: string): string | undefined {
  if (!ref.startsWith('#/')) return undefined;
  try {
    return decodeURIComponent(ref.slice(1));
  } catch {
    return ref.slice(1);
  }
}

const trailOf = (pointer: string): Trail | undefined =>
  pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Trail | undefined>(further, undefined);

function descriptionOf(parts: readonly Part[]): string {
  for (const { schema } of parts)
    if (typeof schema['description'] === 'string' && schema['description'].trim() !== '')
      return schema['description'];
  return '';
}

/** A JSON pointer to a parameter, into its tool. */
export const pathOf = ({ trail }: Parameter): string => pointerOf(stepsTo(trail));

/** Whether one of the schemas of a parameter has a keyword. */
export const has = ({ parts }: Parameter, ...keywords: readonly string[]): boolean =>
  parts.some((part) => keywords.some((keyword) => part[keyword] !== undefined));

/** The types that a parameter may have, as far as its schemas name them. */
export function typesIn({ parts }: Parameter): readonly unknown[] {
  const [{ type } = {} as JsonObject] = parts;
  if (parts.length === 1 && typeof type === 'string') return [type];
  return parts.flatMap((part) => part['type'] ?? []);
}
