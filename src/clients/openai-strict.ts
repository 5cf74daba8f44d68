import type { Client } from './client.ts';

export const openaiStrict: Client = {
  id: 'openai-strict',
  name: 'OpenAI strict mode',
  kind: 'profile',
  rules: [
    {
      id: 'strict-required',
      level: 'note',
      limit: { on: 'schema', trait: 'optional parameter' },
      effect: 'wanted',
      source: 'https://platform.openai.com/docs/guides/structured-outputs',
      seen: '2026-11-29',
      sure: 'docs',
    },
    {
      id: 'strict-closed',
      level: 'note',
      limit: { on: 'schema', trait: 'open object' },
      effect: 'wanted',
      source: 'https://platform.openai.com/docs/guides/structured-outputs',
      seen: '2026-11-29',
      sure: 'docs',
    },
  ],
};
