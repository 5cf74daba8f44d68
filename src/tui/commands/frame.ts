import { inScope } from './command.ts';
import { exchangeRow } from './exchange.ts';
import { noting } from './noting.ts';
import { isRaw, turnRaw } from './result.ts';
import { toOther } from './traffic.ts';
import { whyNotAgain, writeAgain } from './writing.ts';

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
