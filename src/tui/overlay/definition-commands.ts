import { back } from '../shell/back.ts';
import { inScope } from '../world/command.ts';

/** Leaving the definition of an item. */
export const definition = inScope('definition', {
  'definition.close': { keys: ['i', 'q'], label: 'close', hint: 'close', run: ({ ui }) => ui.update(back) },
});
