import type { Host } from '../../host/host.ts';
import { type InView, lookAt } from '../kit/sheet/opened.ts';
import { askToBrowse } from '../overlay/browse.ts';
import { DEFINITION_PANE } from '../overlay/definition.tsx';
import { confirmationOfText } from '../screens/catalogue/confirming.ts';
import { freshDisabledReason, freshForm } from '../screens/catalogue/fresh.ts';
import { readLink } from '../screens/catalogue/linked.ts';
import { goToItem } from '../screens/catalogue/shown.ts';
import { callSeen } from '../screens/catalogue/sides.ts';
import { replyForm } from '../screens/inbox/answer.ts';
import { goToLine } from '../screens/traffic/jump.ts';
import { sendText, showInTraffic } from '../screens/traffic/sending.ts';
import type { Context, Services } from '../world/command.ts';
import { isAskedInPlace, overlayOf, topOverlay } from '../world/overlay.ts';
import { tell } from '../world/say.ts';
import type { PlaceId } from '../world/screen-id.ts';
import { focused, paneName, type Ui } from '../world/ui.ts';
import { chooseCopy, copyDisabledReason } from './copies.ts';
import { askToRestart, restartWords } from './restarting.ts';
import { activeScopes } from './scopes.ts';
import { screenOf } from './screen-list.ts';

/** The services that parts of the screen offer each other, wherever they are implemented. */
export const services: Services = {
  activeScopes,
  browse: askToBrowse,
  chooseCopy,
  confirmationOfText,
  freshDisabledReason,
  freshForm,
  callSeen,
  formOwner: (situation) =>
    isAskedInPlace(situation.ui.get())
      ? replyForm(situation)
      : screenOf(situation.ui.get().screen).form?.(situation),
  goToItem,
  goToLine: bringLine,
  readLink,
  restart: askToRestart,
  restartWords,
  sendText,
  sheetInView,
  copyDisabledReason,
};

/** Goes to a line of the traffic, from wherever one is. */
function bringLine(context: Context, seq: number): void {
  const ui = context.ui.get();
  if (ui.screen === 'traffic' && topOverlay(ui) === undefined) goToLine(context, seq);
  else if (showInTraffic(context, seq)) tell(context, 'The filter would hide it and was removed.');
}

/** The sheet that is read in a pane, in that with the focus when none is named; nothing where no sheet is read. */
function sheetInView(host: Host, ui: Ui, place: PlaceId = focused(ui)): InView | undefined {
  const over = overlayOf(ui, 'definition');
  // A result is looked at in the same way in either place.
  const pane = place === 'result' ? 'detail' : place;
  const name = over === undefined ? paneName(ui.screen, pane) : DEFINITION_PANE;
  const own = pane === 'detail' ? screenOf(ui.screen).sheet?.(host, ui, place) : undefined;
  const base = over === undefined ? own : over.sheet(host, ui);
  return base && { name, ...lookAt(ui.sheets, name, base) };
}
