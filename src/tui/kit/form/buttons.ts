import { width } from '../../../text/width.ts';
import type { Theme } from '../../world/theme.ts';
import type { FormUi } from './state.ts';

/** What buttons are drawn with. */
interface Drawing {
  readonly theme: Theme;
  /** The form has the focus. */
  readonly active: boolean;
  /** The words on the buttons. */
  readonly buttons: readonly string[];
}

const labelOf = (word: string): string => `[ ${word} ]`;

/** The buttons side by side, each with a sign before it that says which has the focus. */
export function buttonRow(ui: FormUi, { theme, active, buttons }: Drawing): string {
  return buttons
    .map((word, place) => {
      const focused = active && ui.focus === ui.buttons[place];
      return focused
        ? `${theme.paint('accent', theme.glyphs.selected)} ${theme.paint('selection', labelOf(word))}`
        : `  ${labelOf(word)}`;
    })
    .join('');
}

/** The key of the button in this column. */
export function buttonAt(
  ui: FormUi,
  { buttons }: Pick<Drawing, 'buttons'>,
  column: number,
): string | undefined {
  let from = 0;
  for (const [place, word] of buttons.entries()) {
    const to = from + 2 + width(labelOf(word));
    if (column >= from + 2 && column < to) return ui.buttons[place];
    from = to;
  }
  return undefined;
}
