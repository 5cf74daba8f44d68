import type { Client } from '../clients/client.ts';
import { namelessWords } from '../clients/crossing-words.ts';
import { LISTS, type ListName } from '../spec/methods.ts';
import type { Answered } from '../surface/answered.ts';
import { itemsIn, type Surface, type SurfaceItem } from '../surface/surface.ts';
import type { Mask } from './excerpt.ts';

/** What is checked: what a server offers, and what it was seen to answer. */
export interface Subject {
  readonly surface: Surface;
  readonly answered: Answered;
  /** What clients put before the names of its tools: its name in their configuration, else as it calls itself. */
  readonly server: string;
  /** The clients that are asked about. */
  readonly clients: readonly Client[];
  /** Takes secrets out of a text that a finding quotes in part; the rest of it is left to whoever shows the findings. */
  readonly mask?: Mask;
}

/** How an item is named in reports, suppressions and by `:check`: `tool:NAME`; `server` for all of it. */
export type ItemId = string;

/** Every item of the lists with its id, in the order in which lists are shown; one without a name has its number in its list. */
export function itemIds(surface: Surface): readonly (readonly [ItemId, SurfaceItem])[] {
  const names = new Map<string, number>();
  for (const { title } of surface.lists.skills ?? []) names.set(title, (names.get(title) ?? 0) + 1);
  const numbers = new Map<ListName, number>();
  return itemsIn(surface).map(([list, item]) => {
    const number = (numbers.get(list) ?? 0) + 1;
    numbers.set(list, number);
    // A skill is called by its name, unless another one has it as well.
    const isNamed = list === 'skills' && names.get(item.title) === 1;
    return [
      `${LISTS[list].noun}:${isNamed ? item.title : item.name || namelessWords(number)}`,
      item,
    ] as const;
  });
}
