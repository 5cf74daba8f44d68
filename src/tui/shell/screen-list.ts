import { promptsScreen, resourcesScreen, toolsScreen } from '../screens/catalogue/screen.tsx';
import { inboxScreen } from '../screens/inbox/screen.ts';
import { outputScreen } from '../screens/output/screen.ts';
import type { Screen } from '../screens/screen.ts';
import { serverScreen } from '../screens/server/screen.tsx';
import { trafficScreen } from '../screens/traffic/screen.ts';
import type { ScreenId } from '../world/screen-id.ts';

/** The screens, in the order of the tabs: a line each. */
export const screens: readonly Screen[] = [
  serverScreen,
  toolsScreen,
  resourcesScreen,
  promptsScreen,
  trafficScreen,
  inboxScreen,
  outputScreen,
];

/** The record of a screen. */
export function screenOf(id: ScreenId): Screen {
  const screen = screens.find((one) => one.id === id);
  if (screen === undefined) throw new Error(`no screen is called ${id}`);
  return screen;
}
