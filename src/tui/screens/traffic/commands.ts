import type { Seqs } from '../../../session/column.ts';
import { logRows, moveInLog } from '../../kit/log/commands.ts';
import { selectedSeq } from '../../kit/log/state.ts';
import type { Step } from '../../kit/movement.ts';
import { whyNotAgain, writeAgain } from '../../overlay/writing-commands.ts';
import { type Context, inScope, type Situation } from '../../world/command.ts';
import { tell, warn } from '../../world/say.ts';
import { exchangeRow } from './exchange-commands.ts';
import { askForExport } from './exports.ts';
import { askForLine, goToLine } from './jump.ts';
import { noting } from './noting.ts';
import { SLICE, shownTraffic } from './state.ts';

/** What works in the list of the Traffic screen. */
export const traffic = inScope('traffic', {
  ...logRows('traffic', shown),
  'traffic.findings': {
    keys: ['!'],
    label: 'findings only',
    hint: 'findings',
    run: (context) => turn(context, 'findings', ['only lines with findings', 'all lines']),
  },
  'traffic.exchange': exchangeRow,
  'traffic.stderr': {
    keys: ['E'],
    label: 'show stderr or not',
    run: (context) => turn(context, 'stderr', ['stderr is on the timeline', 'stderr is not on the timeline']),
  },
  'traffic.again': {
    keys: ['e'],
    label: 'edit and resend',
    disabled: whyNotAgain,
    run: writeAgain,
  },
  ...noting('traffic'),
  'traffic.copy': { keys: ['y'], label: 'copy the message', run: copyMessage },
  'traffic.export': { keys: ['s'], label: 'export lines', hint: 'export', run: askForExport },
  'traffic.jump': { keys: ['#'], label: 'go to line or time', run: askForLine },
  'traffic.summary': { keys: ['i'], label: 'summary by method', run: showSummary },
  'traffic.other': { keys: ['o'], label: 'request or response', run: toOther },
});

/** Moves the selection of the traffic; to the end begins to follow. */
export const moveInTraffic = (context: Context, step: Step): void =>
  moveInLog(context, 'traffic', shown(context), step);

/** Goes from a request to what ended it, and from all else to the request that it answers or belongs to. */
export function toOther(context: Context): void {
  const { host, ui } = context;
  const seqs = shown(context);
  const seq = selectedSeq(ui.get().traffic, seqs);
  const row = seq === undefined ? undefined : host.log.row(seq);
  const isRequest = row?.kind === 'request';
  const other = isRequest ? row.answer : (row?.re ?? host.log.requestOf(row?.seq ?? 0));
  if (other === undefined) {
    warn(context, isRequest ? 'It has no answer yet.' : 'It belongs to no request.');
  } else {
    goToLine(context, other);
  }
}

/** Copies the selected line as it crossed the wire. */
function copyMessage(context: Context): void {
  const { host, ui, terminal } = context;
  const seq = selectedSeq(ui.get().traffic, shown(context));
  const text = seq === undefined ? undefined : host.log.text(seq);
  if (text === undefined)
    warn(context, seq === undefined ? 'No message to copy.' : 'Its text is no longer in memory.');
  else void terminal.copy(text).then(({ sure, how }) => (sure ? tell : warn)(context, `#${seq}: ${how}`));
}

function showSummary({ ui }: Context): void {
  ui.update((now) => ({ ...now, definition: { screen: 'traffic', key: 'traffic summary' } }));
}

function turn(context: Context, flag: 'findings' | 'stderr', said: readonly [on: string, off: string]): void {
  context.ui.update((ui) => ({ ...ui, traffic: { ...ui.traffic, [flag]: !ui.traffic[flag] } }));
  tell(context, context.ui.get().traffic[flag] ? said[0] : said[1], 2_000);
}

function shown({ host, ui }: Situation): Seqs {
  // What the view would look at with its next frame: a key may come before that.
  return shownTraffic(host, ui.get().traffic, SLICE).seqs;
}
