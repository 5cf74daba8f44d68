import { closeHelp, narrowHelp } from '../overlay/help.tsx';
import { dropPrompt, topOverlay, withoutOverlay } from '../world/overlay.ts';
import { panesOf } from '../world/screens.ts';
import { focused, focusPane, type Ui } from '../world/ui.ts';
import { screenOf } from './screens.ts';

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
  const { arrangement, back } = screenOf(ui.screen);
  const first = panesOf(arrangement)[0];
  if (first !== undefined && focused(ui) !== first) return focusPane(first)(ui);
  return back?.(ui) ?? ui;
}
