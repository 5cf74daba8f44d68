import { oneLine } from '../../../form/draft.ts';
import { expand } from '../../../form/template.ts';
import { locateError } from '../../../json/locate.ts';
import { isObject } from '../../../json/shape.ts';
import { type Invocation, invocationAt } from '../../../snippet/asked.ts';
import { textToSend } from '../../kit/form/state.ts';
import type { Situation } from '../../world/command.ts';
import { shown } from './ask.ts';
import { runsAsTask } from './detail.ts';
import type { Shown } from './shown.ts';

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
