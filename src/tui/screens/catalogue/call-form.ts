import type { FormOwner } from '../../kit/form/in-view.ts';
import type { Situation } from '../../world/command.ts';
import { ask, shown } from './ask.ts';
import { completeByServer, completeDisabledReason } from './completing-commands.ts';
import { detailOf, withDetail } from './detail.ts';

/** The form of what is called, read or got; nothing while its result is shown. */
export function callForm(situation: Situation): FormOwner | undefined {
  const now = shown(situation);
  if (now?.detail.showing !== 'form') return undefined;
  const { entry, detail } = now;
  const isCompleted = entry.list === 'prompts' || entry.list === 'resourceTemplates';
  return {
    form: detail.form,
    isRecorded: situation.host.connection === undefined && detail.call !== undefined,
    change: (change) => (ui) => {
      const before = detailOf(ui.details, ui.recalled, entry);
      const form = change(before.form);
      if (form === before.form) return ui;
      return { ...ui, details: withDetail(ui.details, entry, { ...before, form }) };
    },
    press: (context) => ask(context),
    submit: (context) => ask(context),
    ...(isCompleted && { complete: { run: completeByServer, disabled: completeDisabledReason } }),
  };
}
