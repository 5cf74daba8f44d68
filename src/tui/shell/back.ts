import { filterBy } from '../kit/list/state.ts';
import { withoutFilter } from '../kit/log/state.ts';
import { closeHelp, narrowHelp } from '../overlay/help.tsx';
import { withList } from '../screens/catalogue/entries.ts';
import { dropPrompt, topOverlay, withoutOverlay } from '../world/overlay.ts';
import { isListScreen, panesOf } from '../world/screens.ts';
import { focused, focusPane, type Ui } from '../world/ui.ts';

/**
 * One step back, the nearest thing first: what lies over the panes, zoom, the detail, the filter. At the outermost
 * place nothing changes: going back never quits.
 */
export function back(ui: Ui): Ui {
  const over = topOverlay(ui);
  switch (over?.kind) {
    case 'prompt':
      return dropPrompt(ui);
    case 'help':
      return over.filter === '' ? closeHelp(ui) : narrowHelp('')(ui);
    case 'palette':
    case 'question':
    case 'copying':
    case 'writing':
    case 'definition':
      return withoutOverlay(over.kind)(ui);
    case undefined:
      return backOnScreen(ui);
  }
}

function backOnScreen(ui: Ui): Ui {
  if (ui.zoom) return { ...ui, zoom: false };
  const first = panesOf(ui.screen)[0];
  if (first !== undefined && focused(ui) !== first) return focusPane(first)(ui);
  if (isListScreen(ui.screen)) return withList(ui.screen, (list) => filterBy(list, ''))(ui);
  if (ui.screen === 'traffic' || ui.screen === 'output') {
    const log = ui[ui.screen];
    return log.filter === '' ? ui : { ...ui, [ui.screen]: withoutFilter(log) };
  }
  return ui;
}
