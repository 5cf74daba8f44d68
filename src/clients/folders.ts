import { posix, win32 } from 'node:path';
import { xdgFolder } from '../disk/place.ts';

/** Where a user and a folder are. */
export interface Surroundings {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The folder that the user works in. */
  readonly cwd: string;
}

/** The folders of a user in which clients keep files. */
export interface Folders extends Pick<Surroundings, 'home' | 'env' | 'platform'> {
  /** Where programs with windows keep settings: Application Support, %APPDATA%, or $XDG_CONFIG_HOME. */
  readonly settings: string;
  /** `$XDG_CONFIG_HOME`, or `.config`. */
  readonly config: string;
}

/** The rules for paths on a platform. */
export const pathsOf = (platform: NodeJS.Platform) => (platform === 'win32' ? win32 : posix);

export function foldersOf({ home, env, platform }: Surroundings): Folders {
  const config = xdgFolder(env['XDG_CONFIG_HOME'], home, '.config');
  return { home, env, platform, config, settings: settingsIn(home, env, platform) ?? config };
}

function settingsIn(home: string, env: Surroundings['env'], platform: NodeJS.Platform): string | undefined {
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env['APPDATA'] || win32.join(home, 'AppData', 'Roaming');
  return undefined;
}
