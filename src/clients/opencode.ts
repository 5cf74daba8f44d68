import type { Client } from './client.ts';

const CATALOG = 'https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/mcp/catalog.ts';

export const opencode: Client = {
  id: 'opencode',
  name: 'opencode',
  kind: 'client',
  schemas: {
    adds: { type: 'object', properties: {}, additionalProperties: false },
    source: CATALOG,
    seen: '2026-11-29',
    sure: 'source',
  },
  results: {
    takes: 'structured',
    source: CATALOG,
    seen: '2026-11-29',
    sure: 'source',
    ofErrors: { takes: 'text', source: CATALOG, seen: '2026-11-29', sure: 'source' },
  },
  rules: [],
};
