import type { Client } from './client.ts';

export const geminiCli: Client = {
  name: 'Gemini CLI',
  project: [['.gemini', 'settings.json']],
  user: ({ home }) => [[home, '.gemini', 'settings.json']],
  servers: () => [['mcpServers']],
  hasBareVariables: true,
  source: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
  seen: '2026-11-28',
};
