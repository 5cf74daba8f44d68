import { changeForm, type FormOwner } from '../../kit/form/in-view.ts';
import { moveFocus } from '../../kit/form/state.ts';
import type { Situation } from '../../world/command.ts';
import { accept, turnDown, waitingInView } from './answer.ts';
import { type Decision, replyTo, withReply } from './reply.ts';
import { requestOf } from './request.ts';

/** The form of what is answered; nothing once it is decided. */
export function replyForm(situation: Situation): FormOwner | undefined {
  const request = waitingInView(situation);
  const reply = request && replyTo(situation.ui.get().replies, request);
  if (request === undefined || reply === undefined || reply.given !== undefined) return undefined;
  return {
    form: reply.form,
    isRecorded: false,
    ...(requestOf(request).kind === 'url' && {
      whyNothing: 'There are no fields: accept or decline the page.',
    }),
    change: (change) => (ui) => {
      const before = replyTo(ui.replies, request);
      const form = change(before.form);
      return form === before.form
        ? ui
        : { ...ui, replies: withReply(ui.replies, request, { ...before, form }) };
    },
    press(context, button) {
      const decision = button as Decision;
      if (decision === 'accept') accept(context, 'nothing');
      else turnDown(context, decision);
    },
    // An answer is given by its button alone.
    submit: (context) => changeForm(context, (form) => moveFocus(form, 1)),
  };
}
