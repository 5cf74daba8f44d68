import type { Client } from './client.ts';

/** Keeps the servers of a user and those of each folder in one file; those for a team are in that of the project. */
export const claudeCode: Client = {
  id: 'claude-code',
  name: 'Claude Code',
  kind: 'client',
  config: {
    user: ({ home, env }) => [[env['CLAUDE_CONFIG_DIR'] || home, '.claude.json']],
    servers: (folder) => [['mcpServers'], ['projects', folder, 'mcpServers']],
    source: 'https://code.claude.com/docs/en/mcp#mcp-installation-scopes',
    seen: '2026-11-28',
  },
  naming: {
    prefix: 'mcp__{server}__',
    replaces: /[^a-zA-Z0-9_-]/g,
    most: 64,
    long: 'refused',
    source: 'mims-harvard/ToolUniverse#65',
    seen: '2026-11-29',
    sure: 'reports',
  },
  rules: [
    {
      id: 'description-length',
      level: 'warning',
      limit: { on: 'description length', most: 2_048 },
      effect: 'cut',
      source: 'anthropics/claude-code#41593',
      seen: '2026-11-29',
      sure: 'reports',
    },
    {
      id: 'instructions-length',
      level: 'warning',
      limit: { on: 'instructions length', most: 2_048 },
      effect: 'cut',
      source: 'anthropics/claude-code#39106',
      seen: '2026-11-29',
      sure: 'reports',
    },
    {
      id: 'root-union',
      level: 'error',
      limit: { on: 'schema', trait: 'root union' },
      effect: 'refused',
      source: 'anthropics/claude-code#5973',
      seen: '2026-11-29',
      sure: 'reports',
    },
    {
      id: 'name-length',
      level: 'error',
      limit: { on: 'name length', most: 64 },
      effect: 'refused',
      source: 'mims-harvard/ToolUniverse#65',
      seen: '2026-11-29',
      sure: 'reports',
    },
  ],
};
