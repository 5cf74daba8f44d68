import type { Client } from '../clients/client.ts';
import { LISTS } from '../spec/methods.ts';
import type { Answered } from '../surface/answered.ts';
import { itemsIn, type Surface, type SurfaceItem } from '../surface/surface.ts';

/** What is checked: what a server offers, and what it was seen to answer. */
export interface Subject {
  readonly surface: Surface;
  readonly answered: Answered;
  /** What clients put before the names of its tools: its name in their configuration, else as it calls itself. */
  readonly server: string;
  /** The clients that are asked about. */
  readonly clients: readonly Client[];
}

/** How an item is named in reports, suppressions and by `:check`: `tool:NAME`; `server` for all of it. */
export type ItemId = string;

/** Every item of the lists with its id, in the order in which lists are shown. */
export function itemIds(surface: Surface): readonly (readonly [ItemId, SurfaceItem])[] {
  const skills = surface.lists.skills ?? [];
  return itemsIn(surface).map(([list, item]) => {
    // A skill is called by its name, unless another one has it as well.
    const isNamed = list === 'skills' && skills.every((one) => one === item || one.title !== item.title);
    return [`${LISTS[list].noun}:${isNamed ? item.title : item.name}`, item] as const;
  });
}
