import type { Client } from './client.ts';

export const chatgptApps: Client = {
  id: 'chatgpt-apps',
  name: 'ChatGPT apps',
  kind: 'profile',
  rules: [
    {
      id: 'hints',
      level: 'error',
      limit: { on: 'hints', explicit: ['readOnlyHint', 'destructiveHint', 'openWorldHint'], count: 'each' },
      effect: 'wanted',
      source: 'Teamwork/mcp#420',
      seen: '2026-11-29',
      sure: 'reports',
    },
  ],
};
