import { type ReactNode, memo as still, useCallback, useLayoutEffect } from 'react';
import { isObject } from '../../../json/shape.ts';
import { whyUncallable } from '../../../session/lists.ts';
import { type CallEnding, outcomeOf } from '../../../session/outcome.ts';
import type { SessionState, Subscribed } from '../../../session/state.ts';
import { wayBack } from '../../../session/target.ts';
import { appOf, isAppOnly } from '../../../surface/app.ts';
import { clock, counted, duration } from '../../../text/measure.ts';
import { visible } from '../../../text/visible.ts';
import { width } from '../../../text/width.ts';
import { wrap } from '../../../text/wrap.ts';
import { memo } from '../../../time/memo.ts';
import type { Lens, SeenServer, SeenTool } from '../../kit/lens.ts';
import { lensIn, lensWord } from '../../kit/lens.ts';
import { List, type ListRow } from '../../kit/list/list.tsx';
import { type ListUi, windowOf } from '../../kit/list/state.ts';
import { Pane } from '../../kit/pane.tsx';
import { Rows } from '../../kit/rows.tsx';
import { type Area, inner } from '../../world/layout.ts';
import { isAskedInPlace } from '../../world/overlay.ts';
import { type Meaning, type Theme, useTheme } from '../../world/theme.ts';
import { paneName, type Ui } from '../../world/ui.ts';
import { useSession, useUi, useWorld } from '../../world/world.ts';
import { newsMark } from './changed.ts';
import {
  allEntries,
  type Entries,
  entriesOf,
  type GroupRow,
  isGroup,
  LIST_SCREENS,
  type ListEntry,
  type ListScreen,
  labelOf,
  placeOf,
} from './entries.ts';
import { recordedCall } from './recalled.ts';

interface Props {
  readonly screen: ListScreen;
  readonly area: Area;
}

/** The state, as far as a row shows it. */
interface Now {
  readonly tools: Offered;
  readonly subscriptions: SessionState['subscriptions'];
  readonly started: number;
  readonly glyphs: Theme['glyphs'];
  /** Whose model the names are for, and the server whose they are. */
  readonly lens: Lens | undefined;
  readonly seen: SeenServer;
  /** How the newest call of the entry went. */
  readonly outcome: CallEnding | undefined;
}

/** What decides whether a tool may be called. */
type Offered = Parameters<typeof whyUncallable>[0];

const eraOf = (state: SessionState): SessionState['era'] => state.era;
const targetOf = (state: SessionState): SessionState['target'] => state.target;
const subscriptionsOf = (state: SessionState): SessionState['subscriptions'] => state.subscriptions;
const runningOf = (state: SessionState): SessionState['running'] => state.running;
const detailsOf = (ui: Ui): Ui['details'] => ui.details;
const recalledOf = (ui: Ui): Ui['recalled'] => ui.recalled;
const listsOf = (state: SessionState): SessionState['lists'] => state.lists;
const serverOf = (state: SessionState): SessionState['server'] => state.server;

/** The list pane of Tools, Resources and Prompts: filtered, windowed, with its selection. */
export const ItemList = still(function ItemList({ screen, area }: Props): ReactNode {
  const { entries, list } = useEntries(screen);
  const focused = useUi(
    useCallback((ui: Ui) => !isAskedInPlace(ui) && ui.focus[screen] === 'list', [screen]),
  );
  const reason = useSession(useCallback((state: SessionState) => reasonOf(state, screen), [screen]));
  const { extents, host } = useWorld();
  const { glyphs } = useTheme();
  const details = useUi(detailsOf);
  const recalled = useUi(recalledOf);
  const subscriptions = useSession(subscriptionsOf);
  const running = useSession(runningOf);
  const tools = { era: useSession(eraOf), target: useSession(targetOf), lists: useSession(listsOf) };
  const lens = useUi(lensIn);
  const seen = { lists: tools.lists, server: useSession(serverOf) };
  const now = (entry: ListEntry): Now => {
    const { past, call: shown } = details[entry.key] ?? {};
    const call = past ?? shown ?? recordedCall(recalled, entry)?.seq;
    // A task runs on after the answer to its call.
    const isOpen = running.some(({ seq, task }) => seq === call && task === undefined);
    const outcome = call === undefined || isOpen ? undefined : outcomeOf(host.log, call);
    return { tools, subscriptions, started: host.started, glyphs, lens, seen, outcome };
  };
  const worstOf = (row: GroupRow): SeenTool['mark'] =>
    lens === undefined || row.isExpanded ? undefined : worstMark(row, lens, seen);
  const { width: cells, height } = inner(area);
  const count = entries.shown.length;
  const place = placeOf(entries, list);
  const title = titleOf(screen, list);
  const number = countOf(place, entries, list);
  const word = lensWord(lens);
  const isNarrow = width(`${title} ${word} ${number}`) + MARKER > cells;
  const told = isNarrow ? word.replace('seen ', '') : word;
  const { from, to } = windowOf(list.top, place, count, height);
  useLayoutEffect(
    () => extents.set(paneName(screen, 'list'), { rows: count, height, selected: place - from }),
    [extents, screen, count, height, place, from],
  );
  return (
    <Pane
      area={area}
      title={title}
      right={[told, number].filter((word) => word !== '').join(' ')}
      focused={focused}
      seen={{ from, to, count }}
    >
      {count === 0 ? (
        <Rows rows={wrap(emptyWord(list, reason), cells).map((text, key) => ({ key, text }))} />
      ) : (
        <List
          items={entries.shown
            .slice(from, to)
            .map((row) =>
              isGroup(row) ? groupItem(row, glyphs, worstOf(row)) : itemOf(row, now(row), cells),
            )}
          selected={entries.keys[place]}
          focused={focused}
          width={cells}
        />
      )}
    </Pane>
  );
});

