import type { Client } from './client.ts';
import { inCode, reported } from './evidence.ts';

const CATALOG = 'https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/mcp/catalog.ts';

export const opencode: Client = {
  id: 'opencode',
  name: 'opencode',
  kind: 'client',
  naming: {
    prefix: '{server}_',
    replaces: /[^a-zA-Z0-9_-]/g,
    most: 64,
    long: 'refused',
    ...reported('2026-04', 'anomalyco/opencode#24871', '2026-11-29'),
  },
  schemas: {
    adds: { type: 'object', properties: {}, additionalProperties: false },
    ...inCode(CATALOG, '2026-11-29'),
  },
  results: {
    takes: 'structured',
    ...inCode(CATALOG, '2026-11-29'),
    ofErrors: { takes: 'text', ...inCode(CATALOG, '2026-11-29') },
  },
  rules: [
    {
      id: 'name-length',
      level: 'error',
      limit: { on: 'name length', most: 64 },
      effect: 'refused',
      besides: 'by models whose API takes no more',
      ...reported('2026-04', 'anomalyco/opencode#24871', '2026-11-29'),
    },
  ],
};
