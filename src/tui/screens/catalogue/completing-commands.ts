import type { Outcome } from '../../../connection/call.ts';
import { suggestionsFor } from '../../../form/field.ts';
import { fileEncoding } from '../../../form/file-content.ts';
import { argumentsValue } from '../../../form/form.ts';
import type { FieldRow } from '../../../form/rows.ts';
import { isObject } from '../../../json/shape.ts';
import { errorSentence } from '../../../session/negotiation.ts';
import { changeForm, formInView } from '../../kit/form/in-view.ts';
import {
  type Completion,
  completionOf,
  type FormUi,
  failedCompletion,
  filePathIn,
  focusedRow,
  offer,
  type,
} from '../../kit/form/state.ts';
import type { Context, Situation } from '../../world/command.ts';
import type { Schedule } from '../../world/pace.ts';
import { tell, warn } from '../../world/say.ts';
import { changeDetail, shown } from './ask.ts';
import type { ListEntry } from './entries.ts';
import { detailFocus } from './shown.ts';

/** How long the person has to pause before the server is asked, in ms. */
const PAUSE = 150;

/**
 * Asks the server for completions as one types into the argument of a prompt or the variable of a template, where it
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
function completeByServer(context: Context): void {
  complete(context, () => tell(context, 'no suggestions from the server'));
}

/** Why the server cannot complete the focused field. */
function whyNotByServer(situation: Situation): string | undefined {
  const { host } = situation;
  if (host.connection === undefined) return 'Not available in a recording.';
  const list = shown(situation)?.entry.list;
  if (list !== 'prompts' && list !== 'resourceTemplates')
    return 'No suggestions: the schema has no examples. Type @ and a path for a file.';
  if (host.store.state().capabilities.server?.['completions'] === undefined)
    return 'The server does not support completion.';
  return soughtIn(situation) === undefined ? 'This field has no completion.' : undefined;
}

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

/** The revision since which the other arguments are told, too. */
const WITH_CONTEXT = '2025-06-18';

function paramsOf({ ref, name, value, others }: Sought, { host }: Situation): object {
  const { negotiated = '' } = host.store.state();
  const told = negotiated >= WITH_CONTEXT && Object.keys(others).length > 0;
  return { ref, argument: { name, value }, ...(told ? { context: { arguments: others } } : {}) };
}

function completed(outcome: Outcome): Completion {
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

/**
 * Offers something for the text in the focused field: the content of the file when it is `@path`, else what the schema
 * suggests, else what the server completes.
 */
export function offerNow(context: Context): void {
  const form = formInView(context);
  const row = form && focusedRow(form);
  if (form === undefined || row === undefined) return;
  const path = filePathIn(form);
  const texts = suggested(context, form);
  if (path !== undefined) takeFile(context, row, path);
  else if (texts.length > 0) changeForm(context, (one) => offer(one, { values: texts, at: 0, note: '' }));
  else completeByServer(context);
}

/** Why nothing can be offered for the focused field. */
export function whyNoOffer(situation: Situation): string | undefined {
  const form = formInView(situation);
  if (form?.editor === undefined) return 'This field has no completion.';
  if (filePathIn(form) !== undefined || suggested(situation, form).length > 0) return undefined;
  return whyNotByServer(situation);
}

/** The suggestions that have what stands there; all of them when none has, or when one stands there already. */
function suggested({ host }: Situation, form: FormUi): readonly string[] {
  const row = focusedRow(form);
  if (row === undefined || row.role === 'add') return [];
  const all = suggestionsFor(row.edited, new Date(host.started + host.now()));
  const typed = form.editor?.text.toLowerCase() ?? '';
  const matching = all.filter((text) => text.toLowerCase().includes(typed));
  return matching.length === 0 || all.includes(form.editor?.text ?? '') ? all : matching;
}

/** Puts the content of a file in the place of its path, unless the text has changed by the time it is read. */
function takeFile(context: Context, { edited }: FieldRow, path: string): void {
  const before = formInView(context);
  void context.terminal.read(path, fileEncoding(edited.schema)).then((content) => {
    const now = formInView(context);
    if (content.kind === 'failed') return warn(context, content.why);
    if (now?.focus !== before?.focus || now?.editor?.text !== before?.editor?.text) return undefined;
    changeForm(context, (form) => type(form, { type: 'replace', text: content.text }));
    return tell(context, `the content of ${path} was inserted`);
  });
}
