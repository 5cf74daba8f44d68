import { posix, win32 } from 'node:path';
import { xdgFolder } from '../disk/place.ts';

/** Where a user and a folder are. */
export interface ConfigWorld {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The folder that the user works in. */
  readonly cwd: string;
}

/** A file in which a client may keep its servers. */
export interface ConfigPlace {
  readonly client: string;
  readonly path: string;
}

/** The files of all clients we know on this platform, the folder's own first, whether they are there or not. */
export function configPlaces(world: ConfigWorld): readonly ConfigPlace[] {
  const { join } = pathOf(world.platform);
  const { home, env, cwd } = world;
  const settings = settingsFolder(world);
  const zed = world.platform === 'win32' ? join(settings, 'Zed') : join(xdg(world), 'zed');
  const place = (client: string, ...path: string[]): ConfigPlace => ({
    client,
    path: join(...(path as [string])),
  });
  const claude = env['CLAUDE_CONFIG_DIR'];
  return [
    place('project', cwd, '.mcp.json'),
    place('Cursor', cwd, '.cursor', 'mcp.json'),
    place('VS Code', cwd, '.vscode', 'mcp.json'),
    place('VS Code', cwd, '.vscode', 'settings.json'),
    place('Gemini CLI', cwd, '.gemini', 'settings.json'),
    place('Zed', cwd, '.zed', 'settings.json'),
    place('Claude Desktop', settings, 'Claude', 'claude_desktop_config.json'),
    place('Claude Code', claude || home, '.claude.json'),
    place('Cursor', home, '.cursor', 'mcp.json'),
    place('VS Code', settings, 'Code', 'User', 'mcp.json'),
    place('VS Code', settings, 'Code', 'User', 'settings.json'),
    place('Windsurf', home, '.codeium', 'windsurf', 'mcp_config.json'),
    place('Gemini CLI', home, '.gemini', 'settings.json'),
    place('Zed', zed, 'settings.json'),
  ].filter(({ path }, at, all) => all.findIndex((other) => other.path === path) === at);
}

/**
 * The folder that a client has open when it reads this file: the one around it for a file of a project, else the one
 * the user works in.
 */
export function workspaceOf(path: string, { home, platform, cwd }: Omit<ConfigWorld, 'env'>): string {
  const { basename, dirname } = pathOf(platform);
  const folder = dirname(path);
  if (basename(path) === '.mcp.json') return folder;
  const isProject = PROJECT_FOLDERS.has(basename(folder)) && dirname(folder) !== home;
  return isProject ? dirname(folder) : cwd;
}

/** Whether `$VAR` is a variable in this file, as Gemini CLI has it; elsewhere it is a text like any other. */
export const hasBareVariables = (path: string): boolean => /(?:^|[/\\])\.gemini[/\\][^/\\]*$/.test(path);

const PROJECT_FOLDERS = new Set(['.cursor', '.vscode', '.gemini', '.zed']);

const pathOf = (platform: NodeJS.Platform) => (platform === 'win32' ? win32 : posix);

function xdg({ home, env }: ConfigWorld): string {
  return xdgFolder(env['XDG_CONFIG_HOME'], home, '.config');
}

/** Where programs with windows keep the settings of a user. */
function settingsFolder(world: ConfigWorld): string {
  const { home, env, platform } = world;
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env['APPDATA'] || win32.join(home, 'AppData', 'Roaming');
  return xdg(world);
}
