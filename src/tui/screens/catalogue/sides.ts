import { latest } from '../../../session/log/log.ts';
import type { Running, SessionState } from '../../../session/state.ts';
import { hasFields } from '../../kit/form/state.ts';
import { ownCalls } from '../../kit/running.ts';
import type { Context, Situation } from '../../world/command.ts';
import type { Third } from '../../world/layout.ts';
import { focused, focusPane, type Ui } from '../../world/ui.ts';
import { changeDetail, hasThird, shown } from './ask.ts';
import { detailFocus, shownDetail } from './shown.ts';

/** Gives the focus of the detail to the form or to the result, as they are. */
export function turn(context: Context, side: 'detail' | 'result'): void {
  const showing = side === 'detail' ? 'form' : 'result';
  changeDetail(context, (detail) =>
    detail.showing === showing || detail.call === undefined ? detail : { ...detail, showing },
  );
}

/** Goes from the form to the result, in its place or beside it. */
export function toResult(context: Context): void {
  turn(context, 'result');
  context.ui.update(focusPane('detail'));
}

/** Why there is no result to go to, in one sentence. */
export const toResultDisabledReason = (situation: Situation): string | undefined =>
  shown(situation)?.detail.call === undefined ? 'There is no result yet.' : undefined;

/** Goes from the result to the form beside it; false where that has nothing to fill in, or is not in view. */
export function closeResult(context: Context): boolean {
  const form = shown(context)?.detail.form;
  if (form === undefined || !hasFields(form) || !isInThird(context)) return false;
  turn(context, 'detail');
  return true;
}

/** Is what a list opens the form that has a result beside it? In a recording it is the result that is looked at. */
export function isForForm(context: Context): boolean {
  const form = shown(context)?.detail.form;
  return context.host.connection !== undefined && hasThird(context) && form !== undefined && hasFields(form);
}

const isInThird = ({ extents }: Context): boolean => extents.layout()?.panes.result !== undefined;

/** Is it the result that has the focus? */
export const isOnResult = (ui: Ui, state: SessionState): boolean => detailFocus(ui, state) === 'result';

/** What there is for a third pane: a result, which has most of the room where nothing can be filled in. */
export function thirdOf(ui: Ui, state: SessionState): Third | undefined {
  const { detail } = shownDetail(ui, state) ?? {};
  if (detail?.call === undefined) return undefined;
  return hasFields(detail.form) ? 'even' : 'thin';
}

/** The running call whose result is in view, unless the form beside it was changed since it was sent: that goes on. */
export function callSeen(context: Context): Running | undefined {
  const ui = context.ui.get();
  const state = context.host.store.state();
  const { detail } = shownDetail(ui, state) ?? {};
  if (detail?.call === undefined) return undefined;
  const newest = latest(context.host.log, detail.call);
  const call = ownCalls(state).find(({ seq }) => seq === newest);
  const isShown = focused(ui) === 'detail' || context.extents.layout()?.panes.detail !== undefined;
  const isSeen = hasThird(context) || (detail.showing === 'result' && isShown);
  const { form, sent = form } = detail;
  const isAsSent = form.form === sent.form && form.json?.text === sent.json?.text && form.pick === undefined;
  return isSeen && (isAsSent || detail.showing === 'result') ? call : undefined;
}
