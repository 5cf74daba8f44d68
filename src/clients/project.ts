import type { ClientConfig } from './client.ts';

/** The file of a project that Claude Code began and others read as well. */
export const project: ClientConfig = {
  project: [['.mcp.json']],
  servers: () => [['mcpServers']],
  source: 'https://code.claude.com/docs/en/mcp#project-scope',
  seen: '2026-11-28',
};
