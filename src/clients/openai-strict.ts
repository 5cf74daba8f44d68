import type { Client } from './client.ts';
import { documented } from './evidence.ts';

const GUIDE = 'https://platform.openai.com/docs/guides/structured-outputs';

/** What `"strict": true` asks of a schema. */
export const openaiStrict: Client = {
  id: 'openai-strict',
  name: "OpenAI's strict mode",
  kind: 'profile',
  rules: [
    {
      id: 'strict-required',
      level: 'note',
      limit: { on: 'schema', trait: 'optional parameter' },
      effect: 'wanted',
      ...documented(GUIDE, '2026-11-29'),
    },
    {
      id: 'strict-closed',
      level: 'note',
      limit: { on: 'schema', trait: 'open object' },
      effect: 'wanted',
      ...documented(GUIDE, '2026-11-29'),
    },
  ],
};
