import { movement, rowsOf, type Step } from '../kit/movement.ts';
import { clampTop } from '../kit/pane-sizes.ts';
import { type Context, inScope } from './command.ts';
import { focused, paneName, scrolled } from './ui.ts';

/** Moving in a pane of text. */
export const scroll = inScope('scroll', {
  ...movement('scroll', (context, step) => {
    const ui = context.ui.get();
    scrollPane(context, paneName(ui.screen, focused(ui)), step);
  }),
});

/** Scrolls a pane by a step, within what it was last drawn with; at its end it stays there, however it grows. */
export function scrollPane({ ui, extents }: Pick<Context, 'ui' | 'extents'>, name: string, step: Step): void {
  if (step.by === 'edge' && step.way === 1) {
    ui.update(scrolled(name, Number.POSITIVE_INFINITY));
    return;
  }
  const extent = extents.get(name);
  // A window made larger may have moved the text since the last key.
  const top = clampTop(ui.get().scroll[name] ?? 0, extent);
  ui.update(scrolled(name, clampTop(top + rowsOf(step, extent.height, extent.rows), extent)));
}
