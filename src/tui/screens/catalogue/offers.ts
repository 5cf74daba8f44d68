import type { SessionState } from '../../../session/state.ts';
import { LISTS } from '../../../spec/methods.ts';
import { visible } from '../../../text/visible.ts';
import { memo } from '../../../time/memo.ts';
import type { Offer } from '../../overlay/palette.tsx';
import type { Situation } from '../../world/command.ts';
import { entriesOf, LIST_SCREENS, type ListEntry, type ListScreen, labelOf } from './entries.ts';
import { recentOffers } from './past.ts';
import { toEntry } from './reach.ts';
import type { Recalled } from './recalled.ts';

/** Recent calls and everything that the server lists, for the palette. */
export const offers = ({ host, ui }: Situation): readonly Offer[] =>
  offersOf(host.store.state().lists, ui.get().recalled);

const offersOf = memo((lists: SessionState['lists'], recalled: Recalled): readonly Offer[] => {
  const screens = Object.keys(LIST_SCREENS) as ListScreen[];
  const items = screens.flatMap((screen) => entriesOf(lists, screen, '').all);
  return [...recentOffers(recalled, items), ...items.map(itemOffer)];
});

function itemOffer(entry: ListEntry): Offer {
  const { key, list, item } = entry;
  const label = labelOf(entry);
  const more = [...new Set([item.title, item.name])].filter((text) => text !== label);
  return {
    key: `item ${key}`,
    label: visible(label),
    about: visible(more.join('  ')),
    kind: LISTS[list].noun,
    run: ({ host, ui }) => ui.update(toEntry(entry, host.store.state())),
  };
}
