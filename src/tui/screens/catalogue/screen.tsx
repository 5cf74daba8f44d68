import type { ReactNode } from 'react';
import type { SessionState } from '../../../session/state.ts';
import { textToSend } from '../../kit/form/state.ts';
import { emptyList, filterBy } from '../../kit/list/state.ts';
import { isRaw } from '../../kit/sheet/sheet.ts';
import { Split } from '../../kit/split.tsx';
import type { Scope } from '../../world/command.ts';
import type { ViewProps } from '../../world/layout.ts';
import { focused, type Ui } from '../../world/ui.ts';
import type { Screen } from '../screen.ts';
import { call, calling, everywhere } from './call-commands.ts';
import { callForm, invocation } from './call-form.ts';
import { shownSheet } from './call-sheet.ts';
import { watchChanges } from './changed.ts';
import { list, moveInList } from './commands.ts';
import { closeCompared } from './comparing-commands.ts';
import { completeAsTyped } from './completing-commands.ts';
import { detailOf } from './detail.ts';
import { Detail } from './detail-view.tsx';
import { LIST_SCREENS, type ListScreen, rawName, withList } from './entries.ts';
import { watchLenses } from './lens/turning.ts';
import { closeLink } from './linked.ts';
import { ItemList, listCells } from './list-view.tsx';
import { offers } from './past.ts';
import { nothingRecalled, recall } from './recalled.ts';
import { result } from './result-commands.ts';
import { callInView, detailFocus, shownDetail } from './shown.ts';
import { closeResult, isOnResult, thirdOf, turn } from './sides.ts';
import { watchUpdates } from './updates.ts';
import { tellVanished, watchVanishing } from './vanishing.ts';

const ToolsView = ({ panes }: ViewProps): ReactNode => itemsView('tools', panes);
const ResourcesView = ({ panes }: ViewProps): ReactNode => itemsView('resources', panes);
const PromptsView = ({ panes }: ViewProps): ReactNode => itemsView('prompts', panes);

function itemsView(screen: ListScreen, panes: ViewProps['panes']): ReactNode {
  return (
    <Split
      panes={panes}
      list={(area) => <ItemList screen={screen} area={area} />}
      detail={(area, third) => <Detail screen={screen} area={area} third={third} />}
    />
  );
}

/** What the three list screens have in common. */
const listScreen = (id: ListScreen, View: Screen['View']): Screen => ({
  id,
  key: LIST_SCREENS[id].key,
  title: LIST_SCREENS[id].title,
  arrangement: 'beside',
  start: {},
  count: (state) => countOf(state, id),
  commands: [],
  scopes,
  isTyping: (ui, state) => detailFocus(ui, state) === 'field',
  form: callForm,
  noForm: tellVanished,
  View,
  sheet: (host, ui, place) => {
    const detail = shownDetail(ui, host.store.state())?.detail;
    if (detail?.call === undefined || (place === 'detail' && detail.showing === 'form')) return undefined;
    const look = { raw: isRaw(ui, rawName(ui, id)), revealed: ui.revealed, lens: ui.lens };
    return shownSheet(host, detail.link?.seq ?? detail.call, detail.against, look);
  },
  move: moveInList,
  room: { list: (state, { lens }) => listCells(state, id, lens), third: thirdOf },
  sides: { isThird: isOnResult, turn },
  close: (context) =>
    detailFocus(context.ui.get(), context.host.store.state()) === 'result' &&
    (closeCompared(context) || closeLink(context) || closeResult(context)),
  isInside: (ui, state) => {
    const { link, against } = shownDetail(ui, state)?.detail ?? {};
    return isOnResult(ui, state) && (link !== undefined || against !== undefined);
  },
  back: withList(id, (list) => filterBy(list, '')),
  call: callInView,
  unsent,
  invocation,
  looksAt: ({ host, ui }) => {
    const { link, call } = shownDetail(ui.get(), host.store.state())?.detail ?? {};
    return link?.seq ?? call;
  },
});

/** The tools of the server. State, commands and watchers shared by the three list screens are registered here, once. */
export const toolsScreen: Screen = {
  ...listScreen('tools', ToolsView),
  start: {
    lists: { tools: emptyList, resources: emptyList, prompts: emptyList },
    details: {},
    recalled: nothingRecalled,
  },
  commands: [...call, ...list, ...result, ...calling],
  everywhere,
  offers,
  watch: [watchLenses, completeAsTyped, watchChanges, watchUpdates, watchVanishing, recall],
};

/** The resources of the server, and its templates. */
export const resourcesScreen: Screen = listScreen('resources', ResourcesView);

/** The prompts of the server. */
export const promptsScreen: Screen = listScreen('prompts', PromptsView);

/** How many items the lists of a screen have; undefined while none was asked for. */
function countOf({ lists }: SessionState, id: ListScreen): number | undefined {
  const known = LIST_SCREENS[id].lists
    .map((name) => lists[name])
    .filter(({ state }) => state !== 'unasked' && state !== 'not announced');
  return known.length === 0 ? undefined : known.reduce((sum, { items }) => sum + items.length, 0);
}

function scopes(ui: Ui, state: SessionState): readonly Scope[] {
  const focus = detailFocus(ui, state);
  if (focus === 'field') return ['calling', 'form'];
  const running = callInView(ui, state) === undefined ? [] : ['call'];
  if (focus === 'button') return [...running, 'calling', 'form'];
  if (focus === 'result') return [...running, 'result', 'sheet'];
  return [...running, focused(ui) === 'list' ? 'list' : 'scroll'];
}

/** What was typed into a form and not sent, on one of its buttons: q is near. */
function unsent(ui: Ui, state: SessionState): string | undefined {
  const { entry, detail } = shownDetail(ui, state) ?? {};
  if (entry === undefined || detail === undefined || detailFocus(ui, state) !== 'button') return undefined;
  const fresh = detailOf({}, ui.recalled, entry);
  return textToSend(detail.form) === textToSend(fresh.form) ? undefined : 'The form was not sent.';
}
