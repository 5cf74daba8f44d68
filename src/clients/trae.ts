import type { Client } from './client.ts';

export const trae: Client = {
  id: 'trae',
  name: 'Trae',
  kind: 'client',
  rules: [
    {
      id: 'tools',
      level: 'error',
      limit: { on: 'number of tools', most: 40 },
      effect: 'left out',
      source: 'https://docs.trae.ai/ide/model-context-protocol',
      seen: '2026-11-29',
      sure: 'docs',
    },
  ],
};
