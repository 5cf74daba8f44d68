import { latest } from '../../../session/log/log.ts';
import { type ListName, pluralOf } from '../../../spec/methods.ts';
import { filterBy, moveBy } from '../../kit/list/state.ts';
import { movement, type RowStep, rowsOf } from '../../kit/movement.ts';
import { type Context, inScope, type Situation } from '../../world/command.ts';
import { openPrompt } from '../../world/overlay.ts';
import { either, ready } from '../../world/reason.ts';
import { tell, warn } from '../../world/say.ts';
import { focusPane, paneName, type UiStore } from '../../world/ui.ts';
import { ask, backToForm, callDisabledReason, shown } from './ask.ts';
import { changeOf } from './changed.ts';
import {
  type Entries,
  entriesOf,
  type GroupRow,
  isListScreen,
  LIST_SCREENS,
  type ListScreen,
  pinned,
  placeOf,
  selectedEntry,
  selectedGroup,
  withList,
} from './entries.ts';
import { freshDisabledReason, freshForm } from './fresh.ts';
import { showItem } from './result-commands.ts';
import { isForForm, turn } from './sides.ts';
import { subscribeDisabledReason, subscribeWord, toggleSubscription } from './subscribing.ts';
import { viewDisabledReason, viewWord } from './views.ts';

/** Moving, filtering and refreshing in a list of tools, resources or prompts. */
export const list = inScope(
  { id: 'list', title: 'List' },
  {
    'list.open': {
      keys: ['enter'],
      label: 'open',
      hint: openWord,
      disabled: (context) => (keysShown(context).length === 0 ? 'There is nothing to open.' : undefined),
      run: (context) => {
        if (groupRow(context) === undefined) open(context);
        else expandGroup(context, groupRow(context)?.isExpanded === false);
      },
    },
    'list.fresh': {
      keys: ['n'],
      label: 'new form',
      disabled: freshDisabledReason,
      run: (context) => {
        keepSelected(context);
        freshForm(context);
      },
    },
    'list.filter': {
      keys: ['/'],
      label: 'filter',
      hint: 'filter',
      run: ({ ui }) => {
        const screen = screenIn(ui);
        ui.update(
          openPrompt('/', {
            id: 'filter',
            typed: (value) => withList(screen, (now) => filterBy(now, value)),
            accept: (context) => (isFound(context) ? open(context) : keepSelected(context)),
            acceptWord: (situation) =>
              isFound(situation) ? (isUnread(situation) ? 'read' : 'open') : 'accept',
            move: (context, way) => moveInList(context, { by: 'row', way }),
          }),
        );
      },
    },
    'list.call': {
      keys: ['ctrl+s'],
      label: 'call with the form',
      disabled: callDisabledReason,
      run: (context) => {
        keepSelected(context);
        ask(context);
      },
    },
    'list.definition': {
      keys: ['i'],
      label: 'definition',
      hint: 'definition',
      disabled: (context) => (shown(context) === undefined ? 'There is nothing to show.' : undefined),
      run: showItem,
    },
    'list.subscribe': {
      keys: ['u'],
      label: 'subscribe / stop',
      hint: subscribeWord,
      disabled: subscribeDisabledReason,
      run: toggleSubscription,
    },
    'list.view': {
      keys: ['o'],
      label: 'save its app view',
      hint: viewWord,
      disabled: viewDisabledReason,
      run: (context) => void import('./saving-view.ts').then(({ saveView }) => saveView(context)),
    },
    'list.expand': {
      keys: ['right', 'l'],
      label: 'expand group',
      disabled: (context) =>
        groupRow(context)?.isExpanded === false ? undefined : 'There is no collapsed group here.',
      run: (context) => expandGroup(context, true),
    },
    'list.collapse': {
      keys: ['left', 'h'],
      label: 'collapse group',
      disabled: (context) =>
        groupHere(context)?.isExpanded === true ? undefined : 'There is no expanded group here.',
      run: (context) => expandGroup(context, false),
    },
    'list.refresh': {
      keys: ['r'],
      label: 'refresh',
      hint: 'refresh',
      rank: 4,
      disabled: either(ready, unannounced),
      run: (context) => refresh(context, announced(context)),
    },
    'list.insist': {
      keys: ['a'],
      label: 'fetch anyway',
      disabled: either(ready, allAnnounced),
      run: (context) => refresh(context, expected(context)),
    },
    ...movement('list', moveInList),
  },
);

/** The group whose row is selected, or that the selected row is in. */
const groupHere = (situation: Situation): GroupRow | undefined =>
  selectedGroup(rowsShown(situation), situation.ui.get().lists[screenIn(situation.ui)]);

/** The group whose row is selected. */
function groupRow(situation: Situation): GroupRow | undefined {
  const list = situation.ui.get().lists[screenIn(situation.ui)];
  const entries = rowsShown(situation);
  return selectedEntry(entries, list) === undefined ? selectedGroup(entries, list) : undefined;
}

