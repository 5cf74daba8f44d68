import { waitingIn } from '../../session/inbox.ts';
import type { SessionState } from '../../session/state.ts';

/** The seven screens, in the order of their keys. */
export type ScreenId = 'server' | 'tools' | 'resources' | 'prompts' | 'traffic' | 'inbox' | 'output';

/** The screens with a list of what the server offers. */
export type ListScreen = Extract<ScreenId, 'tools' | 'resources' | 'prompts'>;

/** A part of a screen that can have the focus. */
export type PaneId = 'list' | 'detail' | 'main';

/**
 * How the panes of a screen share the space: one alone, a list beside its detail, a log above its detail; `footed`
 * is the same with most of the room for the log.
 */
export type Arrangement = 'single' | 'beside' | 'stacked' | 'footed';

/** What is the same for every session about a screen. */
export interface Screen {
  readonly id: ScreenId;
  /** The key that brings it, alone or with alt. */
  readonly key: string;
  readonly title: string;
  readonly arrangement: Arrangement;
  /** What its tab counts; undefined for no number. */
  readonly count: (state: SessionState) => number | undefined;
}

/** A row a screen, in the order of the tabs. */
export const screens: readonly Screen[] = [
  { id: 'server', key: '1', title: 'Server', arrangement: 'single', count: () => undefined },
  { id: 'tools', key: '2', title: 'Tools', arrangement: 'beside', count: (state) => listed(state, 'tools') },
  {
    id: 'resources',
    key: '3',
    title: 'Resources',
    arrangement: 'beside',
    count: (state) => sum(listed(state, 'resources'), listed(state, 'resourceTemplates')),
  },
  {
    id: 'prompts',
    key: '4',
    title: 'Prompts',
    arrangement: 'beside',
    count: (state) => listed(state, 'prompts'),
  },
  {
    id: 'traffic',
    key: '5',
    title: 'Traffic',
    arrangement: 'stacked',
    count: (state) => state.counts.traffic,
  },
  { id: 'inbox', key: '6', title: 'Inbox', arrangement: 'beside', count: (state) => waitingIn(state).length },
  {
    id: 'output',
    key: '7',
    title: 'Output',
    arrangement: 'footed',
    count: (state) => state.counts.stderr + state.counts.http + state.counts.logs,
  },
];

/** The row of a screen. */
export function screenOf(id: ScreenId): Screen {
  const screen = screens.find((row) => row.id === id);
  if (screen === undefined) throw new Error(`no screen is called ${id}`);
  return screen;
}

/** The panes of a screen, in the order of tab. */
export function panesOf(id: ScreenId): readonly PaneId[] {
  return screenOf(id).arrangement === 'single' ? ['main'] : ['list', 'detail'];
}

/** Is the screen one with a list of what the server offers? */
export const isListScreen = (screen: ScreenId): screen is ListScreen =>
  screen === 'tools' || screen === 'resources' || screen === 'prompts';

/** How many items a list has; undefined while it was not asked for. */
function listed(state: SessionState, name: keyof SessionState['lists']): number | undefined {
  const list = state.lists[name];
  return list.state === 'unasked' || list.state === 'not announced' ? undefined : list.items.length;
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0);
}
