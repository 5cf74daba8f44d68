import type { Client } from './client.ts';

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
  naming: {
    prefix: '',
    most: 64,
    long: 'end',
    source: 'https://github.com/zed-industries/zed',
    seen: '2026-11-29',
    sure: 'source',
  },
  rules: [
    {
      id: 'name-length',
      level: 'warning',
      limit: { on: 'name length', most: 64 },
      effect: 'cut',
      source: 'https://github.com/zed-industries/zed',
      seen: '2026-11-29',
      sure: 'source',
    },
  ],
};
