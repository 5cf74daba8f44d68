import { visible } from '../../text/visible.ts';
import { type Context, inScope, type Situation } from '../world/command.ts';
import { changeOverlay, overlayOf, type Question, withoutOverlay } from '../world/overlay.ts';
import { tell } from '../world/say.ts';

const asked = ({ ui }: Situation): Question | undefined => overlayOf(ui.get(), 'question');

/** The answers; enter is a no, since a no does nothing. */
export const question = inScope(
  { id: 'question', title: 'Question' },
  {
    'question.yes': {
      keys: ['y'],
      label: 'yes',
      lasting: true,
      hint: (situation) => (asked(situation)?.always === undefined ? 'yes' : 'once'),
      run: (context) => answer(context, 'y'),
    },
    'question.always': {
      keys: ['a'],
      label: 'always for this tool',
      lasting: true,
      hint: (situation) => (asked(situation)?.always === undefined ? '' : 'always'),
      run: (context) => answer(context, 'a'),
    },
    'question.no': {
      keys: ['n', 'enter'],
      label: 'no',
      lasting: true,
      hint: 'no (enter)',
      run: (context) => {
        const now = asked(context);
        context.ui.update(withoutOverlay('question'));
        now?.no?.(context);
      },
    },
  },
);

/** ms after a key that was no answer in which a letter is one of a word that is being typed, and no yes. */
const HASTE = 500;

/** Takes a yes, unless it is a letter of something that is being typed. */
function answer(context: Context, key: 'y' | 'a'): void {
  const now = asked(context);
  if (now === undefined) return;
  const isHasty = now.missed !== undefined && context.host.now() - now.missed.at < HASTE;
  if (isHasty || (key === 'a' && now.always === undefined)) {
    missAnswer(context, key);
    return;
  }
  context.ui.update(withoutOverlay('question'));
  if (key === 'a') now.always?.(context);
  now.yes(context);
}

/** Shows that a key was no answer to the question. */
function missAnswer({ host, ui }: Context, key: string): void {
  ui.update(
    changeOverlay('question', (now) => {
      const missed = { key, count: (now.missed?.count ?? 0) + 1, at: host.now() };
      return { ...now, missed };
    }),
  );
}

/** A key that nothing has taken, or a paste, by its name, with the text that it would be. */
interface Missed {
  readonly name: string;
  readonly text?: string | undefined;
}

/**
 * A key that nothing has taken, or a paste. Typed over a question that came up in a field it goes on into what is
 * beneath: who types on has not agreed. Any other question is pointed at, and a menu is closed: it is never lost
 * without a word.
 */
export function miss(
  context: Context,
  { name, text }: Missed,
  beneath: ((text: string) => void) | undefined,
): boolean {
  const { ui } = context;
  if (asked(context) !== undefined) {
    if (text === undefined || beneath === undefined) missAnswer(context, name);
    else {
      ui.update(withoutOverlay('question'));
      beneath(text);
      tell(context, 'not sent: your typing goes into the field');
    }
    return true;
  }
  if (overlayOf(ui.get(), 'copying') === undefined) return false;
  ui.update(withoutOverlay('copying'));
  tell(context, `${name} does not copy anything`);
  return true;
}

/** Asks whether to send in spite of problems. The question stands first, since a narrow window cuts its end. */
export function sendAnyway(problems: readonly string[]): Pick<Question, 'text' | 'details' | 'sends'> {
  const count = problems.length === 1 ? '' : `${problems.length} problems: `;
  const more = problems.length > NAMED ? '; …' : '';
  const details = visible(`${count}${problems.slice(0, NAMED).join('; ')}${more}`);
  return { text: 'Send anyway?', details, sends: true };
}

/** Problems that the question names. */
const NAMED = 3;
