import { back } from '../ui/back.ts';
import { inScope } from './command.ts';

/** Leaving the definition of an item. */
export const definition = inScope('definition', {
  'definition.close': { keys: ['i', 'q'], label: 'close', hint: 'close', run: ({ ui }) => ui.update(back) },
});
