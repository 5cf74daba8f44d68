import type { Client } from '../clients/client.ts';
import { namelessWords } from '../clients/crossing-words.ts';
import type { ListName } from '../spec/methods.ts';
import type { Answered } from '../surface/answered.ts';
import { type ItemId, idsIn } from '../surface/item-id.ts';
import { byList, itemsIn, type Surface, type SurfaceItem } from '../surface/surface.ts';
import { memoOf } from '../time/memo.ts';
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

export type { ItemId };

/** Every item of the lists with its id, in the order in which lists are shown; one without a name has its number in its list. */
export const itemIds = memoOf((surface: Surface): readonly (readonly [ItemId, SurfaceItem])[] => {
  const ids = byList((list) => idsIn(list, surface.lists[list]));
  const numbers = new Map<ListName, number>();
  return itemsIn(surface).map(([list, item]) => {
    const number = (numbers.get(list) ?? 0) + 1;
    numbers.set(list, number);
    return [ids[list](item.name || namelessWords(number)), item] as const;
  });
});
