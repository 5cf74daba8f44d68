import { type Context, inScope } from '../world/command.ts';
import { closePrompt, overlayOf, typed } from '../world/overlay.ts';
import type { Ui } from '../world/ui.ts';

/** What works in the one-line prompt; everything else that is typed goes into it. */
export const prompt = inScope(
  { id: 'prompt', title: 'Prompt', isTyping: true },
  {
    'prompt.accept': {
      keys: ['enter'],
      label: 'accept',
      hint: (situation) => purposeIn(situation.ui.get())?.acceptWord?.(situation) ?? 'accept',
      run: accept,
    },
    'prompt.complete': {
      keys: ['tab'],
      label: 'complete',
      hint: (situation) => purposeIn(situation.ui.get())?.completeWord ?? '',
      rank: 0,
      disabled: ({ ui }) =>
        purposeIn(ui.get())?.complete === undefined ? 'There is nothing to complete here.' : undefined,
      run: (context) => purposeIn(context.ui.get())?.complete?.(context),
    },
    'prompt.clear': {
      keys: ['ctrl+u'],
      label: 'clear the line',
      run: ({ ui }) => ui.update(retyped(() => '')),
    },
    'prompt.word': {
      keys: ['ctrl+w'],
      label: 'delete last word',
      run: ({ ui }) => ui.update(retyped(withoutWord)),
    },
    'prompt.up': {
      keys: ['up'],
      label: 'previous match',
      run: (context) => purposeIn(context.ui.get())?.move?.(context, -1),
    },
    'prompt.down': {
      keys: ['down'],
      label: 'next match',
      run: (context) => purposeIn(context.ui.get())?.move?.(context, 1),
    },
  },
);

const purposeIn = (ui: Ui) => overlayOf(ui, 'prompt')?.purpose;

/** Takes what was typed: a filter works already, what is looked for and a path are used now. */
function accept(context: Context): void {
  const now = overlayOf(context.ui.get(), 'prompt');
  if (now === undefined) return;
  const again = (): void => {
    if (overlayOf(context.ui.get(), 'prompt') === now) accept(context);
  };
  if (now.purpose.ready?.(context, again) === false) return;
  context.ui.update(closePrompt);
  now.purpose.accept?.(context, now.value);
}

const retyped =
  (change: (value: string) => string) =>
  (ui: Ui): Ui => {
    const now = overlayOf(ui, 'prompt');
    return now === undefined ? ui : typed(change(now.value))(ui);
  };

/** A line without its last word. */
export const withoutWord = (value: string): string => value.replace(/\S*\s*$/u, '');
