import type { Client } from './client.ts';

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
      source: 'https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names',
      seen: '2026-11-29',
      sure: 'docs',
    },
    {
      id: 'name-characters',
      level: 'warning',
      limit: {
        on: 'name characters',
        taken: /^[a-zA-Z0-9_.-]+$/,
        says: 'A-Z a-z 0-9 _ - . alone are recommended',
      },
      effect: 'wanted',
      source: 'https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names',
      seen: '2026-11-29',
      sure: 'docs',
    },
    {
      id: 'root-object',
      level: 'error',
      limit: { on: 'schema', trait: 'root is not an object' },
      effect: 'refused',
      source: 'https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool',
      seen: '2026-11-29',
      sure: 'docs',
    },
  ],
};
