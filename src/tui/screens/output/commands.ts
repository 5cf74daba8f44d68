import type { Seqs } from '../../../session/column.ts';
import { logRows, moveInLog } from '../../kit/log/commands.ts';
import type { Step } from '../../kit/movement.ts';
import { type Context, inScope, type Situation } from '../../world/command.ts';
import { chooseLevel, whyNoLevel } from './levels.ts';
import { outputFound } from './state.ts';

/** What works in the list of the Output screen. */
export const output = inScope('output', {
  ...logRows('output', shown),
  'output.level': {
    keys: ['L'],
    label: 'level of messages',
    hint: 'level',
    unlisted: true,
    disabled: whyNoLevel,
    run: chooseLevel,
  },
});

/** Moves the selection of the output. */
export const moveInOutput = (context: Context, step: Step): void =>
  moveInLog(context, 'output', shown(context), step);

function shown({ host, ui }: Situation): Seqs {
  return outputFound(host, ui.get().output.filter).seqs;
}
