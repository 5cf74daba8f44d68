import { filterBy } from '../kit/list/state.ts';
import { withoutFilter } from '../kit/log/state.ts';
import { dropPrompt } from '../overlay/typed.ts';
import { withList } from '../screens/catalogue/entries.ts';
import { isListScreen, panesOf } from '../world/screens.ts';
import {
  closeHelp,
  closePalette,
  focused,
  focusPane,
  showHelp,
  type Ui,
  withoutQuestion,
} from '../world/ui.ts';

/**
 * One step back, the nearest thing first: the palette, the question, the prompt, the help, the menu, the message being written, the
 * definition,
 * zoom, the detail, the filter. At the outermost place nothing changes: going back never quits.
 */
export function back(ui: Ui): Ui {
  if (ui.palette !== undefined) return closePalette(ui);
  if (ui.question !== undefined) return withoutQuestion(ui);
  if (ui.prompt !== undefined) return dropPrompt(ui);
  if (ui.help !== undefined) return ui.help.filter === '' ? closeHelp(ui) : showHelp('')(ui);
  if (ui.copying) return { ...ui, copying: false };
  if (ui.writing?.isOpen) return { ...ui, writing: { ...ui.writing, isOpen: false } };
  if (ui.definition !== undefined) {
    const { definition: _, ...rest } = ui;
    return rest;
  }
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
