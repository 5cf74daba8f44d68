import type { Client } from './client.ts';

/** Its settings write a path as members of members or as one name with dots. */
export const vsCode: Client = {
  name: 'VS Code',
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
};
