import { isObject } from './shape.ts';

/** Whether two parsed JSON values are the same value, members in any order, as deep as anybody reads. */
export function same(one: unknown, other: unknown, levels = 60): boolean {
  if (one === other || levels === 0) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => same(item, other[at], levels - 1));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name], levels - 1))
  );
}

/** The values of the first list that the second has as well, in their order. */
export function inBoth(first: readonly unknown[], second: readonly unknown[]): readonly unknown[] {
  const plain = new Set(second);
  const deep = second.filter((value) => !isPlain(value));
  return first.filter((value) => plain.has(value) || deep.some((other) => same(value, other)));
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** The place of the first item whose value the list has before it; -1 where all are different. */
export function firstRepeated(list: readonly unknown[]): number {
  const seen = new Set<unknown>();
  return list.findIndex((item) => {
    // No plain text begins like the JSON of an object or a list behind a NUL.
    const key = isPlain(item) ? item : `\0${JSON.stringify(item, sorted)}`;
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated;
  });
}

function sorted(_: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
