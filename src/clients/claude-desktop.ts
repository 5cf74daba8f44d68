import type { Client } from './client.ts';

export const claudeDesktop: Client = {
  id: 'claude-desktop',
  name: 'Claude Desktop',
  kind: 'client',
  config: {
    user: ({ settings }) => [[settings, 'Claude', 'claude_desktop_config.json']],
    servers: () => [['mcpServers']],
    source: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
    seen: '2026-11-28',
  },
  rules: [],
};
