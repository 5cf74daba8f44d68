import { counted } from '../../text/measure.ts';
import { visible } from '../../text/visible.ts';
import { type Context, inScope, type Situation } from '../world/command.ts';
import { changeOverlay, overlayOf, type Question, withoutOverlay } from '../world/overlay.ts';
import { tell } from '../world/say.ts';

const asked = ({ ui }: Situation) => overlayOf(ui.get(), 'question');

/** The answers; enter is a no, since a no does nothing. */
export const question = inScope(
  { id: 'question', title: 'Question' },
  {
    'question.yes': {
      keys: ['y'],
      label: 'yes',
      hint: (situation) => asked(situation)?.words?.yes ?? 'yes',
      run: (context) => answer(context, 'yes'),
    },
    'question.always': {
      keys: ['a'],
      label: 'always for this tool',
      hint: (situation) => (asked(situation)?.always === undefined ? '' : 'always'),
      run: (context) => {
        if (asked(context)?.always === undefined) missAnswer(context, noChoice('a'));
        else answer(context, 'always');
      },
    },
    'question.no': {
      keys: ['n', 'enter'],
      label: 'no',
      hint: (situation) => asked(situation)?.words?.no ?? 'no',
      run: (context) => answer(context, 'no'),
    },
  },
);

/** Closes the question and does what the answer says. */
function answer(context: Context, what: 'yes' | 'no' | 'always'): void {
  const now = asked(context);
  context.ui.update(withoutOverlay('question'));
  if (what === 'no') now?.no?.(context);
  if (what === 'always') now?.always?.(context);
  if (what !== 'no') now?.yes(context);
}

/** ms before which nobody has read a question that came up. */
export const UNREAD = 150;

/** ms after a key that was no answer in which a letter is one of a word that is being typed. */
const WORD = 500;

/**
 * Takes an answer that a person has not given: typed before the question can have been read, or as a letter of a word.
 * It is shown, and answers nothing; false for any other.
 */
export function missHasty(context: Context, name: string): boolean {
  const now = asked(context);
  if (now === undefined) return false;
  const time = context.host.now();
  const isOfWord = name.length === 1 && now.missed !== undefined && time - now.missed.at < WORD;
  if (time - now.since >= UNREAD && !isOfWord) return false;
  missAnswer(context, `${name} came too soon: press it again`);
  return true;
}

const noChoice = (name: string): string => `${name} is not a choice`;

/** Shows that a key was no answer to the question. */
function missAnswer({ host, ui }: Context, words: string): void {
  ui.update(
    changeOverlay('question', (now) => {
      const missed = { words, count: (now.missed?.count ?? 0) + 1, at: host.now() };
      return { ...now, missed };
    }),
  );
}

/**
 * A key that nothing has taken, or a paste, by its name: to a question it is no answer, and a menu is closed by it. It does
 * nothing else, and is never lost without a word.
 */
export function miss(context: Context, name: string): boolean {
  const { ui } = context;
  if (asked(context) !== undefined) {
    missAnswer(context, noChoice(name));
    return true;
  }
  if (overlayOf(ui.get(), 'copying') === undefined) return false;
  ui.update(withoutOverlay('copying'));
  tell(context, `${name} does not copy anything`);
  return true;
}

/** Asks whether to send in spite of problems. */
export function sendAnyway(
  problems: readonly string[],
): Pick<Question, 'title' | 'text' | 'details' | 'words' | 'sends'> {
  return {
    title: 'Not valid',
    text: `${counted(problems.length, 'problem')}. Send anyway?`,
    details: problems.map((problem) => visible(problem)),
    words: { yes: 'send', no: 'back' },
    sends: true,
  };
}
