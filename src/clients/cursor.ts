import type { Client } from './client.ts';

export const cursor: Client = {
  name: 'Cursor',
  project: [['.cursor', 'mcp.json']],
  user: ({ home }) => [[home, '.cursor', 'mcp.json']],
  servers: () => [['mcpServers']],
  source: 'https://cursor.com/docs/context/mcp',
  seen: '2026-11-28',
};
