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
