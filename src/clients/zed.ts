import type { Client } from './client.ts';
import { inCode, reported } from './evidence.ts';

const AGENT = 'https://github.com/zed-industries/zed/blob/main/crates/agent/src';

export const zed: Client = {
  id: 'zed',
  name: 'Zed',
  kind: 'client',
  config: {
    project: [['.zed', 'settings.json']],
    user: ({ platform, settings, config }) => [
      platform === 'win32' ? [settings, 'Zed', 'settings.json'] : [config, 'zed', 'settings.json'],
    ],
    servers: () => [['context_servers']],
    source: 'https://zed.dev/docs/ai/mcp',
    seen: '2026-11-28',
  },
  naming: { prefix: '', most: 64, long: 'end', ...inCode(`${AGENT}/thread.rs`, '2026-11-29') },
  results: { takes: 'text', ...inCode(`${AGENT}/tools/context_server_registry.rs`, '2026-11-29') },
  identity: {
    // Which version it says is not in the source.
    clientInfo: { name: 'Zed', version: '0.0.0' },
    protocolVersion: '2025-03-26',
    capabilities: {},
    ...reported(
      '2026-02',
      'https://github.com/apify/mcp-client-capabilities/blob/main/src/mcp_client_capabilities/mcp-clients.json',
      '2026-11-29',
    ),
  },
  remarks: [
    {
      says: 'Of two tools with one name, those of servers get the name of their server and _ before theirs.',
      ...inCode(`${AGENT}/thread.rs`, '2026-11-29'),
    },
  ],
  rules: [
    {
      id: 'name-length',
      level: 'warning',
      limit: { on: 'name length', most: 64 },
      effect: 'cut',
      ...inCode(`${AGENT}/thread.rs`, '2026-11-29'),
    },
  ],
};