/** Shows what is in the group or leaves it out; its own row is selected then. */
function expandGroup(context: Context, to: boolean): void {
  const group = groupHere(context);
  if (group === undefined) return;
  const { key, prefix } = group;
  context.ui.update(
    withList(screenIn(context.ui), (now) => ({
      ...now,
      selected: key,
      expanded: { ...now.expanded, [prefix]: to },
    })),
  );
}

/** What enter does on the selected row. */
function openWord(situation: Situation): string {
  const group = groupRow(situation);
  if (group !== undefined) return group.isExpanded ? 'collapse' : 'expand';
  return isUnread(situation) ? 'read' : 'open';
}

/** Goes to the form of what is selected, or to its result; a resource that has not been read is read. */
function open(context: Context): void {
  keepSelected(context);
  if (isOfAnotherLife(context)) backToForm(context);
  else if (isForForm(context)) turn(context, 'detail');
  const reads = isUnread(context);
  context.ui.update(focusPane('detail'));
  if (reads) ask(context);
}

/** Is it a resource that can be read and was not yet? Reading changes nothing: opening one reads it. */
function isUnread(situation: Situation): boolean {
  const { entry, detail } = shown(situation) ?? {};
  return (
    (entry?.list === 'resources' || entry?.list === 'skills') &&
    detail?.call === undefined &&
    callDisabledReason(situation) === undefined
  );
}

/** Does the filter find anything? What it selects is what was looked for. */
const isFound = (situation: Situation): boolean =>
  situation.ui.get().lists[screenIn(situation.ui)].filter !== '' && keysShown(situation).length > 0;

/** Did the call that is shown end with a server that has been restarted since? */
function isOfAnotherLife(context: Context): boolean {
  const { log, store } = context.host;
  const { call } = shown(context)?.detail ?? {};
  const row = call === undefined ? undefined : log.row(latest(log, call));
  const answer = row?.ended === 'closed' && row.answer !== undefined ? log.entry(row.answer) : undefined;
  return answer !== undefined && answer.session < store.state().session;
}

/** The list screen that is shown; the scope is active on no other. */
function screenIn(ui: UiStore): ListScreen {
  const { screen } = ui.get();
  if (!isListScreen(screen)) throw new Error(`${screen} is not a list`);
  return screen;
}

/** The rows of the list that is shown. */
function rowsShown({ host, ui }: Situation): Entries {
  const screen = screenIn(ui);
  return entriesOf(host.store.state().lists, screen, ui.get().lists[screen]);
}

const keysShown = (situation: Situation): readonly string[] => rowsShown(situation).keys;

/** Moves the selection of the list that is shown. */
export function moveInList(context: Context, step: RowStep): void {
  moveRows(context, (height, count) => rowsOf(step, height, count));
}

/** Has the selection stay on the row that is selected now, when the filter goes that has brought it there. */
function keepSelected(context: Context): void {
  moveRows(context, () => 0);
}

function moveRows(context: Context, rows: (height: number, count: number) => number): void {
  const screen = screenIn(context.ui);
  const entries = rowsShown(context);
  const { keys } = entries;
  const { height } = context.extents.get(paneName(screen, 'list'));
  const by = rows(height, keys.length);
  context.ui.update(
    withList(screen, (now) => {
      const selected = keys[placeOf(entries, now)];
      return moveBy(
        pinned({ ...now, ...(selected !== undefined && { selected }) }, entries, screen),
        keys,
        by,
        height,
      );
    }),
  );
}

function announced({ host, ui }: Situation): readonly ListName[] {
  const { lists } = host.store.state();
  return LIST_SCREENS[screenIn(ui)].lists.filter((name) => lists[name].state !== 'not announced');
}

/** What any server may have; an extension only one that says so. */
function expected({ host, ui }: Situation): readonly ListName[] {
  const { skills } = host.store.state().lists;
  const { lists } = LIST_SCREENS[screenIn(ui)];
  return lists.filter((name) => name !== 'skills' || skills.state !== 'not announced');
}

function allAnnounced(context: Situation): string | undefined {
  const isAll = announced(context).length === expected(context).length;
  return isAll ? 'This list is supported: press r to refresh.' : undefined;
}

function unannounced(context: Situation): string | undefined {
  if (announced(context).length > 0) return undefined;
  return `The server does not declare ${screenIn(context.ui)}: press a to fetch anyway.`;
}

function refresh(context: Context, names: readonly ListName[]): void {
  tell(context, `fetching ${screenIn(context.ui)}`, 1_000);
  const before = context.host.store.state().lists;
  for (const name of names) {
    void context.host.connection?.list(name, { by: 'user' }).then((end) => {
      const now = context.host.store.state().lists[name];
      if (end.kind === 'failed') warn(context, now.why ?? `${name} failed`);
      // What has changed is announced by who watches the lists.
      else if (changeOf(name, before[name], now) === undefined)
        tell(context, `${pluralOf(name)}: no changes`);
    });
  }
}
