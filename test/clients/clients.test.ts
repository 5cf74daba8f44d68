import { describe, expect, it } from 'vitest';
import { configPlaces, hasBareVariables, workspaceOf } from '../../src/clients/config-places.ts';

const paths = (platform: NodeJS.Platform, env = {}, home = '/home/u', cwd = '/repo') =>
  configPlaces({ home, env, platform, cwd }).map(({ client, path }) => `${client}: ${path}`);

describe('the files of clients', () => {
  it('are in the folder and at home', () => {
    expect(paths('linux')).toEqual([
      'project: /repo/.mcp.json',
      'Cursor: /repo/.cursor/mcp.json',
      'VS Code: /repo/.vscode/mcp.json',
      'VS Code: /repo/.vscode/settings.json',
      'Gemini CLI: /repo/.gemini/settings.json',
      'Zed: /repo/.zed/settings.json',
      'Claude Desktop: /home/u/.config/Claude/claude_desktop_config.json',
      'Claude Code: /home/u/.claude.json',
      'Cursor: /home/u/.cursor/mcp.json',
      'VS Code: /home/u/.config/Code/User/mcp.json',
      'VS Code: /home/u/.config/Code/User/settings.json',
      'Windsurf: /home/u/.codeium/windsurf/mcp_config.json',
      'Gemini CLI: /home/u/.gemini/settings.json',
      'Zed: /home/u/.config/zed/settings.json',
    ]);
  });
  it.each<[NodeJS.Platform, Record<string, string>, string, string[]]>([
    [
      'darwin',
      {},
      '/Users/u',
      [
        'Claude Desktop: /Users/u/Library/Application Support/Claude/claude_desktop_config.json',
        'VS Code: /Users/u/Library/Application Support/Code/User/mcp.json',
        'Zed: /Users/u/.config/zed/settings.json',
      ],
    ],
    [
      'win32',
      { APPDATA: 'C:\\Users\\u\\AppData\\Roaming' },
      'C:\\Users\\u',
      [
        'Claude Desktop: C:\\Users\\u\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
        'Cursor: C:\\Users\\u\\.cursor\\mcp.json',
        'Zed: C:\\Users\\u\\AppData\\Roaming\\Zed\\settings.json',
      ],
    ],
    [
      'linux',
      { XDG_CONFIG_HOME: '/x', CLAUDE_CONFIG_DIR: '/c' },
      '/home/u',
      [
        'Claude Desktop: /x/Claude/claude_desktop_config.json',
        'Claude Code: /c/.claude.json',
        'Zed: /x/zed/settings.json',
      ],
    ],
  ])('on %s with %j', (platform, env, home, expected) => {
    expect(paths(platform, env, home)).toEqual(expect.arrayContaining(expected));
  });
  it('are named once each where the folder is home', () => {
    const found = paths('linux', {}, '/home/u', '/home/u').map((line) => line.replace(/^.*: /, ''));
    expect(new Set(found).size).toBe(found.length);
  });
});

describe('the folder that a client has open', () => {
  it.each([
    ['/p/.mcp.json', '/p'],
    ['/p/.vscode/mcp.json', '/p'],
    ['/p/.vscode/settings.json', '/p'],
    ['/p/.cursor/mcp.json', '/p'],
    ['/home/u/.cursor/mcp.json', '/repo'],
    ['/p/claude_desktop_config.json', '/repo'],
  ])('%s: %s', (path, folder) => {
    expect(workspaceOf(path, { home: '/home/u', platform: 'linux', cwd: '/repo' })).toBe(folder);
  });
});

it('knows the files in which variables need no braces', () => {
  expect(
    ['/h/.gemini/settings.json', '.gemini/settings.json', '/h/.cursor/mcp.json'].map(hasBareVariables),
  ).toEqual([true, true, false]);
});
