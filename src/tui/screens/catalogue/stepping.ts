import { memberText } from '../../../json/parts.ts';
import { latest } from '../../../session/latest.ts';
import { clock } from '../../../text/measure.ts';
import { fill, textToSend } from '../../kit/form/state.ts';
import type { Context, Situation } from '../../world/command.ts';
import { tell } from '../../world/say.ts';
import { changeDetail, shown } from './ask.ts';
import type { Detail } from './detail.ts';
import { nearestOf } from './previous.ts';

/** Why there is no result before (-1) or after (1) the one on screen, in one sentence. */
export const whyNoOther =
  (way: -1 | 1) =>
  (situation: Situation): string | undefined =>
    otherOf(situation, way) === undefined
      ? `There is no result ${way < 0 ? 'before' : 'after'} this one.`
      : undefined;

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
    tell(context, `the call of ${at}${isOther ? ', its arguments in the form' : ''}`);
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
