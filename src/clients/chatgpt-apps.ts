import type { Client } from './client.ts';
import { probed, reported } from './evidence.ts';

/** What the review of apps for ChatGPT asks of a server. */
export const chatgptApps: Client = {
  id: 'chatgpt-apps',
  name: 'The review of ChatGPT apps',
  also: ['chatgpt'],
  kind: 'profile',
  identity: {
    clientInfo: { name: 'openai-mcp', version: '1.0.0' },
    protocolVersion: '2025-11-25',
    capabilities: {
      extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
      experimental: { 'openai/visibility': { enabled: true } },
    },
    ...probed('2026-11-29'),
  },
  rules: [
    {
      id: 'hints',
      level: 'error',
      limit: { on: 'hints', explicit: ['readOnlyHint', 'destructiveHint', 'openWorldHint'], count: 'each' },
      effect: 'wanted',
      ...reported('2026-07', 'Teamwork/mcp#420', '2026-11-29'),
    },
  ],
};
