import type { ReactNode } from 'react';
import { memo, useCallback, useLayoutEffect } from 'react';
import type { SessionState } from '../../session/state.ts';
import { visible } from '../../text/visible.ts';
import type { Area } from '../layout.ts';
import { inner } from '../layout.ts';
import type { ListScreen } from '../screens.ts';
import { screenOf } from '../screens.ts';
import type { Entries, ListEntry } from '../ui/entries.ts';
import { entriesOf } from '../ui/entries.ts';
import type { ListUi } from '../ui/list.ts';
import { placeIn, windowOf } from '../ui/list.ts';
import type { Ui } from '../ui.ts';
import { paneName } from '../ui.ts';
import type { Item } from '../widgets/list.tsx';
import { List } from '../widgets/list.tsx';
import { Pane } from '../widgets/pane.tsx';
import { Rows } from '../widgets/rows.tsx';
import { useSession, useUi, useWorld } from '../world.ts';

interface Props {
  readonly screen: ListScreen;
  readonly area: Area;
  /** What is drawn of an item; only visible ones are asked for. */
  readonly item: (entry: ListEntry, state: SessionState, started: number) => Item;
}

const subscriptionsOf = (state: SessionState): SessionState['subscriptions'] => state.subscriptions;
const listsOf = (state: SessionState): SessionState['lists'] => state.lists;

/** The list pane of Tools, Resources and Prompts: filtered, windowed, with its selection. */
export const ItemList = memo(function ItemList({ screen, area, item }: Props): ReactNode {
  const { entries, list } = useEntries(screen);
  const focused = useUi(useCallback((ui: Ui) => ui.focus[screen] === 'list', [screen]));
  const state = useSession(useCallback((now: SessionState) => reasonOf(now.lists, screen), [screen]));
  const { extents, host } = useWorld();
  useSession(subscriptionsOf);
  const { width, height } = inner(area);
  const count = entries.shown.length;
  const place = placeIn(list, entries.keys);
  const { from, to } = windowOf(list.top, place, count, height);
  useLayoutEffect(
    () => extents.set(paneName(screen, 'list'), { rows: count, height, selected: place - from }),
    [extents, screen, count, height, place, from],
  );
  return (
    <Pane area={area} title={titleOf(screen, list)} right={countOf(place, entries)} focused={focused}>
      {count === 0 ? (
        <Rows rows={[{ key: 'empty', text: emptyWord(list, state) }]} />
      ) : (
        <List
          items={entries.shown.slice(from, to).map((entry) => item(entry, host.store.state(), host.started))}
          selected={entries.keys[place]}
          focused={focused}
          width={width}
        />
      )}
    </Pane>
  );
});

/** The rows of a list screen as they stand, with the state of the list. */
export function useEntries(screen: ListScreen): { readonly entries: Entries; readonly list: ListUi } {
  const lists = useSession(listsOf);
  const list = useUi(useCallback((ui: Ui) => ui.lists[screen], [screen]));
  return { entries: entriesOf(lists, screen, list.filter), list };
}

function titleOf(screen: ListScreen, { filter }: ListUi): string {
  const { title } = screenOf(screen);
  return filter === '' ? title : `${title} /${visible(filter)}`;
}

const countOf = (place: number, { shown, all }: Entries): string =>
  shown.length === all.length
    ? `${place + 1}/${all.length}`
    : `${place + 1}/${shown.length} of ${all.length}`;

/** What stands in an empty list. */
function emptyWord({ filter }: ListUi, reason: string): string {
  return filter === '' ? reason : 'nothing matches';
}

/** Why a list is empty, in a few words. */
function reasonOf(lists: SessionState['lists'], screen: ListScreen): string {
  const list = lists[screen];
  switch (list.state) {
    case 'unasked':
      return 'not asked for yet';
    case 'not announced':
      return `not announced (a asks all the same)`;
    case 'loading':
      return 'loading…';
    case 'done':
      return 'none';
    case 'failed':
      return visible(list.why ?? 'failed');
  }
}