/** That it is new, or another one than before. */
function newsBadges({ item, list }: ListEntry, lists: SessionState['lists']): NonNullable<ListRow['badges']> {
  const mark = newsMark(lists[list], list, item.name);
  return mark === undefined ? [] : [{ text: mark, meaning: mark === 'new' ? 'ok' : 'finding' }];
}

/** That the server reports changes, and when it last did. */
function liveBadges(live: Subscribed | undefined, started: number): NonNullable<ListRow['badges']> {
  if (live === undefined) return [];
  const time = live.updated && clock(new Date(started + live.updated.t)).slice(0, 8);
  return [
    { text: 'live', meaning: 'ok' },
    ...(time === undefined ? [] : [{ text: time, meaning: 'dim' } as const]),
  ];
}

/** How its newest call went, and how long the server took. */
function outcomeBadges({ outcome, glyphs }: Now): NonNullable<ListRow['badges']> {
  if (outcome === undefined) return [];
  const { meaning, word, ms, yours } = outcome;
  if (meaning === 'failed')
    return [{ text: `${glyphs.error} ${word}`, short: `${glyphs.error} failed`, meaning }];
  if (meaning === 'cancelled') return [{ text: word, meaning: 'finding' }];
  return [{ text: `${glyphs.ok}${ms === undefined ? '' : ` ${duration(ms - yours)}`}`, meaning: 'ok' }];
}

/** The row above a group; while it is closed with what became of its tools at their worst. */
const groupItem = (
  { key, prefix, members, isExpanded }: GroupRow,
  glyphs: Theme['glyphs'],
  mark: SeenTool['mark'],
): ListRow => ({
  key,
  label: `${isExpanded ? glyphs.open : glyphs.folded} ${visible(prefix)}`,
  badges: [
    { text: counted(members.length, 'tool'), meaning: 'dim' },
    ...(mark === undefined ? [] : [{ text: signOf(mark, glyphs), meaning: meaningOf(mark) }]),
  ],
  dim: isExpanded,
});

/** What becomes of the tools of a group at their worst. */
function worstMark({ members }: GroupRow, lens: Lens, seen: SeenServer): SeenTool['mark'] {
  const marks = members.map(({ item }) => lens.tool(seen, item).mark);
  return marks.find((mark) => mark?.kind === 'left out') ?? marks.find((mark) => mark !== undefined);
}

/** A row of the list, in a pane of so many cells. */
function itemOf(entry: ListEntry, now: Now, cells: number): ListRow {
  if (now.lens !== undefined && entry.list === 'tools') return seenRow(entry, now.lens, now, cells);
  const { tools, subscriptions, started } = now;
  const { key, item, list } = entry;
  const badges = badgesOf(entry).flatMap(({ short, meaning }) =>
    short === '' ? [] : [{ text: short, meaning }],
  );
  const live = list === 'resources' ? subscriptions.find(({ uri }) => uri === item.name) : undefined;
  // A model may not call what is there for its view alone.
  const struck = list === 'tools' && (isAppOnly(item.raw) || whyUncallable(tools, item.name) !== undefined);
  return {
    key,
    label: visible(labelOf(entry)),
    badges: [
      ...newsBadges(entry, tools.lists),
      ...liveBadges(live, started),
      ...outcomeBadges(now),
      ...badges,
    ],
    dim: item.name === '',
    struck,
  };
}

/** A tool as a client gives it to its model: under the name that it has there, and what became of it. */
function seenRow(entry: ListEntry, lens: Lens, now: Now, cells: number): ListRow {
  const { view, mark } = lens.tool(now.seen, entry.item);
  const label = visible(view.given.name);
  const outcome = outcomeBadges(now);
  const sign = signOf(mark, now.glyphs);
  const told = `${sign} ${mark?.short}`;
  const taken = outcome.reduce((sum, { text }) => sum + 1 + width(text), MARKER + width(label));
  const badge = { text: taken + 1 + width(told) <= cells ? told : sign, meaning: meaningOf(mark) };
  return {
    key: entry.key,
    label,
    badges: mark === undefined ? outcome : [...outcome, badge],
    struck: mark?.kind === 'left out',
  };
}

