import type { BoundaryCall } from '../../../form/boundary.ts';
import { oneLine } from '../../../form/draft.ts';
import { expand } from '../../../form/template.ts';
import { locateError } from '../../../json/reader.ts';
import { isObject } from '../../../json/shape.ts';
import { JsonText } from '../../../json/write.ts';
import { whyUncallable } from '../../../session/lists.ts';
import { LISTS } from '../../../spec/methods.ts';
import { announcesTasks } from '../../../spec/task.ts';
import { toFirstProblem } from '../../kit/form/in-view.ts';
import { afterCall, hasFields, problemsIn, textToSend, toChange } from '../../kit/form/state.ts';
import { sendAnyway } from '../../overlay/question.ts';
import type { Context, Situation } from '../../world/command.ts';
import { askQuestion } from '../../world/overlay.ts';
import { either, live, reachable } from '../../world/reason.ts';
import { announce, tell, warn } from '../../world/say.ts';
import { focusPane } from '../../world/ui.ts';
import { confirmation } from './confirming.ts';
import { type Detail, runsAsTask, withDetail, withResult } from './detail.ts';
import { LIST_SCREENS, type ListEntry, screenOfList } from './entries.ts';
import { rememberCall } from './recalled.ts';
import { type Shown, shownDetail } from './shown.ts';

/** The entry whose detail is on screen, with that detail; nothing on screens without a list. */
export const shown = ({ host, ui }: Situation): Shown | undefined =>
  shownDetail(ui.get(), host.store.state());

/** Changes the detail on screen; nothing happens where there is none. */
export function changeDetail(context: Context, change: (detail: Detail) => Detail): void {
  const now = shown(context);
  if (now !== undefined) context.ui.update(withDetail(now.entry, change));
}

/** What asking for what is on screen is called. */
export function callWord(situation: Situation): string {
  switch (shown(situation)?.entry.list) {
    case 'resources':
    case 'resourceTemplates':
    case 'skills':
      return 'read';
    case 'prompts':
      return 'get';
    case 'tools':
    case undefined:
      return 'call';
  }
}

/** Why what is on screen cannot be asked now, in one sentence. */
export const callDisabledReason = either(reachable, (situation) => {
  const now = shown(situation);
  if (now === undefined) return 'There is nothing to call.';
  const { list, item } = now.entry;
  if (item.name === '') return 'It has no name.';
  const spoilt = list === 'tools' ? whyUncallable(situation.host.store.state(), item.name) : undefined;
  return spoilt && `Clients must ignore this tool: ${spoilt}.`;
});

/**
 * Calls the tool, reads the resource, gets the prompt on screen. What is not as the schema wants it, and a tool that
 * destroys, are asked about first; `sure` is what the person has said yes to. A `boundary` call is sent in place of
 * what the form holds; that the schema has something against it is its purpose.
 */
export function ask(
  context: Context,
  sure: 'nothing' | 'problems' | 'all' = 'nothing',
  boundary?: BoundaryCall,
): void {
  const reason = callDisabledReason(context);
  const now = shown(context);
  if (reason !== undefined || now === undefined) {
    warn(context, reason ?? 'There is nothing to call.');
    return;
  }
  const problems = boundary === undefined ? problemsIn(now.detail.form) : [];
  if (problems.length > 0 && sure === 'nothing') {
    const yes = (later: Context): void => ifStillThere(later, now.entry, () => ask(later, 'problems'));
    askQuestion(context, { ...sendAnyway(problems), yes, no: toFirstProblem });
    return;
  }
  const text = boundary?.text ?? textToSend(now.detail.form);
  const asked = sure === 'all' ? undefined : confirmation(context, now.entry, text);
  if (asked !== undefined) {
    const yes = (later: Context): void => ifStillThere(later, now.entry, () => ask(later, 'all', boundary));
    askQuestion(context, { ...asked, yes });
    return;
  }
  send(context, now.entry, now.detail, boundary);
}

/** Sends what was asked about, if it is what is shown: a list may have changed meanwhile. */
function ifStillThere(context: Context, { key }: ListEntry, send: () => void): void {
  if (shown(context)?.entry.key === key) send();
  else warn(context, 'The item no longer exists; nothing was sent.');
}

/** Sends the same again; a destructive tool is asked about each time. */
export const askAgain = (context: Context): void => ask(context, 'problems', shown(context)?.detail.boundary);

/** Why there is no choice whether it runs as a task, in one sentence. */
export const asTaskDisabledReason = either(live, (situation) => {
  if (shown(situation)?.entry.list !== 'tools') return 'Only a tool can be run as a task.';
  const isModern = situation.host.store.state().era === 'modern';
  return isModern ? 'Since 2026-07-28 the server decides what runs as a task.' : undefined;
});

