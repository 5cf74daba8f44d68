import { changeForm } from '../../kit/form/in-view.ts';
import { moveFocus } from '../../kit/form/state.ts';
import type { Context } from '../../world/command.ts';
import { accept, turnDown, waitingInView } from '../inbox/answer.ts';
import { type Decision, replyKey } from '../inbox/reply.ts';
import { ask, shown } from './ask.ts';

/** Sends what the form on screen holds: as an answer in the Inbox, as a call elsewhere; `sure` is said yes to. */
export function submit(context: Context, sure: 'nothing' | 'problems'): void {
  if (isAnswering(context)) accept(context, sure);
  else ask(context, sure);
}

/** The key of what the form on screen is for. */
export function subjectInView(context: Context): string | undefined {
  if (!isAnswering(context)) return shown(context)?.entry.key;
  const asked = waitingInView(context);
  return asked && replyKey(asked);
}

/** Presses a button of the form, by its key. */
export function press(context: Context, button: string): void {
  const decision = button as Decision;
  if (!isAnswering(context)) ask(context);
  else if (decision === 'accept') accept(context, 'nothing');
  else turnDown(context, decision);
}

/** Enter on the last field calls; an answer is given by its button alone. */
export function submitAtEnd(context: Context): void {
  if (isAnswering(context)) changeForm(context, (form) => moveFocus(form, 1));
  else ask(context);
}

const isAnswering = ({ ui }: Context): boolean => ui.get().screen === 'inbox';
