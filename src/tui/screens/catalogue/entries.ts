import { isObject } from '../../../json/shape.ts';
import type { SessionState } from '../../../session/state.ts';
import type { ListItem } from '../../../spec/check/item.ts';
import type { ListName } from '../../../spec/methods.ts';
import { fuzzy } from '../../../text/fuzzy.ts';
import { memo } from '../../../time/memo.ts';
import type { ListUi } from '../../kit/list/state.ts';
import type { ScreenId } from '../../world/screen-id.ts';
import { paneName, type Ui } from '../../world/ui.ts';
import { beginsCollapsed, groupsOf, type NameGroup } from './groups.ts';

declare module '../../world/ui.ts' {
  interface Ui {
    readonly lists: Readonly<Record<ListScreen, ListUi>>;
  }
}

declare module '../../world/screen-id.ts' {
  interface ScreenIds extends Readonly<Record<ListScreen, true>> {}
}

/** The screens with a list of what the server offers. */
export type ListScreen = 'tools' | 'resources' | 'prompts';

/** Is the screen one of them? */
export const isListScreen = (screen: ScreenId): screen is ListScreen => screen in LIST_SCREENS;

/** A row of a list screen: an item of the server's and the key by which it stays selected. */
export interface ListEntry {
  /** The list, the name and, for the second and later item of the same name, which one it is. */
  readonly key: string;
  readonly list: ListName;
  readonly item: ListItem;
}

/** The row above tools that begin alike, by which they are expanded and collapsed. */
export interface GroupRow {
  readonly key: string;
  readonly prefix: string;
  readonly members: readonly ListEntry[];
  readonly isExpanded: boolean;
}

/** Is it the row above a group? */
export const isGroup = (row: ListEntry | GroupRow): row is GroupRow => 'members' in row;

/** The rows of a list screen under a filter. The same arrays come back as long as nothing changed. */
export interface Entries {
  readonly all: readonly ListEntry[];
  /** Those that the filter leaves, best first; without a filter those of expanded groups, each below its row. */
  readonly shown: readonly (ListEntry | GroupRow)[];
  /** The keys of those shown. */
  readonly keys: readonly string[];
}

/** The screen on which a list is shown. */
export const screenOfList = (list: ListName): ListScreen =>
  LIST_SCREENS.resources.lists.includes(list) ? 'resources' : list === 'prompts' ? 'prompts' : 'tools';

type Lists = SessionState['lists'];

/** The list screens: the key and the title of each, and what is listed there. */
export const LIST_SCREENS: Readonly<
  Record<ListScreen, { readonly key: string; readonly title: string; readonly lists: readonly ListName[] }>
> = {
  tools: { key: '2', title: 'Tools', lists: ['tools'] },
  resources: { key: '3', title: 'Resources', lists: ['resources', 'resourceTemplates', 'skills'] },
  prompts: { key: '4', title: 'Prompts', lists: ['prompts'] },
};

/** All rows of a list screen, templates and skills below the resources, and those that the filter leaves. */
export function entriesOf(
  lists: Lists,
  screen: ListScreen,
  { filter, selected, expanded }: Pick<ListUi, 'filter' | 'selected' | 'expanded'>,
): Entries {
  const items = LIST_SCREENS[screen].lists.map((name) => lists[name].items);
  const own = filter === '' ? groupWith(GROUPED[screen](ALL[screen](...items)), selected) : undefined;
  return ENTRIES[screen](filter, expanded, own?.prefix, ...items);
}

/** All rows of a list screen. The same array comes back as long as nothing changed. */
export const allEntries = (lists: Lists, screen: ListScreen): readonly ListEntry[] =>
  ALL[screen](...LIST_SCREENS[screen].lists.map((name) => lists[name].items));

type Items = readonly (readonly ListItem[])[];

/** Of each screen the newest rows: the items of a list are replaced as a whole when one of them changes. */
const ALL: Readonly<Record<ListScreen, (...items: Items) => readonly ListEntry[]>> = {
  tools: allMemo('tools'),
  resources: allMemo('resources'),
  prompts: allMemo('prompts'),
};

function allMemo(screen: ListScreen): (...items: Items) => readonly ListEntry[] {
  return memo((...items: Items) =>
    LIST_SCREENS[screen].lists.flatMap((name, at) => entriesIn(name, items[at] ?? [])),
  );
}

/** The groups of a list by where they begin, and each by the keys of its rows. */
interface Grouped {
  readonly groups: readonly NameGroup[];
  readonly byKey: ReadonlyMap<string, NameGroup>;
}

const grouped = (screen: ListScreen) =>
  memo((all: readonly ListEntry[]): Grouped => {
    const groups = screen === 'tools' ? groupsOf(all.map(({ item }) => item.name)) : [];
    const keys = groups.flatMap((group) =>
      all.slice(group.from, group.to).map(({ key }) => [key, group] as const),
    );
    return { groups, byKey: new Map(keys) };
  });

/** Computed once for each list that the server sends. */
const GROUPED: Readonly<Record<ListScreen, ReturnType<typeof grouped>>> = {
  tools: grouped('tools'),
  resources: grouped('resources'),
  prompts: grouped('prompts'),
};

const groupWith = ({ byKey }: Grouped, key: string | undefined): NameGroup | undefined =>
  key === undefined ? undefined : byKey.get(key);

/** What a person has expanded and collapsed, and the group with the selected row, which is never hidden. */
type EntriesMemo = (
  filter: string,
  expanded: ListUi['expanded'],
  own: string | undefined,
  ...items: Items
) => Entries;

