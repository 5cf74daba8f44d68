import type { Host } from '../../host/host.ts';
import { selectedSeq } from '../kit/log/state.ts';
import { type InView, lookAt } from '../kit/sheet/opened.ts';
import type { Sheet } from '../kit/sheet/sheet.ts';
import { DEFINITION_PANE } from '../overlay/definition.tsx';
import { shownSheet } from '../screens/catalogue/call-sheet.ts';
import { rawName } from '../screens/catalogue/entries.ts';
import { shownDetail } from '../screens/catalogue/shown.ts';
import { inboxSheet } from '../screens/inbox/sheet.ts';
import { outputSheet } from '../screens/output/sheet.ts';
import { outputFound } from '../screens/output/state.ts';
import { frameSheet } from '../screens/traffic/frame-sheet.ts';
import { shownTraffic } from '../screens/traffic/state.ts';
import { overlayOf } from '../world/overlay.ts';
import { isListScreen, type PaneId } from '../world/screens.ts';
import { focused, paneName, type Ui } from '../world/ui.ts';

/** The sheet that is read in a pane, in that with the focus when none is named; nothing where no sheet is read. */
export function sheetInView(host: Host, ui: Ui, pane = focused(ui)): InView | undefined {
  const over = overlayOf(ui, 'definition');
  const name = over === undefined ? paneName(ui.screen, pane) : DEFINITION_PANE;
  const base = over === undefined ? baseIn(host, ui, pane) : over.sheet(host, ui);
  return base && { name, ...lookAt(ui.sheets, name, base) };
}

function baseIn(host: Host, ui: Ui, pane: PaneId): Sheet | undefined {
  if (pane !== 'detail') return undefined;
  const look = { raw: ui.raw.includes(rawName(ui, ui.screen)), revealed: ui.revealed };
  if (ui.screen === 'traffic') {
    const seq = selectedSeq(ui.traffic, shownTraffic(host, ui.traffic).seqs);
    return seq === undefined ? undefined : frameSheet(host, seq, look);
  }
  if (ui.screen === 'output') {
    const seq = selectedSeq(ui.output, outputFound(host, ui.output).seqs);
    return seq === undefined ? undefined : outputSheet(host, seq, ui.revealed);
  }
  if (ui.screen === 'inbox') return inboxSheet(host, ui);
  if (!isListScreen(ui.screen)) return undefined;
  const detail = shownDetail(ui, host.store.state())?.detail;
  if (detail?.showing !== 'result' || detail.call === undefined) return undefined;
  return shownSheet(host, detail.link?.seq ?? detail.call, detail.against, look);
}
