import { memberText } from '../../../json/parts.ts';
import type { Log } from '../../../session/log/log.ts';
import { latest } from '../../../session/log/log.ts';
import type { LogRow } from '../../../session/log/row.ts';
import { summaryOf } from '../../../session/summary.ts';
import { clock } from '../../../text/measure.ts';
import { fill, textToSend } from '../../kit/form/state.ts';
import type { Context, Situation } from '../../world/command.ts';
import { tell } from '../../world/say.ts';
import { changeDetail, shown } from './ask.ts';
import { loadComparing } from './call-sheet.ts';
import type { Detail } from './detail.ts';

/** Why the result on screen cannot be compared, in one sentence. */
export function compareDisabledReason(situation: Situation): string | undefined {
  const { entry, detail } = shown(situation) ?? {};
  if (entry === undefined || detail?.call === undefined) return 'There is no result to compare.';
  if (detail.link !== undefined) return 'What a link leads to is not compared: esc goes back to the result.';
  const { log } = situation.host;
  const newest = latest(log, detail.call);
  if (log.row(newest)?.answer === undefined) return 'There is no response yet.';
  if (detail.against !== undefined || previousOf(log, detail.call) !== undefined) return undefined;
  return `Nothing to compare yet: this is the first result of ${entry.item.name}.`;
}

/** Shows what differs from the answer before, or the result itself again. */
export function toggleCompared(context: Context): void {
  const { detail } = shown(context) ?? {};
  if (detail?.call === undefined) return;
  const { call } = detail;
  const against = detail.against === undefined ? previousOf(context.host.log, call) : undefined;
  if (against === undefined) {
    changeDetail(context, withoutComparison);
    return;
  }
  void loadComparing().then(() =>
    changeDetail(context, (now) => (now.call === call ? { ...now, against } : now)),
  );
}

/** Goes back from what differs to the result; false when nothing is compared. */
export function closeCompared(context: Context): boolean {
  if (shown(context)?.detail.against === undefined) return false;
  changeDetail(context, withoutComparison);
  return true;
}

const withoutComparison = ({ against: _, ...detail }: Detail): Detail => detail;

/** Lines that are looked at, the newest first; each that may be it has to be read from the file. */
const LOOKED_AT = 200_000;
/** How much of a request is looked at. */
const HEAD = 2048;

/**
 * The request before one with this seq that asked for the same tool, prompt or resource and was answered; of one that
 * took several rounds the last. Nothing when there is none.
 */
export const previousOf = (log: Log, seq: number): number | undefined =>
  nearestOf(log, seq, -1, ({ ended, answer }) => ended === 'answered' && answer !== undefined);

/** The nearest request before (-1) or after (1) one that asked for the same, and of those the nearest that fits. */
function nearestOf(
  log: Log,
  seq: number,
  way: -1 | 1,
  fits: (row: LogRow) => boolean = () => true,
): number | undefined {
  const { method } = log.row(seq) ?? {};
  if (method === undefined) return undefined;
  const subject = summaryOf(method, log.head(seq, HEAD));
  const { traffic } = log;
  let place = traffic.placeOf(seq) + way;
  for (let left = LOOKED_AT; left > 0 && place >= 0 && place < traffic.length; left -= 1, place += way) {
    const row = log.row(traffic.at(place));
    if (row?.method !== method || row.kind !== 'request' || row.dir !== 'c2s') continue;
    if (row.next !== undefined || !fits(row)) continue;
    if (summaryOf(method, log.head(row.seq, HEAD)) === subject) return row.seq;
  }
  return undefined;
}

/** Why there is no result before (-1) or after (1) the one on screen, in one sentence. */
export const stepDisabledReason =
  (way: -1 | 1) =>
  (situation: Situation): string | undefined =>
    otherOf(situation, way) === undefined ? `There is no ${way < 0 ? 'older' : 'newer'} result.` : undefined;

/**
 * Shows what came of the nearest call of the same before or after the one on screen. Its arguments are put into the
 * form, so that what is called again, or changed first, is what is looked at.
 */
export const stepResult =
  (way: -1 | 1) =>
  (context: Context): void => {
    const call = otherOf(context, way);
    const now = shown(context);
    if (call === undefined || now === undefined) return;
    const { log, started } = context.host;
    const isPast = nearestOf(log, latest(log, call), 1) !== undefined;
    const text = argumentsOf(log.text(call) ?? '');
    const isOther = text !== undefined && text !== textToSend(now.detail.form);
    changeDetail(context, ({ against: _, boundary: __, past, link: ___, ...detail }): Detail => {
      const form = isOther ? fill(detail.form, text, []) : detail.form;
      return { ...detail, form, call, ...(isPast && { past: past ?? detail.call ?? call }) };
    });
    const at = clock(new Date(started + (log.row(call)?.t ?? 0)));
    tell(context, `the call at ${at}${isOther ? ', with its arguments in the form' : ''}`);
  };

function otherOf(situation: Situation, way: -1 | 1): number | undefined {
  const { call } = shown(situation)?.detail ?? {};
  if (call === undefined) return undefined;
  const { log } = situation.host;
  return nearestOf(log, way < 0 ? call : latest(log, call), way);
}

/** The exact text of what a tool or a prompt was called with; nothing for what has no arguments. */
function argumentsOf(message: string): string | undefined {
  const params = memberText(message, 'params');
  return params === undefined ? undefined : memberText(params, 'arguments');
}
