import type { Client } from './client.ts';
import { probed, reported } from './evidence.ts';

/** The application and claude.ai in a browser, which hand on results whole. */
export const claudeDesktop: Client = {
  id: 'claude-desktop',
  name: 'Claude Desktop',
  also: ['claude-ai', 'claude'],
  kind: 'client',
  config: {
    user: ({ settings }) => [[settings, 'Claude', 'claude_desktop_config.json']],
    servers: () => [['mcpServers']],
    source: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
    seen: '2026-11-28',
  },
  results: { takes: 'both', ...reported('2026-05', 'anthropics/claude-code#55677', '2026-11-29') },
  identity: {
    clientInfo: { name: 'claude-ai', version: '0.1.0' },
    protocolVersion: '2025-11-25',
    capabilities: {
      extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
    },
    ...probed('2026-11-29'),
  },
  remarks: [
    {
      says: 'Names of more than 64 characters made it refuse the whole list.',
      ...reported('2025-06', 'mims-harvard/ToolUniverse#3', '2026-11-29'),
    },
  ],
  rules: [
    {
      id: 'app-data',
      level: 'warning',
      limit: { on: 'app' },
      effect: 'cut',
      besides: 'claude.ai hands on both',
      ...reported('2026-07', 'modelcontextprotocol/ext-apps#696', '2026-11-29'),
    },
    {
      id: 'shared-name',
      level: 'warning',
      limit: { on: 'shared name' },
      effect: 'ignored',
      ...reported('2025-03', 'spring-projects/spring-ai#2393', '2026-11-29'),
    },
  ],
};
