import { openPrompt } from '../ui/typed.ts';
import { closeHelp, HELP_PANE } from '../ui.ts';
import { inScope } from './command.ts';
import { movement } from './movement.ts';
import { scrollPane } from './scroll.ts';

/** Looking for something in the help, moving in it, and leaving it. */
export const help = inScope('help', {
  'help.find': {
    keys: ['/'],
    label: 'find a key',
    hint: 'find',
    run: ({ ui }) => ui.update(openPrompt('/', { kind: 'help' })),
  },
  'help.close': {
    keys: ['q', '?', 'enter'],
    label: 'close the help',
    hint: 'close',
    run: ({ ui }) => ui.update(closeHelp),
  },
  ...movement('help', (context, step) => scrollPane(context, HELP_PANE, step)),
});