/** The sign of what became of a tool. */
export const signOf = (mark: SeenTool['mark'], glyphs: Theme['glyphs']): string =>
  mark?.kind === 'left out' ? glyphs.error : glyphs.finding;

/** How that sign is painted. */
export const meaningOf = (mark: SeenTool['mark']): Meaning =>
  mark?.kind === 'left out' ? 'failed' : 'finding';

/**
 * Cells of the longest row of a list screen, whatever the filter, with room for how its newest call went, or for when
 * what is subscribed to last changed.
 */
export const listCells = (
  { lists, subscriptions, server }: SeenServer & Pick<SessionState, 'subscriptions'>,
  screen: ListScreen,
  lens?: Lens,
): number =>
  MARKER +
  (lens !== undefined && screen === 'tools'
    ? lens.longest({ lists, server }) + SIGN
    : longest(allEntries(lists, screen))) +
  (screen === 'resources' && subscriptions.length > 0 ? LIVE : OUTCOME);

/** Cells of the marker before a name. */
const MARKER = 2;
/** Cells of the sign of what became of a tool. */
const SIGN = 2;
/** Cells of an outcome such as ` ✓ 36 ms`. */
const OUTCOME = 9;
/** Cells of ` live 12:34:56`. */
const LIVE = 14;

const longest = memo((all: readonly ListEntry[]): number => {
  const cells = all.map((entry) => {
    const signs = badgesOf(entry).map(({ short }) => (short === '' ? 0 : 1 + width(short)));
    return width(visible(labelOf(entry))) + signs.reduce((sum, one) => sum + one, 0);
  });
  return cells.reduce((most, one) => Math.max(most, one), 0);
});

/** The rows of a list screen as they stand, with the state of the list. */
export function useEntries(screen: ListScreen): { readonly entries: Entries; readonly list: ListUi } {
  const lists = useSession(listsOf);
  const list = useUi(useCallback((ui: Ui) => ui.lists[screen], [screen]));
  return { entries: entriesOf(lists, screen, list), list };
}

function titleOf(screen: ListScreen, { filter }: ListUi): string {
  const { title } = LIST_SCREENS[screen];
  return filter === '' ? title : `${title} /${visible(filter)}`;
}

function countOf(place: number, { shown, all }: Entries, { filter }: ListUi): string {
  const row = shown[place];
  if (all.length === 0) return '';
  if (filter !== '' && shown.length !== all.length) return `${place + 1}/${shown.length} of ${all.length}`;
  return row === undefined || isGroup(row) ? `${all.length}` : `${all.indexOf(row) + 1}/${all.length}`;
}

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

/** What a tool says of itself, in a word (server/tools#tool: annotations, execution). */
interface Badge {
  readonly text: string;
  /** The word cut to a sign or two for lists. */
  readonly short: string;
  readonly meaning: Meaning;
}

/** The badges of an entry; its problems come first. */
export function badgesOf({ item, list }: ListEntry): readonly Badge[] {
  const raw = isObject(item.raw) ? item.raw : {};
  const annotations = isObject(raw['annotations']) ? raw['annotations'] : {};
  const execution = isObject(raw['execution']) ? raw['execution'] : {};
  const badges: Badge[] = [];
  if (item.problems.length > 0)
    badges.push({
      text: counted(item.problems.length, 'problem'),
      short: '!',
      meaning: 'finding',
    });
  if (list === 'resourceTemplates') badges.push({ text: 'template', short: '{}', meaning: 'dim' });
  const app = list === 'tools' ? appOf(item.raw) : undefined;
  if (app !== undefined && isAppOnly(item.raw))
    badges.push({ text: 'for its view alone', short: 'app', meaning: 'dim' });
  else if (app?.uri !== undefined) badges.push({ text: 'app', short: 'app', meaning: 'dim' });
  if (list === 'skills') badges.push({ text: 'skill', short: 'skill', meaning: 'dim' });
  if (annotations['destructiveHint'] === true)
    badges.push({ text: 'destructive', short: 'destr', meaning: 'failed' });
  if (annotations['readOnlyHint'] === true) badges.push({ text: 'read-only', short: 'ro', meaning: 'dim' });
  if (annotations['idempotentHint'] === true) badges.push({ text: 'idempotent', short: '', meaning: 'dim' });
  if (annotations['openWorldHint'] === true) badges.push({ text: 'open-world', short: '', meaning: 'dim' });
  const task = execution['taskSupport'];
  if (task === 'required' || task === 'optional')
    badges.push({ text: `task ${task}`, short: 'task', meaning: 'dim' });
  return badges;
}
