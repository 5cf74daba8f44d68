import { isObject } from '../json/shape.ts';

/** Whether two items are the same value; the order of members does not matter. */
export function hasRepeated(list: readonly unknown[]): boolean {
  const seen = new Set<unknown>();
  for (const item of list) {
    const isPlain = typeof item !== 'object' || item === null;
    // No plain text begins like the JSON of an object or a list behind a NUL.
    const key = isPlain ? item : `\0${JSON.stringify(item, sorted)}`;
    if (seen.has(key)) return true;
    seen.add(key);
  }
  return false;
}

function sorted(_: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
