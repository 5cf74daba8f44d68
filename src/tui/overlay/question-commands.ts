import { toFirstProblem } from '../kit/form/in-view.ts';
import { ask } from '../screens/catalogue/ask.ts';
import { allow } from '../screens/catalogue/confirming.ts';
import { savePreset } from '../screens/catalogue/past.ts';
import { subjectInView, submit } from '../screens/catalogue/submit.ts';
import { browse } from '../screens/server/browse.ts';
import { back } from '../shell/back.ts';
import { restart } from '../shell/restarting.ts';
import { saveAs } from '../shell/save.ts';
import { type Context, inScope, type Situation } from '../world/command.ts';
import { warn } from '../world/say.ts';
import { isHasty, missAnswer } from './missing.ts';
import { type Purpose, type Question, toolsAsked } from './question.ts';
import { sendWriting } from './writing-commands.ts';

/** The answers; enter is a no, since a no does nothing. */
export const question = inScope('question', {
  'question.yes': {
    keys: ['y'],
    label: 'yes',
    lasting: true,
    hint: (situation) => (toolsIn(situation).length > 0 ? 'once' : 'yes'),
    run: (context) => answerYes(context, 'y', ({ purpose }) => agree(context, purpose)),
  },
  'question.always': {
    keys: ['a'],
    label: 'always for this tool',
    lasting: true,
    hint: (situation) => (toolsIn(situation).length > 0 ? 'always' : ''),
    run: (context) => {
      if (toolsIn(context).length === 0) missAnswer(context, 'a');
      else
        answerYes(context, 'a', (asked) => {
          allow(context, toolsAsked(asked));
          agree(context, asked.purpose);
        });
    },
  },
  'question.no': {
    keys: ['n', 'enter'],
    label: 'no',
    lasting: true,
    hint: 'no (enter)',
    run: (context) => {
      const asked = context.ui.get().question;
      context.ui.update(back);
      if (asked?.purpose.kind === 'sendAnyway') toFirstProblem(context);
    },
  },
});

function toolsIn({ ui }: Situation): readonly string[] {
  const { question } = ui.get();
  return question === undefined ? [] : toolsAsked(question);
}

/** Takes a yes, unless it is a letter of something that is being typed. */
function answerYes(context: Context, key: string, act: (asked: Question) => void): void {
  const asked = context.ui.get().question;
  if (asked === undefined) return;
  if (isHasty(context)) {
    missAnswer(context, key);
    return;
  }
  context.ui.update(back);
  act(asked);
}

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
    case 'call':
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
  if (!isThere) warn(context, 'The item no longer exists; nothing was sent.');
  return isThere;
}
