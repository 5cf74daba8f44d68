import { isObject, type JsonObject } from '../json/shape.ts';
import { urlOf } from '../text/url.ts';
import { memo } from '../time/memo.ts';
import { own, type Schema, type SchemaInProgress } from './schema.ts';

/** What a `$ref` points at and the resource around it. */
export interface Referent {
  readonly value: unknown;
  readonly resource: Resource;
}

/** The part of a document that a schema's references are meant in: the nearest schema around it with an `$id`. */
export interface Resource {
  readonly schema: unknown;
  /** Its `$id`, resolved against that of the resource around it; empty for a document without one. */
  readonly uri: string;
}

/** The resource that a whole document is. */
export function documentResource(raw: unknown): Resource {
  return { schema: raw, uri: isObject(raw) ? (idOf(raw) ?? '') : '' };
}

/** The resource of a schema inside another: itself where it has an `$id` (JSON Schema 2020-12, core §8.2.1). */
export function resourceOf(raw: JsonObject, around: Resource): Resource {
  const id = raw === around.schema ? undefined : idOf(raw);
  return id === undefined ? around : { schema: raw, uri: resolved(id, around.uri) };
}

/** An `$id` that is more than an anchor, as drafts before 2019-09 write one. */
function idOf(raw: JsonObject): string | undefined {
  const id = raw['$id'];
  return typeof id === 'string' && !id.startsWith('#') ? id.replace(/#$/, '') : undefined;
}

function resolved(uri: string, base: string): string {
  return (base === '' ? undefined : urlOf(uri, base)?.href) ?? uri;
}

/**
 * Follows a `$ref` inside one document: `#`, `#/a/b` (RFC 6901, percent-decoded), `#anchor`, and an `$id` of the same
 * document. A pointer that leads nowhere in its resource is one from the top of the document: many write it so. Nothing
 * is ever fetched.
 */
export function findReferent(
  root: unknown,
  ref: string,
  from: Resource,
): Referent | { readonly why: string } {
  const hash = ref.indexOf('#');
  const base = hash < 0 ? ref : ref.slice(0, hash);
  const fragment = hash < 0 ? '' : ref.slice(hash + 1);
  const resource = base === '' ? from : findId(root, base, resolved(base, from.uri));
  if (resource === undefined) return { why: `“${ref}” is outside this schema and is not fetched` };
  const found =
    inside(resource, fragment) ?? (base === '' ? inside(documentResource(root), fragment) : undefined);
  return found ?? { why: `“${ref}” points at nothing` };
}

function inside(resource: Resource, fragment: string): Referent | undefined {
  if (fragment === '') return { value: resource.schema, resource };
  if (fragment.startsWith('/')) return follow(resource, fragment);
  const value = findAnchor(resource.schema, fragment);
  return value === undefined ? undefined : { value, resource };
}

/** The steps of a JSON pointer that is written as a URI fragment (RFC 6901 §6), percent-encoded or not. */
function pointerSteps(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => decode(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function follow(from: Resource, pointer: string): Referent | undefined {
  let value = from.schema;
  let resource = from;
  for (const step of pointerSteps(pointer)) {
    if (isObject(value)) resource = resourceOf(value, resource);
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isObject(value)) value = own(value, step);
    else return undefined;
  }
  return value === undefined ? undefined : { value, resource };
}

/** The resource whose `$id` is written so, else the one whose URI it is. */
function findId(root: unknown, id: string, uri: string): Resource | undefined {
  if (!isObject(root)) return undefined;
  const { written, meant } = resourcesIn(root);
  return written.get(id) ?? meant.get(uri);
}

/** The resources of a document by their `$id` as written, and by their URI; of several with one name the first. */
interface Named {
  readonly written: ReadonlyMap<string, Resource>;
  readonly meant: ReadonlyMap<string, Resource>;
}

/** Of the document that is being read. */
const resourcesIn = memo((root: JsonObject): Named => {
  const written = new Map<string, Resource>();
  const meant = new Map<string, Resource>();
  const add = (map: Map<string, Resource>, name: unknown, resource: Resource) => {
    if (typeof name === 'string' && !map.has(name)) map.set(name, resource);
  };
  // Breadth first, so that deep documents need no stack.
  const queue: [value: unknown, around: Resource][] = [[root, documentResource(root)]];
  for (const [value, around] of queue) {
    if (typeof value !== 'object' || value === null) continue;
    const inner = isObject(value) ? resourceOf(value, around) : around;
    if (isObject(value)) {
      for (const name of [idOf(value), value['id']]) add(written, name, { schema: value, uri: inner.uri });
    }
    if (inner.schema === value) add(meant, inner.uri, inner);
    for (const member of Object.values(value)) queue.push([member, inner]);
  }
  return { written, meant };
});

function findAnchor(root: unknown, name: string): unknown {
  return search(
    root,
    (schema) =>
      schema['$anchor'] === name ||
      schema['$dynamicAnchor'] === name ||
      schema['$id'] === `#${name}` ||
      schema['id'] === `#${name}`,
  );
}

/** The first object of the document that answers; breadth first, so that deep documents need no stack. */
function search(root: unknown, wanted: (schema: JsonObject) => boolean): unknown {
  const queue: unknown[] = [root];
  for (let next = 0; next < queue.length; next += 1) {
    const value = queue[next];
    if (isObject(value) && wanted(value)) return value;
    if (typeof value === 'object' && value !== null)
      for (const member of Object.values(value)) queue.push(member);
  }
  return undefined;
}

/** A `%` that begins no escape is a percent sign. */
function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

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
  schema.finding = 'it refers only to itself, so it has no effect';
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
