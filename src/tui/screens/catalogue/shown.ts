import type { Running, SessionState } from '../../../session/state.ts';
import { LISTS } from '../../../spec/methods.ts';
import { idsIn } from '../../../surface/item-id.ts';
import { byList } from '../../../surface/surface.ts';
import { isOnButton } from '../../kit/form/state.ts';
import { filterBy } from '../../kit/list/state.ts';
import { ownCalls } from '../../kit/running.ts';
import { closeHelp } from '../../overlay/help.tsx';
import type { Context } from '../../world/command.ts';
import { showScreen, withoutOverlay } from '../../world/overlay.ts';
import { warn } from '../../world/say.ts';
import { focused, focusPane, type Ui } from '../../world/ui.ts';
import { type Detail, detailOf } from './detail.ts';
import {
  allEntries,
  entriesOf,
  isListScreen,
  isUnlisted,
  LIST_SCREENS,
  type ListEntry,
  type ListScreen,
  screenOfList,
  selectedEntry,
  withList,
} from './entries.ts';

/** What a list screen shows on its right: the selected entry with its form and its newest call. */
export interface Shown {
  readonly entry: ListEntry;
  readonly detail: Detail;
}

/** The selected entry with its detail; nothing on a screen without a list, or in an empty one. */
export function shownDetail(ui: Ui, { lists }: Pick<SessionState, 'lists'>): Shown | undefined {
  if (!isListScreen(ui.screen)) return undefined;
  const list = ui.lists[ui.screen];
  if (isVanished(ui, { lists })) return undefined;
  const entry = selectedEntry(entriesOf(lists, ui.screen, list), list);
  return entry && { entry, detail: detailOf(ui.details, ui.recalled, entry) };
}

/** Has what was being filled in or read gone from the list, so that the keys are nobody's until one leaves its place? */
function isVanished(ui: Ui, { lists }: Pick<SessionState, 'lists'>): boolean {
  const { screen, vanished } = ui;
  if (vanished === undefined || !isListScreen(screen) || focused(ui) !== 'detail') return false;
  const list = ui.lists[screen];
  return list.selected === vanished && isUnlisted(entriesOf(lists, screen, list), vanished);
}

/** What of a detail has the focus: a field that is typed into, a button of the form, or the result. */
export function detailFocus(
  ui: Ui,
  state: Pick<SessionState, 'lists' | 'target'>,
): 'field' | 'button' | 'result' | undefined {
  if (focused(ui) !== 'detail') return undefined;
  const { detail } = shownDetail(ui, state) ?? {};
  // Nothing can be typed in the place of what has vanished, and none of its characters is a key either.
  if (detail === undefined) return isVanished(ui, state) ? 'field' : undefined;
  if (detail.showing === 'result') return 'result';
  // The arguments of a recorded call stay as they were: there the keys go elsewhere.
  const isFixed = state.target.transport === 'recorded' && detail.call !== undefined;
  return isOnButton(detail.form) || isFixed ? 'button' : 'field';
}

/** The newest running call of what is selected on the screen, or the earlier one that is looked at. */
export function callInView(ui: Ui, state: SessionState): Running | undefined {
  if (!isListScreen(ui.screen)) return undefined;
  const { past, showing, call: seq } = shownDetail(ui, state)?.detail ?? {};
  if (past !== undefined && showing === 'result') return ownCalls(state).find((call) => call.seq === seq);
  const list = ui.lists[ui.screen];
  const name = selectedEntry(entriesOf(state.lists, ui.screen, list), list)?.item.name;
  const { use } = LISTS[ui.screen];
  return ownCalls(state).findLast((call) => call.method === use && call.subject === name);
}

/**
 * Brings an item of a list, selected and its detail focused, from wherever the person is: what lies over the panes
 * goes, and so does a filter that hides the item.
 */
export const toEntry =
  ({ list, key }: ListEntry, { lists }: Pick<SessionState, 'lists'>) =>
  (ui: Ui): Ui => {
    const screen = screenOfList(list);
    const shown = withList(screen, (before) => {
      const isShown = entriesOf(lists, screen, { ...before, selected: key }).keys.includes(key);
      return { ...(isShown ? before : filterBy(before, '')), selected: key };
    })(withoutOverlay('asked', 'definition', 'writing', 'copying')(closeHelp(ui)));
    return focusPane('detail')(showScreen(screen)(shown));
  };

/** Goes to an item by the name that reports give it, `tool:NAME`; says so where it is gone. */
export function goToItem(teller: Pick<Context, 'host' | 'ui'>, item: string): void {
  const { host, ui } = teller;
  const state = host.store.state();
  const ids = byList((list) => idsIn(list, state.lists[list].items));
  const screens = Object.keys(LIST_SCREENS) as ListScreen[];
  const entry = screens
    .flatMap((screen) => allEntries(state.lists, screen))
    .find(({ list, item: { name } }) => ids[list](name) === item);
  if (entry === undefined) warn(teller, `${item.slice(item.indexOf(':') + 1)} is no longer listed.`);
  else ui.update((now) => focusPane('list')(toEntry(entry, state)(now)));
}
