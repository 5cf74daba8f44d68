import type { Client } from './client.ts';
import { documented, reported } from './evidence.ts';

export const windsurf: Client = {
  id: 'windsurf',
  name: 'Windsurf',
  kind: 'client',
  config: {
    user: ({ home }) => [[home, '.codeium', 'windsurf', 'mcp_config.json']],
    servers: () => [['mcpServers']],
    source: 'https://docs.windsurf.com/windsurf/cascade/mcp',
    seen: '2026-11-28',
  },
  rules: [
    {
      id: 'tools',
      level: 'error',
      limit: { on: 'number of tools', most: 100 },
      effect: 'left out',
      besides: 'once it was 50',
      ...documented('https://docs.windsurf.com/windsurf/cascade/mcp', '2026-11-29'),
    },
    {
      id: 'shared-name',
      level: 'error',
      limit: { on: 'shared name' },
      effect: 'left out',
      ...reported('2026-01', 'microsoft/mcp#1525', '2026-11-29'),
    },
  ],
};
