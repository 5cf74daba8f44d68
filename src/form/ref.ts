import { isObject, type JsonObject } from '../json/shape.ts';
import { own } from './schema.ts';

/** What a `$ref` points at, or why it points at nothing. */
export type Referent = { readonly value: unknown } | { readonly why: string };

/**
 * Follows a `$ref` inside one document: `#`, `#/a/b` (RFC 6901, percent-decoded), `#anchor`, and an `$id` of the same
 * document. Nothing is ever fetched.
 */
export function findReferent(root: unknown, ref: string): Referent {
  const hash = ref.indexOf('#');
  const base = hash < 0 ? ref : ref.slice(0, hash);
  const fragment = hash < 0 ? '' : ref.slice(hash + 1);
  const resource = base === '' ? root : findId(root, base);
  if (resource === undefined) return { why: `“${ref}” is outside of this schema and is not fetched` };
  if (fragment === '') return { value: resource };
  const value = fragment.startsWith('/') ? follow(resource, fragment) : findAnchor(resource, fragment);
  return value === undefined ? { why: `“${ref}” points at nothing` } : { value };
}

/** The steps of a JSON pointer (RFC 6901), also when it is written as a URI fragment. */
export function pointerSteps(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => decode(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** One step as it is written in a JSON pointer. */
export function pointerStep(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function follow(resource: unknown, pointer: string): unknown {
  let value = resource;
  for (const step of pointerSteps(pointer)) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isObject(value)) value = own(value, step);
    else return undefined;
  }
  return value;
}

function findId(root: unknown, id: string): unknown {
  return search(root, (schema) => schema['$id'] === id || schema['$id'] === `${id}#` || schema['id'] === id);
}

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
