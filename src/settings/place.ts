import { join } from 'node:path';
import { configFolder, stateFolder } from '../disk/place.ts';

/** Where a person's preferences are (`XDG_CONFIG_HOME`). */
export const settingsPath = (): string => join(configFolder(), 'settings.json');

/** Where it is kept how the window was left: in the state folder, too. */
export const windowPath = (): string => join(stateFolder(), 'window.json');

/** Where the arguments of calls are remembered: in the state folder of the user (`XDG_STATE_HOME`). */
export const historyPath = (): string => join(stateFolder(), 'history.jsonl');

/** Where tokens from authorization are kept: in the state folder of the user (`XDG_STATE_HOME`). */
export const tokensFolder = (): string => join(stateFolder(), 'auth');
