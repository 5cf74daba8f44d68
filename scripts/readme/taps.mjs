// @ts-check
// The table of configs for docs/tap.md.

/** @import { Configured } from '../../src/clients/config-places.ts' */
/** @import { Folders } from '../../src/clients/folders.ts' */

/**
 * What makes each client start its servers again.
 * @type {Record<string, string>}
 */
const AGAIN = {
  project: 'as the client that reads it; it may ask once more whether the server may run',
  'claude-desktop': 'quit it (closing its window is not enough) and open it again',
  'claude-code': 'leave `claude` and start it again; `/mcp` lists the servers',
  cursor: 'Settings, MCP: switch the server off and on, or quit and open Cursor',
  vscode: 'command palette, *MCP: List Servers*, the server, *Restart Server*',
  windsurf: 'Cascade, plugins (or MCP servers), *Refresh*',
  'gemini-cli': 'leave `gemini` and start it again; `/mcp` lists the servers',
  zed: 'agent settings: switch the server off and on, or quit and open Zed',
};

/**
 * Each client that a tap can be put into: where its configuration lies, and what is to be started again.
 * @param {readonly Configured[]} configs
 */
export function tapTable(configs) {
  const rows = configs.flatMap((one) => {
    const { id, name, config } = one;
    const again = AGAIN[id];
    if (again === undefined) return [];
    const own = (config.project ?? []).map((path) => `\`${path.join('/')}\``);
    const places = [...userPlaces(config), ...(own.length === 0 ? [] : [`in a folder: ${own.join(', ')}`])];
    return [`| ${name} | \`${id}\` | ${places.join('<br>')} | ${again} |`];
  });
  const missing = Object.keys(AGAIN).filter((id) => !configs.some((one) => one.id === id));
  if (missing.length > 0) throw new Error(`no client is called ${missing.join(', ')}`);
  return [
    '| client | CLIENT | config | start its servers again |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** @type {readonly [platform: NodeJS.Platform, name: string, settings: string][]} */
const PLATFORMS = [
  ['darwin', 'macOS', '~/Library/Application Support'],
  ['win32', 'Windows', '%APPDATA%'],
  ['linux', 'Linux', '~/.config'],
];

/**
 * Once where it is the same on every system.
 * @param {Configured['config']} config
 */
function userPlaces(config) {
  const all = PLATFORMS.map(([platform, name, settings]) => {
    /** @type {Folders} */
    const folders = { home: '~', env: {}, platform, config: '~/.config', settings };
    const paths = (config.user?.(folders) ?? []).map((path) => `\`${path.join('/')}\``);
    return { name, paths: paths.join(', ') };
  });
  if (new Set(all.map(({ paths }) => paths)).size === 1)
    return all[0]?.paths === '' ? [] : [all[0]?.paths ?? ''];
  return all.map(({ name, paths }) => `${name}: ${paths}`);
}
