import { movement } from '../kit/movement.ts';
import { inScope } from '../shell/command.ts';
import { scrollPane } from '../shell/scroll.ts';
import { closeHelp, HELP_PANE } from '../shell/ui.ts';
import { openPrompt } from './typed.ts';

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
