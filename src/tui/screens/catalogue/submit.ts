import { changeForm } from '../../kit/form/in-view.ts';
import { moveFocus } from '../../kit/form/state.ts';
import type { Context } from '../../world/command.ts';
import { accept, turnDown } from '../inbox/answer.ts';
import type { Decision } from '../inbox/reply.ts';
import { ask } from './ask.ts';

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
