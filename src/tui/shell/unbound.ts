import { whyNotSent, write } from '../overlay/writing.tsx';
import { chooseBoundary, whyNoBoundary } from '../screens/catalogue/call-commands.ts';
import { chooseTask, whyNoTasks } from '../screens/catalogue/task-commands.ts';
import { chooseLevel, whyNoLevel } from '../screens/output/commands.ts';
import { switches } from '../screens/server/commands.ts';
import { askForName, whyNotKept } from '../screens/traffic/filtering-commands.ts';
import { inScope } from '../world/command.ts';
import { tell } from '../world/say.ts';

/** What no key runs, unless settings give it one: it is found in the palette. */
export const unbound = inScope('always', {
  'boundary.choose': { keys: [], label: 'boundary values', disabled: whyNoBoundary, run: chooseBoundary },
  'filter.keep': { keys: [], label: 'save filter', disabled: whyNotKept, run: askForName },
  'raw.send': { keys: [], label: 'send raw', disabled: whyNotSent, run: write },
  'log.level': { keys: [], label: 'log level', disabled: whyNoLevel, run: chooseLevel },
  'tasks.choose': { keys: [], label: 'tasks', disabled: whyNoTasks, run: chooseTask },
  ...switches,
  mouse: {
    keys: [],
    label: 'toggle mouse',
    run: (context) => {
      context.ui.update((now) => ({ ...now, mouse: !now.mouse }));
      tell(context, context.ui.get().mouse ? 'mouse on' : 'mouse off');
    },
  },
});
