import { chooseCopy, whyNoCopy } from '../../overlay/copies.ts';
import { inScope } from '../../world/command.ts';
import { ask, callWord, turnAsTask, whyNot, whyNotAsTask } from './ask.ts';
import { choosePast, whyNoPast } from './past.ts';
import { askForLabel, whyNoPreset } from './presets.ts';
import { turnSubscription, whyNotSubscribed } from './subscribing.ts';

/** What can be done with what a form is filled in for: a tool, a prompt, a resource. */
export const calling = inScope('calling', {
  'form.call': {
    keys: ['ctrl+s'],
    label: 'call',
    hint: callWord,
    lasting: true,
    disabled: whyNot,
    run: (context) => ask(context),
  },
  'form.task': { keys: ['alt+k'], label: 'as a task, or not', disabled: whyNotAsTask, run: turnAsTask },
  'form.past': { keys: ['ctrl+r'], label: 'previous arguments', disabled: whyNoPast, run: choosePast },
  'form.preset': { keys: ['alt+s'], label: 'save preset', disabled: whyNoPreset, run: askForLabel },
  'form.subscribe': {
    keys: ['alt+u'],
    label: 'subscribe on or off',
    disabled: whyNotSubscribed,
    run: turnSubscription,
  },
  'form.copy': { keys: ['alt+y'], label: 'copy as', disabled: whyNoCopy, run: chooseCopy },
});
