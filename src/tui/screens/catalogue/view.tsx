import type { ReactNode } from 'react';
import { whyUncallable } from '../../../session/lists.ts';
import type { Subscribed } from '../../../session/state.ts';
import { clock, duration } from '../../../text/measure.ts';
import { visible } from '../../../text/visible.ts';
import type { Item } from '../../kit/list/list.tsx';
import { Split } from '../../kit/split.tsx';
import type { ViewProps } from '../../world/layout.ts';
import type { ListScreen } from '../../world/screens.ts';
import { Detail } from './detail-view.tsx';
import { type ListEntry, labelOf } from './entries.ts';
import { badgesOf, ItemList, type Now } from './list-view.tsx';

/** The Tools screen. */
export const ToolsView = ({ panes }: ViewProps): ReactNode => itemsView('tools', panes);

/** The Resources screen. */
export const ResourcesView = ({ panes }: ViewProps): ReactNode => itemsView('resources', panes);

/** The Prompts screen. */
export const PromptsView = ({ panes }: ViewProps): ReactNode => itemsView('prompts', panes);

function itemsView(screen: ListScreen, panes: ViewProps['panes']): ReactNode {
  return (
    <Split
      panes={panes}
      list={(area) => <ItemList screen={screen} area={area} item={itemOf} />}
      detail={(area) => <Detail screen={screen} area={area} />}
    />
  );
}

/** That the server tells of changes, and when it did last. */
function liveBadges(live: Subscribed | undefined, started: number): NonNullable<Item['badges']> {
  if (live === undefined) return [];
  const time = live.updated && clock(new Date(started + live.updated.t)).slice(0, 8);
  return [
    { text: 'live', meaning: 'ok' },
    ...(time === undefined ? [] : [{ text: time, meaning: 'dim' } as const]),
  ];
}

/** How its newest call went, and how long the server took. */
function outcomeBadges({ outcome, glyphs }: Now): NonNullable<Item['badges']> {
  if (outcome === undefined) return [];
  if (outcome.meaning === 'failed') return [{ text: `${glyphs.error} failed`, meaning: 'failed' }];
  const took = outcome.ms === undefined ? '' : ` ${duration(outcome.ms - outcome.yours)}`;
  return [{ text: `${glyphs.ok}${took}`, meaning: 'ok' }];
}

function itemOf(entry: ListEntry, now: Now): Item {
  const { state, started } = now;
  const { key, item, list } = entry;
  const badges = badgesOf(entry).flatMap(({ short, meaning }) =>
    short === '' ? [] : [{ text: short, meaning }],
  );
  const live = list === 'resources' ? state.subscriptions.find(({ uri }) => uri === item.name) : undefined;
  const struck = list === 'tools' && whyUncallable(state, item.name) !== undefined;
  return {
    key,
    label: visible(labelOf(entry)),
    badges: [...liveBadges(live, started), ...outcomeBadges(now), ...badges],
    dim: item.name === '',
    struck,
  };
}
