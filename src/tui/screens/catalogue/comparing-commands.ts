import { latest } from '../../../session/latest.ts';
import { activeScopes } from '../../shell/scopes.ts';
import type { Context, Situation } from '../../world/command.ts';
import { changeDetail, shown } from './ask.ts';
import { loadComparing } from './comparing-sheet.ts';
import type { Detail } from './detail.ts';
import { previousOf } from './previous.ts';

/** Why the result on screen cannot be compared, in one sentence. */
export function whyNotCompared(situation: Situation): string | undefined {
  const { entry, detail } = shown(situation) ?? {};
  if (entry === undefined || detail?.call === undefined) return 'There is no result to compare.';
  const { log } = situation.host;
  const newest = latest(log, detail.call);
  if (log.row(newest)?.answer === undefined) return 'It has no answer yet.';
  if (detail.against !== undefined || previousOf(log, detail.call) !== undefined) return undefined;
  return `${entry.item.name} has no answer before this one to compare it with.`;
}

/** Shows what differs from the answer before, or the result itself again. */
export function turnCompared(context: Context): void {
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
  const isRead = activeScopes(context.ui.get(), context.host.store.state()).includes('result');
  if (!isRead || shown(context)?.detail.against === undefined) return false;
  changeDetail(context, withoutComparison);
  return true;
}

const withoutComparison = ({ against: _, ...detail }: Detail): Detail => detail;
