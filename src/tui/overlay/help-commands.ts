import { movement, scrollPane } from '../kit/movement.ts';
import { inScope } from '../world/command.ts';
import { closeHelp, HELP_PANE } from '../world/ui.ts';
import { openPrompt } from './typed.ts';

declare module '../world/ui.ts' {
  interface Ui {
    /** The help while it is open, with what was typed to narrow it. */
    readonly help: { readonly filter: string } | undefined;
  }
}

/** Looking for something in the help, moving in it, and leaving it. */
export const help = inScope('help', {
  'help.find': {
    keys: ['/'],
    label: 'search keys',
    hint: 'find',
    run: ({ ui }) => ui.update(openPrompt('/', { kind: 'help' })),
  },
  'help.close': {
    keys: ['q', '?', 'enter'],
    label: 'close help',
    hint: 'close',
    run: ({ ui }) => ui.update(closeHelp),
  },
  ...movement('help', (context, step) => scrollPane(context, HELP_PANE, step)),
});
