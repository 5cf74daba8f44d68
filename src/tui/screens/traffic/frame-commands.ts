import { whyNotAgain, writeAgain } from '../../overlay/writing-commands.ts';
import { inScope } from '../../world/command.ts';
import { isRaw, turnRaw } from '../catalogue/result-commands.ts';
import { toOther } from './commands.ts';
import { exchangeRow } from './exchange-commands.ts';
import { noting } from './noting.ts';

/** What works at one line of the traffic, besides reading it. */
export const frame = inScope('message', {
  'message.other': { keys: ['o'], label: 'request or response', hint: 'other', run: toOther },
  'message.exchange': exchangeRow,
  'message.again': { keys: ['e'], label: 'edit and resend', disabled: whyNotAgain, run: writeAgain },
  ...noting('message'),
  'message.raw': {
    keys: ['p'],
    label: 'as sent or by value',
    hint: (situation) => (isRaw(situation) ? 'by value' : 'raw'),
    run: turnRaw,
  },
});
