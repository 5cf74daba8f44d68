import type { Client } from './client.ts';

export const geminiApi: Client = {
  id: 'gemini-api',
  name: 'Gemini API',
  kind: 'api',
  rules: [
    {
      id: 'type-list',
      level: 'error',
      limit: { on: 'schema', trait: 'list of types' },
      effect: 'refused',
      source: 'https://ai.google.dev/api/caching#Schema',
      seen: '2026-11-29',
      sure: 'docs',
    },
  ],
};
