import type { Client } from './client.ts';
import { inCode, probed, reported } from './evidence.ts';

const TOOLS = 'https://github.com/openai/codex/blob/main/codex-rs/codex-mcp/src/tools.rs';

/** The API of OpenAI's models, and Codex, which gives tools names that it takes. */
export const openai: Client = {
  id: 'openai',
  name: 'OpenAI (Codex)',
  also: ['codex'],
  kind: 'api',
  naming: {
    prefix: 'mcp__{server}__',
    once: true,
    replaces: /[^a-zA-Z0-9_-]/g,
    most: 64,
    long: 'hash',
    ...inCode(TOOLS, '2026-11-29'),
  },
  results: {
    takes: 'structured',
    ...inCode('https://github.com/openai/codex/blob/main/codex-rs/protocol/src/models.rs', '2026-11-29'),
  },
  identity: {
    clientInfo: { name: 'codex-mcp-client', title: 'Codex', version: '0.148.0-alpha.15' },
    protocolVersion: '2025-11-25',
    capabilities: {
      extensions: {
        'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app', 'text/html+skybridge'] },
      },
      elicitation: { form: {}, url: {} },
    },
    ...probed('2026-11-29'),
  },
  rules: [
    {
      id: 'name-characters',
      level: 'warning',
      limit: {
        on: 'name characters',
        taken: /^[a-zA-Z0-9_-]+$/,
        says: 'letters, digits, _ and - alone are taken',
      },
      effect: 'replaced',
      besides: 'a client that sends the name as it is has every request refused',
      ...inCode(TOOLS, '2026-11-29'),
    },
    {
      id: 'name-length',
      level: 'warning',
      limit: { on: 'name length', most: 64 },
      effect: 'cut',
      ...inCode(TOOLS, '2026-11-29'),
    },
    {
      id: 'array-items',
      level: 'error',
      limit: { on: 'schema', trait: 'array without items' },
      effect: 'refused',
      ...reported('2026-05', 'garrytan/gbrain#1028', '2026-11-29'),
    },
    {
      id: 'object-properties',
      level: 'error',
      limit: { on: 'schema', trait: 'object without properties' },
      effect: 'refused',
      ...reported('2026-03', 'github/copilot-cli#2223', '2026-11-29'),
    },
    {
      id: 'lookaround',
      level: 'error',
      limit: { on: 'schema', trait: 'lookaround' },
      effect: 'refused',
      ...reported('2026-09', 'cline/cline#14019', '2026-11-29'),
    },
  ],
};