/** Has the tool run as a task, or not: what it or the server is against can be tried on purpose. */
export function toggleAsTask(context: Context): void {
  const now = shown(context);
  if (now === undefined) return;
  const state = context.host.store.state();
  const asTask = !runsAsTask(state, now.entry, now.detail);
  changeDetail(context, (detail) => ({ ...detail, asTask }));
  const against =
    asTask && !announcesTasks(state, 'call') ? ', although the server did not declare tasks' : '';
  tell(context, asTask ? `runs as a task${against}` : 'does not run as a task');
}

/** Brings the form back, still filled in; a link that was followed from the result is left where that gives way. */
export function backToForm(context: Context): void {
  const stays = hasThird(context);
  changeDetail(context, ({ link, ...detail }) => ({
    ...detail,
    ...(stays && link && { link }),
    form: toChange(detail.form),
    showing: 'form',
  }));
}

/** Has the result its place beside the form? */
export const hasThird = ({ extents }: Pick<Context, 'extents'>): boolean =>
  extents.layout()?.hasThird === true;

/** What has the focus when a call has been made: its result, or still the form that stays beside it. */
export const sideAfter = (context: Context, { form, showing }: Detail): Detail['showing'] =>
  hasThird(context) && hasFields(form) ? showing : 'result';

function send(context: Context, entry: ListEntry, detail: Detail, boundary?: BoundaryCall): void {
  const text = boundary?.text ?? textToSend(detail.form);
  if (locateError(text) !== undefined) {
    sendBroken(context, entry, text);
    return;
  }
  const params = paramsOf(entry, text);
  const call = context.host.connection?.request(LISTS[entry.list].use, params, {
    asTask: detail.asTask,
  });
  if (call === undefined) return;
  if (call.seq === 0) {
    // There is no frame to show the result of: what is on screen stays.
    void call.done.then((outcome) => 'why' in outcome && warn(context, outcome.why));
    return;
  }
  const { boundary: _, link: __, ...kept } = detail;
  const rest = { ...kept, form: afterCall(kept.form) };
  changeDetail(context, () =>
    withResult(
      { ...rest, ...(boundary && { boundary }), sent: rest.form, showing: sideAfter(context, rest) },
      call.seq,
    ),
  );
  if (boundary === undefined) rememberCall(context, entry, textToSend(detail.form));
  else tell(context, `boundary value: ${boundary.label}`);
  const { key, list, item } = entry;
  context.ui.update((ui) => ({ ...focusPane('detail')(ui), lastCall: { key, list, name: item.name } }));
  if (list === 'skills') void call.done.then(() => sayDigests(context, entry));
  void call.done.then((outcome) => {
    if (isInView(context, call.seq)) return;
    const name = entry.item.name;
    const screen = screenOfList(entry.list);
    const where =
      context.ui.get().screen === screen
        ? 'select it to see the result'
        : `${LIST_SCREENS[screen].key} to see it`;
    const isToolError = outcome.kind === 'result' && isObject(outcome.result) && outcome.result['isError'];
    if (outcome.kind === 'error' || isToolError === true)
      announce(context, `${name} failed · ${where}`, 'finding');
    else if (outcome.kind === 'result') announce(context, `${name} finished · ${where}`);
    else announce(context, outcome.why, 'finding');
  });
}

/** Says whether a skill that was read is what its entry promises. */
async function sayDigests(context: Context, entry: ListEntry): Promise<void> {
  const { skillFault } = await import('./about-item.ts');
  const fault = skillFault(context.host, context.ui.get(), entry);
  if (fault === undefined) tell(context, 'the file fits its digest and its frontmatter');
  else warn(context, fault);
}

/** Arguments that are no JSON make a line that is no message: nothing that comes back can be its answer. */
function sendBroken(context: Context, entry: ListEntry, text: string): void {
  const params = `{"name":${JSON.stringify(entry.item.name)},"arguments":${oneLine(text)}}`;
  context.services.sendText(
    context,
    `{"jsonrpc":"2.0","id":"broken","method":"${LISTS[entry.list].use}","params":${params}}`,
  );
  warn(context, 'Sent as invalid JSON; a response cannot be matched to it.');
}

function paramsOf({ list, item }: ListEntry, text: string): Readonly<Record<string, unknown>> {
  switch (list) {
    case 'tools':
    case 'prompts':
      return { name: item.name, arguments: new JsonText(oneLine(text)) };
    case 'resources':
    case 'skills':
      return { uri: item.name };
    case 'resourceTemplates': {
      const values: unknown = JSON.parse(text);
      return { uri: expand(item.name, isObject(values) ? values : {}) };
    }
  }
}

function isInView(context: Context, seq: number): boolean {
  const now = shown(context);
  return now?.detail.call === seq && (now.detail.showing === 'result' || hasThird(context));
}
