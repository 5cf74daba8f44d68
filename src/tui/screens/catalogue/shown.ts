import { waitingIn } from '../../../session/inbox.ts';
import type { Running, ServerRequest, SessionState } from '../../../session/state.ts';
import { type FormUi, isOnButton } from '../../kit/form/state.ts';
import { ownCalls } from '../../kit/running.ts';
import { isListScreen } from '../../world/screens.ts';
import { focused, type Ui } from '../../world/ui.ts';
import { type Reply, replyTo } from '../inbox/reply.ts';
import { selectedWaiting } from '../inbox/state.ts';
import { type Detail, detailOf } from './detail.ts';
import { entriesOf, isUnlisted, type ListEntry, selectedEntry } from './entries.ts';

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
  const entry = selectedEntry(entriesOf(lists, ui.screen, list.filter), list);
  return entry && { entry, detail: detailOf(ui.details, ui.recalled, entry) };
}

/** Has what was being filled in or read gone from the list, so that the keys are nobody's until one leaves its place? */
function isVanished(ui: Ui, { lists }: Pick<SessionState, 'lists'>): boolean {
  const { screen, vanished } = ui;
  if (vanished === undefined || !isListScreen(screen) || focused(ui) !== 'detail') return false;
  const list = ui.lists[screen];
  return list.selected === vanished && isUnlisted(entriesOf(lists, screen, list.filter), vanished);
}

/** A request of the server that waits, with the reply to it. */
export interface Replying {
  readonly asked: ServerRequest;
  readonly reply: Reply;
}

/** The selected request of the Inbox with its reply; nothing elsewhere, and where nothing waits for one. */
export function shownReply(ui: Ui, state: Pick<SessionState, 'inbox' | 'target'>): Replying | undefined {
  const asked = ui.screen === 'inbox' ? selectedWaiting(ui.inbox, waitingIn(state)) : undefined;
  return asked && { asked, reply: replyTo(ui.replies, asked) };
}

/** The form on screen: of what is called, or of what is answered and not decided yet. */
export function shownForm(
  ui: Ui,
  state: Pick<SessionState, 'lists' | 'inbox' | 'target'>,
): FormUi | undefined {
  const { reply } = shownReply(ui, state) ?? {};
  if (reply !== undefined) return reply.given === undefined ? reply.form : undefined;
  const { detail } = shownDetail(ui, state) ?? {};
  return detail?.showing === 'form' ? detail.form : undefined;
}

/** What of a detail has the focus: a field that is typed into, a button of the form, or the result. */
export function detailFocus(
  ui: Ui,
  state: Pick<SessionState, 'lists' | 'inbox' | 'target'>,
): 'field' | 'button' | 'result' | undefined {
  if (focused(ui) !== 'detail') return undefined;
  const form = shownForm(ui, state);
  // The arguments of a recorded call stay as they were: there the keys go elsewhere.
  const isFixed = state.target.transport === 'recorded' && shownDetail(ui, state)?.detail.call !== undefined;
  if (form !== undefined) return isOnButton(form) || isFixed ? 'button' : 'field';
  if (isVanished(ui, state)) return 'field';
  return shownDetail(ui, state) === undefined ? undefined : 'result';
}

/** The newest running call of what is selected on the screen, or the earlier one that is looked at. */
export function callInView(ui: Ui, state: SessionState): Running | undefined {
  if (!isListScreen(ui.screen)) return undefined;
  const { past, showing, call: seq } = shownDetail(ui, state)?.detail ?? {};
  if (past !== undefined && showing === 'result') return ownCalls(state).find((call) => call.seq === seq);
  const list = ui.lists[ui.screen];
  const name = selectedEntry(entriesOf(state.lists, ui.screen, list.filter), list)?.item.name;
  const method = { tools: 'tools/call', resources: 'resources/read', prompts: 'prompts/get' }[ui.screen];
  return ownCalls(state).findLast((call) => call.method === method && call.subject === name);
}
