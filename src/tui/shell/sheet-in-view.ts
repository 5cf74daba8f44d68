import type { Host } from '../../host/host.ts';
import { selectedSeq } from '../kit/log/state.ts';
import { type Look, lookAt } from '../kit/sheet/opened.ts';
import type { Sheet } from '../kit/sheet/sheet.ts';
import { MARKER } from '../kit/sheet/window.ts';
import { definitionSheet } from '../overlay/definition-sheet.ts';
import { shownSheet } from '../screens/catalogue/call-sheet.ts';
import { entriesOf, rawName } from '../screens/catalogue/entries.ts';
import { shownDetail } from '../screens/catalogue/shown.ts';
import { inboxSheet, wholeRequest } from '../screens/inbox/sheet.ts';
import { outputSheet } from '../screens/output/sheet.ts';
import { outputFound } from '../screens/output/state.ts';
import { frameSheet } from '../screens/traffic/frame-sheet.ts';
import { shownTraffic } from '../screens/traffic/state.ts';
import { summarySheet } from '../screens/traffic/summary-sheet.ts';
import { inner, isBare, type Size } from '../world/layout.ts';
import { isListScreen, type PaneId } from '../world/screens.ts';
import { focused, paneName, type Ui } from '../world/ui.ts';

/** The name under which the definition of an item is looked at. */
export const DEFINITION = 'definition';

/** A sheet as it is looked at, and the pane that shows it. */
export interface InView extends Look {
  readonly name: string;
}

/** The sheet that is read in a pane, in that with the focus when none is named; nothing where no sheet is read. */
export function sheetInView(host: Host, ui: Ui, pane = focused(ui)): InView | undefined {
  const name = ui.definition === undefined ? paneName(ui.screen, pane) : DEFINITION;
  const base = ui.definition === undefined ? baseIn(host, ui, pane) : definitionIn(host, ui);
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

/** The sheet of the definition that lies over the panes; nothing when there is none, or its item is gone. */
export function definitionIn(host: Host, { definition, revealed, size }: Ui): Sheet | undefined {
  if (definition === undefined) return undefined;
  const { log, store, mask } = host;
  if (definition.screen === 'inbox') return wholeRequest(host, definition.key, revealed);
  if (definition.screen === 'traffic') return summarySheet(host, overlayCells(size));
  const { all } = entriesOf(store.state().lists, definition.screen, '');
  const entry = all.find(({ key }) => key === definition.key);
  return entry && definitionSheet(log, mask, entry, revealed);
}

/** The cells that a row has for what it says where a sheet takes the width of the window. */
const overlayCells = (size: Size): number =>
  inner({ left: 0, top: 0, width: size.columns, height: size.rows, border: !isBare(size) }).width - MARKER;
