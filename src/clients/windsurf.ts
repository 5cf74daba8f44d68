import type { Client } from './client.ts';

export const windsurf: Client = {
  name: 'Windsurf',
  user: ({ home }) => [[home, '.codeium', 'windsurf', 'mcp_config.json']],
  servers: () => [['mcpServers']],
  source: 'https://docs.windsurf.com/windsurf/cascade/mcp',
  seen: '2026-11-28',
};
