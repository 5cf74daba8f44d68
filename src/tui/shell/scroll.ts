import { movement, scrollPane } from '../kit/movement.ts';
import { inScope } from '../world/command.ts';
import { focused, paneName } from '../world/ui.ts';

/** Moving in a pane of text. */
export const scroll = inScope('scroll', {
  ...movement('scroll', (context, step) => {
    const ui = context.ui.get();
    scrollPane(context, paneName(ui.screen, focused(ui)), step);
  }),
});
