import type { Client } from './client.ts';
import { documented, reported } from './evidence.ts';

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
      id: 'name-length',
      level: 'error',
      limit: { on: 'name length', most: 128 },
      effect: 'refused',
      ...documented(
        'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use',
        '2026-11-29',
      ),
    },
  ],
};
