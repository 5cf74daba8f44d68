import { keywords } from '../form/keyword.ts';
import type { Path } from '../json/path.ts';
import { same } from '../json/same.ts';
import { isObject, namesOf } from '../json/shape.ts';
import { differing, type InnerChange } from './change.ts';

/** Keywords with a meaning of their own, which references and dialects bring. */
const FRAME: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  'id',
  '$ref',
  '$recursiveRef',
  '$dynamicRef',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$vocabulary',
  '$comment',
]);

/** Keywords that hold schemas by name. */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);

/** Keywords that hold one schema, or a list of them. */
const WITHIN: ReadonlySet<string> = new Set([
  ...['items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'contains'],
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
]);

/** Nested levels that are compared. */
const DEEPEST = 60;

/**
 * Differences in keywords that we do not interpret, such as `nullable` or `readOnly`, at the same place of two schemas: some
 * clients read them. Schemas of a different structure are not searched.
 */
export function unreadDifference(path: Path, before: unknown, after: unknown): readonly InnerChange[] {
  if (same(before, after) || path.length > DEEPEST) return [];
  if (Array.isArray(before) && Array.isArray(after))
    return before.flatMap((one, at) => unreadDifference([...path, at], one, after[at] ?? one));
  if (!isObject(before) || !isObject(after)) return [];
  return namesOf(before, after).flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    const place = [...path, name];
    if (FRAME.has(name) || same(was, is)) return [];
    if (MAPS.has(name)) return mapDifference(place, was, is);
    if (WITHIN.has(name)) return unreadDifference(place, was, is);
    return name in keywords ? [] : differing(place, was, is, 'review');
  });
}

function mapDifference(path: Path, before: unknown, after: unknown): readonly InnerChange[] {
  if (!isObject(before) || !isObject(after)) return [];
  return Object.keys(before).flatMap((name) =>
    Object.hasOwn(after, name) ? unreadDifference([...path, name], before[name], after[name]) : [],
  );
}
