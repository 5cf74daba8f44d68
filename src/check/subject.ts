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
export const itemIds = (surface: Surface): readonly (readonly [ItemId, SurfaceItem])[] =>
  itemsIn(surface).map(([list, item]) => [`${LISTS[list].noun}:${item.name}`, item] as const);
