import type { Client } from './client.ts';

export const cursor: Client = {
  id: 'cursor',
  name: 'Cursor',
  kind: 'client',
  config: {
    project: [['.cursor', 'mcp.json']],
    user: ({ home }) => [[home, '.cursor', 'mcp.json']],
    servers: () => [['mcpServers']],
    source: 'https://cursor.com/docs/context/mcp',
    seen: '2026-11-28',
  },
  naming: {
    prefix: '{server}',
    most: 60,
    long: 'left out',
    source: 'awslabs/mcp#1283',
    seen: '2026-11-29',
    sure: 'reports',
  },
  rules: [
    {
      id: 'name-length',
      level: 'error',
      limit: { on: 'name length', most: 60 },
      effect: 'left out',
      source: 'awslabs/mcp#1283',
      seen: '2026-11-29',
      sure: 'reports',
    },
  ],
};
