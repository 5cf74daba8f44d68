import { oneLine } from '../../../form/draft.ts';
import { expand } from '../../../form/template.ts';
import { locateError } from '../../../json/reader.ts';
import { isObject } from '../../../json/shape.ts';
import { type Invocation, invocationAt } from '../../../snippet/invocation.ts';
import type { FormOwner } from '../../kit/form/in-view.ts';
import { textToSend } from '../../kit/form/state.ts';
import type { Situation } from '../../world/command.ts';
import { ask, callWord, shown } from './ask.ts';
import { completeByServer, completeDisabledReason } from './completing-commands.ts';
import { runsAsTask, withDetail } from './detail.ts';
import type { Shown } from './shown.ts';
import { toResult } from './sides.ts';

/** The form of what is called, read or got; nothing while its result is shown. */
export function callForm(situation: Situation): FormOwner | undefined {
  const now = shown(situation);
  if (now?.detail.showing !== 'form') return undefined;
  const { entry, detail } = now;
  const isCompleted = entry.list === 'prompts' || entry.list === 'resourceTemplates';
  return {
    form: detail.form,
    isRecorded: situation.host.connection === undefined && detail.call !== undefined,
    change: (change) =>
      withDetail(entry, (before) => {
        const form = change(before.form);
        return form === before.form ? before : { ...before, form };
      }),
    press: (context) => ask(context),
    submit: { word: callWord(situation), run: (context) => ask(context) },
    ...(detail.call !== undefined && { beyond: toResult }),
    ...(isCompleted && { complete: { run: completeByServer, disabled: completeDisabledReason } }),
  };
}

/** What the form asks for, or the call whose result is shown; or why there is nothing to copy, in one sentence. */
export function invocation(situation: Situation): Invocation | string {
  const { log, store } = situation.host;
  const now = shown(situation);
  if (now === undefined) return 'There is nothing to copy.';
  const { showing, call } = now.detail;
  const sent = showing === 'result' && call !== undefined ? invocationAt(log, call) : undefined;
  return sent ?? inForm(now, runsAsTask(store.state(), now.entry, now.detail));
}

function inForm({ entry, detail }: Shown, asTask: boolean): Invocation | string {
  const { list, item } = entry;
  if (list === 'resources') return { method: 'resources/read', uri: item.name };
  const text = textToSend(detail.form);
  const values: unknown = locateError(text) === undefined ? JSON.parse(text) : undefined;
  if (!isObject(values)) return 'The arguments are not a valid JSON object yet.';
  if (list === 'resourceTemplates') return { method: 'resources/read', uri: expand(item.name, values) };
  const method = list === 'tools' ? 'tools/call' : 'prompts/get';
  return { method, name: item.name, arguments: oneLine(text), ...(asTask ? { asTask } : {}) };
}
