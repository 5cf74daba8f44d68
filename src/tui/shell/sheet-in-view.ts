import type { Host } from '../../host/host.ts';
import { type InView, lookAt } from '../kit/sheet/opened.ts';
import { DEFINITION_PANE } from '../overlay/definition.tsx';
import { overlayOf } from '../world/overlay.ts';
import { focused, paneName, type Ui } from '../world/ui.ts';
import { screenOf } from './screens.ts';

/** The sheet that is read in a pane, in that with the focus when none is named; nothing where no sheet is read. */
export function sheetInView(host: Host, ui: Ui, pane = focused(ui)): InView | undefined {
  const over = overlayOf(ui, 'definition');
  const name = over === undefined ? paneName(ui.screen, pane) : DEFINITION_PANE;
  const own = pane === 'detail' ? screenOf(ui.screen).sheet?.(host, ui) : undefined;
  const base = over === undefined ? own : over.sheet(host, ui);
  return base && { name, ...lookAt(ui.sheets, name, base) };
}
