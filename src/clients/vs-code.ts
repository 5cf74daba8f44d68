import type { Client } from './client.ts';

/** Its settings write a path as members of members or as one name with dots. */
export const vsCode: Client = {
  id: 'vscode',
  name: 'VS Code',
  also: ['copilot'],
  kind: 'client',
  config: {
    project: [
      ['.vscode', 'mcp.json'],
      ['.vscode', 'settings.json'],
    ],
    user: ({ settings }) => [
      [settings, 'Code', 'User', 'mcp.json'],
      [settings, 'Code', 'User', 'settings.json'],
    ],
    servers: () => [
      ['servers'],
      ['mcp', 'servers'],
      ['mcp', 'mcpServers'],
      ['mcp.servers'],
      ['mcp.mcpServers'],
    ],
    source: 'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration',
    seen: '2026-11-28',
  },
  naming: {
    prefix: 'mcp_{server}_',
    prefixMost: 18,
    most: 64,
    long: 'end',
    source: 'https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/mcp/common/mcpTypes.ts',
    seen: '2026-11-29',
    sure: 'source',
  },
  rules: [
    {
      id: 'name-length',
      level: 'warning',
      limit: { on: 'name length', most: 64 },
      effect: 'cut',
      source: 'https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/mcp/common/mcpTypes.ts',
      seen: '2026-11-29',
      sure: 'source',
    },
    {
      id: 'tools',
      level: 'error',
      limit: { on: 'number of tools', most: 128 },
      effect: 'refused',
      source: 'microsoft/vscode-copilot-release#11653',
      seen: '2026-11-29',
      sure: 'reports',
    },
  ],
};
