import type { KeyToken } from '../terminal/input/token.ts';
import type { Context } from '../world/command.ts';
import { tell } from '../world/say.ts';
import { withoutQuestion } from '../world/ui.ts';

/** ms after a key that was no answer in which a letter is one of a word that is being typed, and no yes. */
const HASTE = 500;

/** Whether the last key was no answer to the question, so short a while ago that the next one may be none either. */
export function isHasty({ host, ui }: Context): boolean {
  const at = ui.get().question?.missed?.at;
  return at !== undefined && host.now() - at < HASTE;
}

/** Shows that a key was no answer to the question. */
export function missAnswer({ host, ui }: Context, key: string): void {
  ui.update((now) => {
    const { question } = now;
    if (question === undefined) return now;
    const missed = { key, count: (question.missed?.count ?? 0) + 1, at: host.now() };
    return { ...now, question: { ...question, missed } };
  });
}

/** What takes a text now, beneath the question. */
type Takes = ((text: string) => void) | undefined;

/**
 * A key that nothing has taken, or a paste. Typed over a question that came up in a field it goes on into the field: who types on
 * has not agreed. Any other question is pointed at, and a menu is closed: it is never lost without a word.
 */
export function miss(
  context: Context,
  { name, text }: Pick<KeyToken, 'name' | 'text'>,
  beneath: Takes,
): boolean {
  const { copying, question } = context.ui.get();
  if (question !== undefined) {
    if (text === undefined || beneath === undefined) missAnswer(context, name);
    else {
      context.ui.update(withoutQuestion);
      beneath(text);
      tell(context, 'not sent: your typing goes into the field');
    }
    return true;
  }
  if (!copying) return false;
  context.ui.update((ui) => ({ ...ui, copying: false }));
  tell(context, `${name} does not copy anything`);
  return true;
}
