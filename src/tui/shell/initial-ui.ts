import { usualKeys } from '../terminal/keys.ts';
import type { Size } from '../world/layout.ts';
import { type PaneId, panesOf, type ScreenId } from '../world/screens.ts';
import { createUiStore, type Ui, type UiStore } from '../world/ui.ts';
import { screens } from './screens.ts';

/** The interactive state of a session that begins in a window of this size. */
export const createUi = (size: Size): UiStore => createUiStore(initialUi(size));

/** What a session begins with: on Server, with the dock shown and the lists focused. */
export function initialUi(size: Size): Ui {
  const focus = Object.fromEntries(
    screens.map(({ id, arrangement }) => [id, panesOf(arrangement)[0]]),
  ) as Record<ScreenId, PaneId>;
  const own = Object.assign({}, ...screens.map(({ start }) => start)) as Ui;
  return {
    ...own,
    size,
    screen: 'server',
    focus,
    zoom: false,
    dock: true,
    dockSize: 'usual',
    bindings: usualKeys,
    mouse: false,
    overlays: [],
    leaving: 0,
    printed: [],
    sheets: {},
    raw: [],
    revealed: false,
    scroll: {},
  };
}
