import type { Client } from './client.ts';
import { documented } from './evidence.ts';

const TOOLS = 'https://modelcontextprotocol.io/specification/2025-11-25/server/tools';

/** What the specification says beside what is checked on the wire. */
export const mcp: Client = {
  id: 'mcp',
  name: 'MCP',
  kind: 'specification',
  rules: [
    {
      id: 'name-length',
      level: 'warning',
      limit: { on: 'name length', most: 128 },
      effect: 'wanted',
      ...documented(`${TOOLS}#tool-names`, '2026-11-29'),
    },
    {
      id: 'name-characters',
      level: 'warning',
      limit: {
        on: 'name characters',
        taken: /^[a-zA-Z0-9_.-]+$/,
        says: 'letters, digits, _ - and . alone should be used',
      },
      effect: 'wanted',
      ...documented(`${TOOLS}#tool-names`, '2026-11-29'),
    },
    {
      id: 'root-object',
      level: 'error',
      limit: { on: 'schema', trait: 'root is not an object' },
      effect: 'wanted',
      ...documented(`${TOOLS}#tool`, '2026-11-29'),
    },
  ],
};
