import type { LogItem } from './kind.ts';

/** Items by time. Those of the same time, and those without any, stay behind the one before them. */
export function inOrder(items: readonly LogItem[]): readonly LogItem[] {
  let time = 0;
  const placed = items.map((item) => {
    time = item.at ?? time;
    return { item, time };
  });
  return placed.sort((one, other) => one.time - other.time).map(({ item }) => item);
}
