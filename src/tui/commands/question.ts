import { back } from '../ui/back.ts';
import type { Purpose } from '../ui/question.ts';
import { ask } from './ask.ts';
import { browse } from './browse.ts';
import type { Context } from './command.ts';
import { inScope } from './command.ts';
import { toFirstProblem } from './form-in-view.ts';
import { savePreset } from './presets.ts';
import { restart } from './restarting.ts';
import { saveAs } from './save.ts';
import { warn } from './say.ts';
import { subjectInView, submit } from './submit.ts';
import { sendWriting } from './writing.ts';

/** The two answers. */
export const question = inScope('question', {
  'question.yes': {
    keys: ['y'],
    label: 'yes',
    hint: 'yes',
    run: (context) => {
      const asked = context.ui.get().question;
      context.ui.update(back);
      if (asked !== undefined) agree(context, asked.purpose);
    },
  },
  'question.no': {
    keys: ['n'],
    label: 'no',
    hint: 'no',
    run: (context) => {
      const asked = context.ui.get().question;
      context.ui.update(back);
      if (asked?.purpose.kind === 'sendAnyway') toFirstProblem(context);
    },
  },
});

/** Does what was asked about. */
function agree(context: Context, purpose: Purpose): void {
  switch (purpose.kind) {
    case 'quit':
      context.terminal.leave(0);
      break;
    case 'restart':
      restart(context, purpose);
      break;
    case 'sendAnyway':
      if (isStillThere(context, purpose.of)) submit(context, 'problems');
      break;
    case 'destroy':
      if (isStillThere(context, purpose.of)) ask(context, 'all', purpose.boundary);
      break;
    case 'sendWriting':
      sendWriting(context, 'all');
      break;
    case 'preset':
      savePreset(context, purpose.label, true);
      break;
    case 'browse':
      browse(context, purpose.url);
      break;
    case 'overwrite':
      saveAs(context, purpose.path, purpose.content, true);
  }
}

/** Whether what was asked about is what is shown: a list may have changed meanwhile. Says so when it is not. */
function isStillThere(context: Context, of: string): boolean {
  const isThere = subjectInView(context) === of;
  if (!isThere) warn(context, 'What was asked about is no longer there: nothing was sent.');
  return isThere;
}
