import type { ReactNode } from 'react';
import { memo, useCallback, useLayoutEffect } from 'react';
import type { SessionState } from '../../../session/state.ts';
import { wayBack } from '../../../session/target.ts';
import { visible } from '../../../text/visible.ts';
import { wrap } from '../../../text/wrap.ts';
import { type Item, List } from '../../kit/list/list.tsx';
import { type ListUi, placeIn, windowOf } from '../../kit/list/state.ts';
import { Pane } from '../../kit/pane.tsx';
import { Rows } from '../../kit/rows.tsx';
import { type Area, inner } from '../../world/layout.ts';
import { type ListScreen, screenOf } from '../../world/screens.ts';
import { type Theme, useTheme } from '../../world/theme.ts';
import { paneName, type Ui } from '../../world/ui.ts';
import { useSession, useUi, useWorld } from '../../world/world.ts';
import { type Entries, entriesOf, type ListEntry } from './entries.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { recordedCall } from './recalled.ts';

interface Props {
  readonly screen: ListScreen;
  readonly area: Area;
  /** What is drawn of an item; only visible ones are asked for. */
  readonly item: (entry: ListEntry, now: Now) => Item;
}

/** How things stand, as far as a row tells of it. */
export interface Now {
  readonly state: SessionState;
  readonly started: number;
  readonly glyphs: Theme['glyphs'];
  /** How the newest call of the entry went. */
  readonly outcome: Outcome | undefined;
}

const subscriptionsOf = (state: SessionState): SessionState['subscriptions'] => state.subscriptions;
const runningOf = (state: SessionState): SessionState['running'] => state.running;
const detailsOf = (ui: Ui): Ui['details'] => ui.details;
const recalledOf = (ui: Ui): Ui['recalled'] => ui.recalled;
const listsOf = (state: SessionState): SessionState['lists'] => state.lists;

/** The list pane of Tools, Resources and Prompts: filtered, windowed, with its selection. */
export const ItemList = memo(function ItemList({ screen, area, item }: Props): ReactNode {
  const { entries, list } = useEntries(screen);
  const focused = useUi(useCallback((ui: Ui) => ui.focus[screen] === 'list', [screen]));
  const state = useSession(useCallback((now: SessionState) => reasonOf(now, screen), [screen]));
  const { extents, host } = useWorld();
  const { glyphs } = useTheme();
  const details = useUi(detailsOf);
  const recalled = useUi(recalledOf);
  useSession(subscriptionsOf);
  // An answer is seen by what no longer runs.
  useSession(runningOf);
  const now = (entry: ListEntry): Now => {
    const { past, call: shown } = details[entry.key] ?? {};
    const call = past ?? shown ?? recordedCall(recalled, entry)?.seq;
    const outcome = call === undefined ? undefined : outcomeOf(host.log, call);
    return { state: host.store.state(), started: host.started, glyphs, outcome };
  };
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
        <Rows rows={wrap(emptyWord(list, state), width).map((text, key) => ({ key, text }))} />
      ) : (
        <List
          items={entries.shown.slice(from, to).map((entry) => item(entry, now(entry)))}
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
  all.length === 0
    ? ''
    : shown.length === all.length
      ? `${place + 1}/${all.length}`
      : `${place + 1}/${shown.length} of ${all.length}`;

/** What stands in an empty list. */
function emptyWord({ filter }: ListUi, reason: string): string {
  return filter === '' ? reason : 'nothing matches';
}

/** Why a list is empty, in a few words. */
function reasonOf({ lists, phase, target }: SessionState, screen: ListScreen): string {
  const list = lists[screen];
  const isOver = (phase === 'failed' || phase === 'closed') && target.transport !== 'recorded';
  if (isOver && (list.state === 'unasked' || list.state === 'loading'))
    return `Not connected · R to ${wayBack(target)}`;
  switch (list.state) {
    case 'unasked':
      return phase === 'connecting' ? 'connecting…' : 'not asked for yet';
    case 'not announced':
      return `not supported (a: fetch anyway)`;
    case 'loading':
      return 'loading…';
    case 'done':
      return 'none';
    case 'failed':
      return visible(list.why ?? 'failed');
  }
}
