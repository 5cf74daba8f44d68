import type { Client } from './client.ts';
import { documented, reported } from './evidence.ts';

/** The `parameters` of function declarations, an older subset of OpenAPI; with `parametersJsonSchema` most of it is taken. */
export const geminiApi: Client = {
  id: 'gemini-api',
  name: 'Gemini API',
  kind: 'api',
  rules: [
    {
      id: 'name-characters',
      level: 'error',
      limit: {
        on: 'name characters',
        taken: /^[a-zA-Z_][a-zA-Z0-9_.:-]*$/,
        says: 'a letter or _ comes first, then letters, digits, _ . : and -',
      },
      effect: 'refused',
      ...reported('2025-07', 'wonderwhy-er/DesktopCommanderMCP#79', '2026-11-29'),
    },
    {
      id: 'type-list',
      level: 'warning',
      limit: { on: 'schema', trait: 'list of types' },
      effect: 'refused',
      besides: 'unless it comes as parametersJsonSchema',
      ...reported('2026-02', 'zed-industries/zed#44875', '2026-11-29'),
    },
    {
      id: 'union-in-items',
      level: 'warning',
      limit: { on: 'schema', trait: 'union in items' },
      effect: 'refused',
      besides: 'unless it comes as parametersJsonSchema',
      ...reported('2026-06', 'sbroenne/mcp-server-excel#672', '2026-11-29'),
    },
    {
      id: 'array-items',
      level: 'error',
      limit: { on: 'schema', trait: 'array without items' },
      effect: 'refused',
      ...reported('2025-06', 'kkrishnan90/gemini-desktop#7', '2026-11-29'),
    },
    {
      id: 'additional-properties',
      level: 'note',
      limit: { on: 'schema', trait: 'additionalProperties' },
      effect: 'refused',
      besides: 'unless its client leaves it out, or sends parametersJsonSchema',
      ...reported('2026-01', 'promptfoo/promptfoo#6902', '2026-11-29'),
    },
    {
      id: 'tools',
      level: 'error',
      limit: { on: 'number of tools', most: 512 },
      effect: 'refused',
      ...reported('2026-02', 'google-gemini/gemini-cli#19083', '2026-11-29'),
    },
  ],
  remarks: [
    {
      says: 'What a declaration may hold besides is listed for Schema.',
      ...documented('https://ai.google.dev/api/caching#Schema', '2026-11-29'),
    },
  ],
};
