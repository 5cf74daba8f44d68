import type { Client } from './client.ts';

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
    prefix: '',
    most: 63,
    long: 'middle',
    replaces: /[^a-zA-Z0-9_.:-]/g,
    source: 'https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/tools/mcp-tool.ts',
    seen: '2026-11-29',
    sure: 'source',
  },
  rules: [
    {
      id: 'name-start',
      level: 'warning',
      limit: { on: 'name characters', taken: /^[a-zA-Z_]/, says: 'a letter or _ comes first' },
      effect: 'replaced',
      source: 'https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/tools/mcp-tool.ts',
      seen: '2026-11-29',
      sure: 'source',
    },
    {
      id: 'name-length',
      level: 'warning',
      limit: { on: 'name length', most: 63 },
      effect: 'cut',
      source: 'https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/tools/mcp-tool.ts',
      seen: '2026-11-29',
      sure: 'source',
    },
  ],
};
