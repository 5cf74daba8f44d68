import type { Client } from './client.ts';
import { inCode } from './evidence.ts';

const TOOL = 'https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/tools/mcp-tool.ts';

export const geminiCli: Client = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  kind: 'client',
  config: {
    project: [['.gemini', 'settings.json']],
    user: ({ home }) => [[home, '.gemini', 'settings.json']],
    servers: () => [['mcpServers']],
    hasBareVariables: true,
    source: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
    seen: '2026-11-28',
  },
  naming: {
    prefix: 'mcp_{server}_',
    once: true,
    most: 63,
    long: 'middle',
    replaces: /[^a-zA-Z0-9_.:-]/g,
    ...inCode(TOOL, '2026-11-29'),
  },
  results: {
    takes: 'content',
    ...inCode(TOOL, '2026-11-29'),
    ofErrors: { takes: 'both', ...inCode(TOOL, '2026-11-29') },
  },
  identity: {
    clientInfo: { name: 'gemini-cli-mcp-client', version: '0.56.0' },
    protocolVersion: '2025-11-25',
    capabilities: { roots: { listChanged: true } },
    ...inCode(
      'https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/tools/mcp-client.ts',
      '2026-11-29',
    ),
  },
  rules: [
    {
      id: 'name-start',
      level: 'note',
      limit: { on: 'name characters', taken: /^[a-zA-Z_]/, says: 'a letter or _ comes first' },
      effect: 'replaced',
      besides: 'older versions put _ before it',
      ...inCode(TOOL, '2026-11-29'),
    },
    {
      id: 'name-length',
      level: 'warning',
      limit: { on: 'name length', most: 63 },
      effect: 'cut',
      ...inCode(TOOL, '2026-11-29'),
    },
  ],
};
