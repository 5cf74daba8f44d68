import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where this program keeps what it remembers of a user: recordings, history, tokens (`XDG_STATE_HOME`). */
export function stateFolder(): string {
  const home = homeFolder();
  if (process.platform === 'darwin') return join(home, 'Library', 'Logs', NAME);
  if (process.platform === 'win32')
    return join(process.env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), NAME, 'Log');
  return join(xdgFolder(process.env['XDG_STATE_HOME'], home, '.local', 'state'), NAME);
}

/** Where a user's settings are (`XDG_CONFIG_HOME`). */
export function configFolder(): string {
  const home = homeFolder();
  if (process.platform === 'darwin') return join(home, 'Library', 'Preferences', NAME);
  if (process.platform === 'win32')
    return join(process.env['APPDATA'] || join(home, 'AppData', 'Roaming'), NAME, 'Config');
  return join(xdgFolder(process.env['XDG_CONFIG_HOME'], home, '.config'), NAME);
}

/** A folder as the XDG Base Directory Specification has it: empty means not set, and a relative path is ignored. */
export function xdgFolder(set: string | undefined, home: string, ...usual: readonly string[]): string {
  return set !== undefined && isAbsolute(set) ? set : join(home, ...usual);
}

/**
 * The user's home: `HOME`, or what the system has where that is empty or relative. A user that the system does not know
 * has `/`, where nothing can be kept, which is reported when that is tried.
 */
export function homeFolder(): string {
  const home = homedir();
  if (isAbsolute(home)) return home;
  try {
    return userInfo().homedir || '/';
  } catch {
    return '/'; // No such user, as in a container that runs under a bare number.
  }
}

const NAME = 'mcp-loupe';
