import type { Client } from './client.ts';

/** Keeps the servers of a user and those of each folder in one file; those for a team are in that of the project. */
export const claudeCode: Client = {
  name: 'Claude Code',
  user: ({ home, env }) => [[env['CLAUDE_CONFIG_DIR'] || home, '.claude.json']],
  servers: (folder) => [['mcpServers'], ['projects', folder, 'mcpServers']],
  source: 'https://code.claude.com/docs/en/mcp#mcp-installation-scopes',
  seen: '2026-11-28',
};
