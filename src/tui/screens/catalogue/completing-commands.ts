import type { Outcome } from '../../../connection/call.ts';
import { argumentsValue } from '../../../form/form.ts';
import { isObject } from '../../../json/shape.ts';
import { errorSentence } from '../../../session/negotiation.ts';
import {
  completionOf,
  type FieldCompletion,
  failedCompletion,
  focusedRow,
  offer,
} from '../../kit/form/state.ts';
import type { Context, Situation } from '../../world/command.ts';
import type { Schedule } from '../../world/pace.ts';
import { announces, either } from '../../world/reason.ts';
import { tell } from '../../world/say.ts';
import { changeDetail, shown } from './ask.ts';
import type { ListEntry } from './entries.ts';
import { detailFocus } from './shown.ts';

/** How long the person has to pause before the server is asked, in ms. */
const PAUSE = 150;

/**
 * Asks the server for completions while the person types into the argument of a prompt or the variable of a template, where it
 * announced them. Nothing waits for the answer.
 *
 *   typed ─▶ 150 ms of nothing typed ─▶ completion/complete ─▶ still the same text in the same field? offered
 *                                                              else dropped: a later one asks again
 *
 * What is on its way is not cancelled; the server has mostly answered by then. Returns the way to stop.
 */
export function completeAsTyped(context: Context, schedule: Schedule): () => void {
  let before = soughtIn(context);
  let stopWaiting = (): void => {};
  const unsubscribe = context.ui.subscribe(() => {
    const now = soughtIn(context);
    if (isSameText(now, before)) return;
    stopWaiting();
    if (now !== undefined && isSameField(now, before)) stopWaiting = schedule(PAUSE, () => complete(context));
    before = now;
  });
  return () => {
    stopWaiting();
    unsubscribe();
  };
}

/** Asks for the values that begin with what stands in the focused field, and says when there are none. */
export function completeByServer(context: Context): void {
  complete(context, () => tell(context, 'no suggestions from the server'));
}

/** Why the server cannot complete the focused field. */
export const completeDisabledReason = either(
  announces('completions', 'The server does not support completion.'),
  (situation) => (soughtIn(situation) === undefined ? 'This field has no completion.' : undefined),
);

/** What is being completed: a parameter, and the text that stands there. */
interface Sought {
  /** The key of the item. */
  readonly key: string;
  readonly ref: object;
  readonly name: string;
  readonly value: string;
  /** The texts of the other parameters. */
  readonly others: Readonly<Record<string, string>>;
}

function soughtIn(situation: Situation): Sought | undefined {
  const { host, ui } = situation;
  const state = host.store.state();
  if (host.connection === undefined || state.capabilities.server?.['completions'] === undefined)
    return undefined;
  const now = detailFocus(ui.get(), state) === 'field' ? shown(situation) : undefined;
  const ref = now && refOf(now.entry);
  const form = now?.detail.form;
  const path = form && focusedRow(form)?.path;
  const name = path?.[0];
  if (!now || !ref || form?.editor === undefined || path?.length !== 1 || typeof name !== 'string')
    return undefined;
  const { key } = now.entry;
  return { key, ref, name, value: form.editor.text, others: othersIn(argumentsValue(form.form), name) };
}

function refOf({ list, item }: ListEntry): object | undefined {
  if (list === 'prompts') return { type: 'ref/prompt', name: item.name };
  return list === 'resourceTemplates' ? { type: 'ref/resource', uri: item.name } : undefined;
}

function othersIn(values: unknown, name: string): Readonly<Record<string, string>> {
  const others = Object.entries(isObject(values) ? values : {}).filter(
    (entry): entry is [string, string] => entry[0] !== name && typeof entry[1] === 'string',
  );
  return Object.fromEntries(others);
}

const isSameField = (one: Sought, other: Sought | undefined): boolean =>
  one.key === other?.key && one.name === other.name;

const isSameText = (one: Sought | undefined, other: Sought | undefined): boolean =>
  one === undefined ? other === undefined : isSameField(one, other) && one.value === other?.value;

function complete(context: Context, onNothing: () => void = () => {}): void {
  const sought = soughtIn(context);
  const call = sought && context.host.connection?.request(METHOD, paramsOf(sought, context), { by: 'auto' });
  void call?.done.then((outcome) => {
    if (!isSameText(soughtIn(context), sought)) return;
    const completion = completed(outcome);
    changeDetail(context, (detail) => ({ ...detail, form: offer(detail.form, completion) }));
    if (completion.values.length === 0 && completion.note === '') onNothing();
  });
}

const METHOD = 'completion/complete';

/** The revision since which the other arguments are sent, too. */
const WITH_CONTEXT = '2025-06-18';

function paramsOf({ ref, name, value, others }: Sought, { host }: Situation): object {
  const { negotiated = '' } = host.store.state();
  const told = negotiated >= WITH_CONTEXT && Object.keys(others).length > 0;
  return { ref, argument: { name, value }, ...(told ? { context: { arguments: others } } : {}) };
}

function completed(outcome: Outcome): FieldCompletion {
  switch (outcome.kind) {
    case 'result':
      return completionOf(outcome.result);
    case 'error':
      return failedCompletion(errorSentence(outcome.error));
    case 'timeout':
    case 'cancelled':
    case 'closed':
      return failedCompletion(outcome.why);
  }
}
