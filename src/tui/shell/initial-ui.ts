import { emptyList } from '../kit/list/state.ts';
import { followedLog } from '../kit/log/state.ts';
import { nothingRecalled } from '../screens/catalogue/recalled.ts';
import { firstInInbox } from '../screens/inbox/state.ts';
import { usualKeys } from '../terminal/keys.ts';
import type { Size } from '../world/layout.ts';
import { type PaneId, panesOf, type ScreenId, screens } from '../world/screens.ts';
import { createUiStore, type Ui, type UiStore } from '../world/ui.ts';

/** The interactive state of a session that begins in a window of this size. */
export const createUi = (size: Size): UiStore => createUiStore(initialUi(size));

/** What a session begins with: on Server, with the dock shown and the lists focused. */
export function initialUi(size: Size): Ui {
  const focus = Object.fromEntries(screens.map(({ id }) => [id, panesOf(id)[0]])) as Record<ScreenId, PaneId>;
  return {
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
    lists: { tools: emptyList, resources: emptyList, prompts: emptyList },
    details: {},
    recalled: nothingRecalled,
    traffic: followedLog,
    output: followedLog,
    inbox: firstInInbox,
    replies: {},
    printed: [],
    sheets: {},
    raw: [],
    revealed: false,
    scroll: {},
  };
}
