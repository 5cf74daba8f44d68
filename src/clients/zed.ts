import type { Client } from './client.ts';

export const zed: Client = {
  name: 'Zed',
  project: [['.zed', 'settings.json']],
  user: ({ platform, settings, config }) => [
    platform === 'win32' ? [settings, 'Zed', 'settings.json'] : [config, 'zed', 'settings.json'],
  ],
  servers: () => [['context_servers']],
  source: 'https://zed.dev/docs/ai/mcp',
  seen: '2026-11-28',
};
