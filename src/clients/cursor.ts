import type { Client } from './client.ts';
import { probed, reported } from './evidence.ts';

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
    ...reported('2026-02', 'ComposioHQ/composio#2788', '2026-11-29'),
  },
  identity: {
    clientInfo: { name: 'cursor-vscode', version: '1.0.0' },
    protocolVersion: '2025-11-25',
    capabilities: {
      extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
      elicitation: { form: {} },
      roots: { listChanged: false },
    },
    ...probed('2026-11-29'),
  },
  remarks: [
    {
      says: 'It is not known whether it takes a name of exactly 60 characters, the name of the server counted; only longer ones are told.',
      ...reported('2026-02', 'ComposioHQ/composio#2788', '2026-11-29'),
    },
    {
      says: 'Tools that are only for the view of an app are given to the model as well.',
      ...probed('2026-11-29'),
    },
  ],
  rules: [
    {
      id: 'name-length',
      level: 'error',
      limit: { on: 'name length', most: 60 },
      effect: 'left out',
      ...reported('2025-09', 'awslabs/mcp#1283', '2026-11-29'),
    },
    {
      id: 'tools',
      level: 'note',
      limit: { on: 'number of tools', most: 80 },
      effect: 'deferred',
      besides: 'unsettled: the first 40 were taken, later 80',
      ...reported('2025-09', 'Snowflake-Labs/mcp#77', '2026-11-29'),
    },
  ],
};
