import type { ListItem } from '../spec/check/item.ts';
import { LISTS, type ListName } from '../spec/methods.ts';

/** How an item is named in reports, suppressions and by `:check`: `tool:NAME`; `server` for all of it. */
export type ItemId = string;

type Named = Pick<ListItem, 'name' | 'title'>;

/**
 * The ids of the items of a list by the names that they are asked for by. A skill is called by its own name, unless another one
 * of the list has it as well: by its URI, as everything that a list does not have.
 */
export function idsIn(list: ListName, items: readonly Named[] = []): (name: string) => ItemId {
  const called = new Map<string, string>();
  if (list === 'skills') {
    const counts = new Map<string, number>();
    for (const { title } of items) counts.set(title, (counts.get(title) ?? 0) + 1);
    for (const { name, title } of items) if (counts.get(title) === 1) called.set(name, title);
  }
  return (name) => `${LISTS[list].noun}:${called.get(name) ?? name}`;
}