const ENTRIES: Readonly<Record<ListScreen, EntriesMemo>> = {
  tools: entriesMemo('tools'),
  resources: entriesMemo('resources'),
  prompts: entriesMemo('prompts'),
};

function entriesMemo(screen: ListScreen): EntriesMemo {
  return memo((filter, expanded, own, ...items): Entries => {
    const all = ALL[screen](...items);
    const shown = filter === '' ? withGroups(screen, all, expanded, own) : matching(all, filter);
    return { all, shown, keys: shown.map(({ key }) => key) };
  });
}

/** The rows in the order of the server, those of collapsed groups left out. */
function withGroups(
  screen: ListScreen,
  all: readonly ListEntry[],
  expanded: ListUi['expanded'],
  own: string | undefined,
): Entries['shown'] {
  const rows: (ListEntry | GroupRow)[] = [];
  let at = 0;
  for (const { prefix, from, to } of GROUPED[screen](all).groups) {
    const members = all.slice(from, to);
    const isExpanded = prefix === own || (expanded?.[prefix] ?? !beginsCollapsed(all.length));
    rows.push(...all.slice(at, from), { key: `group ${prefix}`, prefix, members, isExpanded });
    if (isExpanded) rows.push(...members);
    at = to;
  }
  return at === 0 ? all : [...rows, ...all.slice(at)];
}

/** The list with the group of what is selected kept expanded when the selection leaves it. */
export function pinned(list: ListUi, { all }: Entries, screen: ListScreen): ListUi {
  const group = groupWith(GROUPED[screen](all), list.selected);
  if (group === undefined || list.expanded?.[group.prefix] === true) return list;
  return { ...list, expanded: { ...list.expanded, [group.prefix]: true } };
}

/** The place of the selected row; when it is not among those shown, the first one, or the first below the row of its group. */
export function placeOf({ keys, shown }: Entries, { selected }: Pick<ListUi, 'selected'>): number {
  const at = selected === undefined ? -1 : keys.indexOf(selected);
  const [first] = shown;
  if (at >= 0 || first === undefined) return at;
  return isGroup(first) && first.isExpanded ? 1 : 0;
}

/** The selected item among those shown; nothing on the row of a group. */
export function selectedEntry(entries: Entries, list: ListUi): ListEntry | undefined {
  const row = entries.shown[placeOf(entries, list)];
  return row === undefined || isGroup(row) ? undefined : row;
}

/** The group of the selected row: the one that it is the row of, or is in. */
export function selectedGroup(entries: Entries, list: ListUi): GroupRow | undefined {
  const place = placeOf(entries, list);
  const row = entries.shown[place];
  if (row === undefined || isGroup(row)) return row;
  return entries.shown
    .slice(0, place)
    .findLast((one): one is GroupRow => isGroup(one) && one.members.includes(row));
}

/** Is it no longer listed, whatever the filter? */
export const isUnlisted = ({ all }: Entries, key: string): boolean => all.every((entry) => entry.key !== key);

/** Those whose name, title or URI matches, best first, then those with the text in their description. */
function matching(all: readonly ListEntry[], filter: string): readonly ListEntry[] {
  const named = all
    .map((entry) => ({ entry, score: scoreOf(entry, filter) }))
    .filter(({ score }) => score !== undefined)
    .sort((one, other) => (other.score ?? 0) - (one.score ?? 0))
    .map(({ entry }) => entry);
  const found = new Set(named);
  const sought = filter.toLowerCase();
  const described = all.filter((entry) => !found.has(entry) && holds(entry.item.description, sought));
  return [...named, ...described];
}

/** How well one of the texts that name an item matches; undefined when none does. */
function scoreOf({ item }: ListEntry, filter: string): number | undefined {
  const { name, title, raw } = item;
  const inner = isObject(raw) && typeof raw['name'] === 'string' ? raw['name'] : '';
  const scores = [...new Set([name, title, inner])].map((text) => fuzzy(filter, text)?.score);
  return scores.reduce(
    (best, score) => (score === undefined || score < (best ?? score) ? best : score),
    undefined,
  );
}

const holds = (text: string, sought: string): boolean => text.toLowerCase().includes(sought);

/** What a row is called: all that is read by its name, since the URIs of a server mostly begin alike. */
export function labelOf({ list, item }: ListEntry): string {
  if (list === 'skills' && item.title !== '') return item.title;
  const name = list !== 'tools' && isObject(item.raw) ? item.raw['name'] : undefined;
  if (typeof name === 'string' && name.trim() !== '') return name;
  return item.name === '' ? '(no name)' : item.name;
}

function entriesIn(list: ListName, items: readonly ListItem[]): readonly ListEntry[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const nth = (seen.get(item.name) ?? 0) + 1;
    seen.set(item.name, nth);
    return { key: nth === 1 ? `${list} ${item.name}` : `${list} ${item.name} ${nth}`, list, item };
  });
}

/** The name under which is kept that a pane shows what it shows as it was sent: on the list screens one for each item. */
export const rawName = ({ lists }: Pick<Ui, 'lists'>, screen: ScreenId): string =>
  isListScreen(screen)
    ? `${paneName(screen, 'detail')} ${lists[screen].selected ?? ''}`
    : paneName(screen, 'detail');

/** The ui with another state of one of its lists. */
export const withList =
  (screen: ListScreen, change: (list: ListUi) => ListUi) =>
  (ui: Ui): Ui => {
    const list = change(ui.lists[screen]);
    return list === ui.lists[screen] ? ui : { ...ui, lists: { ...ui.lists, [screen]: list } };
  };
