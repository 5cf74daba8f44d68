import type { Client } from './client.ts';
import { reported } from './evidence.ts';

/** What meets the API of Claude's models as it is: their clients mend more or less of it. */
export const anthropicApi: Client = {
  id: 'anthropic-api',
  name: 'Anthropic API',
  also: ['claude-api'],
  kind: 'api',
  rules: [
    {
      id: 'root-union',
      level: 'error',
      limit: { on: 'schema', trait: 'root union' },
      effect: 'refused',
      ...reported('2026-09', 'anomalyco/opencode#46628', '2026-11-29'),
    },
    {
      id: 'shared-name',
      level: 'warning',
      limit: { on: 'shared name' },
      effect: 'refused',
      besides: "unless its client puts the server's name before",
      ...reported('2025-04', 'mcp-wp/ai-command#57', '2026-11-29'),
    },
  ],
};
