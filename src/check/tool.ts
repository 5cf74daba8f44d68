import { further, pointerOf, stepsTo, type Trail, valueAt } from '../json/path.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { LISTS } from '../spec/methods.ts';
import type { Surface, SurfaceItem } from '../surface/surface.ts';
import { wordsOf } from '../text/name-words.ts';
import { memoOf } from '../time/memo.ts';
import type { ItemId } from './subject.ts';

/** A tool as rules look at it: what it has, by name, whatever was sent. */
export interface CheckedTool {
  readonly id: ItemId;
  readonly name: string;
  /** Of the name, in lower case. */
  readonly words: readonly string[];
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
  readonly parts: readonly Keywords[];
  readonly description: string;
}

/** The tools of a surface that have a name, in the order of the list; those without one cannot be called. */
export const toolsOf = memoOf((surface: Surface): readonly CheckedTool[] =>
  (surface.lists.tools ?? []).flatMap((item) => (item.name === '' ? [] : [toolOf(item)])),
);

function toolOf(item: SurfaceItem): CheckedTool {
  const raw = isObject(item.raw) ? item.raw : {};
  const { inputSchema, outputSchema } = raw;
  const input = isObject(inputSchema) ? inputSchema : {};
  return {
    id: `${LISTS.tools.noun}:${item.name}`,
    name: item.name,
    words: wordsOf(item.name),
    title: item.title,
    description: item.description,
    item,
    raw,
    input,
    output: isObject(outputSchema) ? outputSchema : undefined,
    parameters: parametersOf(input),
  };
}

/** Objects in objects that are looked into, and parameters of one tool. */
const DEEPEST = 2;
const MOST = 500;

function parametersOf(root: JsonObject): readonly Parameter[] {
  const found: Parameter[] = [];

  const visit = (parts: readonly Part[], before: string, depth: number): void => {
    // Only branches can name the same twice.
    const known = parts.length > 1 ? new Set<string>() : undefined;
    const required = parts.flatMap((part) => listOf(part.required));
    for (const { properties, trail } of parts) {
      if (!isObject(properties)) continue;
      const around = further(trail, 'properties');
      for (const own of Object.keys(properties)) {
        const value = properties[own];
        if (!isObject(value) || known?.has(own) === true || found.length >= MOST) continue;
        known?.add(own);
        const name = before + own;
        const way = further(around, own);
        const inner = partsOf(root, value, way);
        found.push({
          name,
          own,
          trail: way,
          isRequired: required.includes(own),
          isTop: depth === 0,
          parts: inner,
          description: descriptionOf(inner),
        });
        if (depth < DEEPEST && inner.some(({ properties: more, items }) => more ?? items))
          into(inner, name, depth + 1);
      }
    }
  };

  const into = (parts: readonly Part[], name: string, depth: number): void => {
    if (parts.some(({ properties }) => properties !== undefined)) visit(parts, `${name}.`, depth);
    const items = parts.flatMap(({ items: one, trail }) =>
      isObject(one) && !isPlain(one) ? partsOf(root, one, further(trail, 'items')) : [],
    );
    if (items.length > 0) visit(items, `${name}[].`, depth);
  };

  visit(partsOf(root, root, further(undefined, 'inputSchema')), '', 0);
  return found;
}

/** Items of a plain type have no parameters of their own. */
const isPlain = ({ type }: JsonObject): boolean =>
  typeof type === 'string' && type !== 'object' && type !== 'array';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A schema in which no keyword that rules ask for is given. */
const NONE = {
  ...{ type: undefined, description: undefined, enum: undefined, const: undefined, default: undefined },
  ...{ pattern: undefined, format: undefined, minimum: undefined, maximum: undefined },
  ...{ exclusiveMinimum: undefined, exclusiveMaximum: undefined, properties: undefined, items: undefined },
  ...{ required: undefined, $ref: undefined, allOf: undefined, anyOf: undefined, oneOf: undefined },
};

/**
 * The keywords of a schema that rules ask for, as sent: tens of thousands of schemas of any members are quick to read only once.
 */
export type Keywords = { readonly [keyword in keyof typeof NONE]: unknown };

const KNOWN: ReadonlySet<string> = new Set(Object.keys(NONE));

/** One of the schemas that are applied to a value. */
interface Part extends Keywords {
  readonly raw: JsonObject;
  readonly trail: Trail | undefined;
}

const EMPTY: Part = { ...NONE, raw: {}, trail: undefined };

function partOf(raw: JsonObject, trail: Trail | undefined): Part {
  const part: { -readonly [name in keyof Part]: Part[name] } = { ...EMPTY, raw, trail };
  for (const keyword in raw) if (KNOWN.has(keyword)) part[keyword as keyof Keywords] = raw[keyword];
  return part;
}

/** Branches of one value that are looked at. */
const WIDEST = 40;

function partsOf(root: JsonObject, raw: JsonObject, trail: Trail | undefined): readonly Part[] {
  const first = partOf(raw, trail);
  const parts: Part[] = [first];
  if ((first.$ref ?? first.allOf ?? first.anyOf ?? first.oneOf) === undefined) return parts;
  for (const part of parts) {
    const add = (value: unknown, at: Trail | undefined): void => {
      if (isObject(value) && parts.length < WIDEST && !parts.some((one) => one.raw === value))
        parts.push(partOf(value, at));
    };
    const pointer = typeof part.$ref === 'string' ? pointerIn(part.$ref) : undefined;
    if (pointer !== undefined) add(valueAt(root, pointer), trailOf(`/inputSchema${pointer}`));
    for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const)
      for (const [at, one] of listOf(part[keyword]).entries())
        add(one, further(further(part.trail, keyword), at));
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
  for (const { description } of parts)
    if (typeof description === 'string' && /\S/.test(description)) return description;
  return '';
}

/** A JSON pointer to a parameter, into its tool. */
export const pathOf = ({ trail }: Parameter): string => pointerOf(stepsTo(trail));

/** Whether one of the schemas of a parameter has a keyword. */
export function has({ parts }: Parameter, ...keywords: readonly (keyof Keywords)[]): boolean {
  for (const part of parts) for (const keyword of keywords) if (part[keyword] !== undefined) return true;
  return false;
}

/** The types that a parameter may have, as far as its schemas name them. */
export function typesIn({ parts }: Parameter): readonly unknown[] {
  const [first] = parts;
  if (parts.length === 1 && typeof first?.type === 'string') return [first.type];
  return parts.flatMap(({ type }) => type ?? []);
}
