import type { Client } from './client.ts';
import { inCode, reported } from './evidence.ts';

const SOURCES = 'https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/mcp/common';

/** Its settings write a path as members of members or as one name with dots. */
export const vsCode: Client = {
  id: 'vscode',
  name: 'VS Code',
  also: ['copilot'],
  kind: 'client',
  config: {
    project: [
      ['.vscode', 'mcp.json'],
      ['.vscode', 'settings.json'],
    ],
    user: ({ settings }) => [
      [settings, 'Code', 'User', 'mcp.json'],
      [settings, 'Code', 'User', 'settings.json'],
    ],
    servers: () => [
      ['servers'],
      ['mcp', 'servers'],
      ['mcp', 'mcpServers'],
      ['mcp.servers'],
      ['mcp.mcpServers'],
    ],
    source: 'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration',
    seen: '2026-11-28',
  },
  naming: {
    prefix: 'mcp_{server}_',
    server: { lower: true, replaces: /[^a-z0-9_.-]+/g, most: 13 },
    replaces: /\./g,
    most: 64,
    long: 'end',
    ...inCode(`${SOURCES}/mcpTypes.ts`, '2026-11-29'),
  },
  results: {
    takes: 'no text',
    heedsAudience: true,
    ...inCode(`${SOURCES}/mcpLanguageModelToolContribution.ts`, '2026-11-29'),
  },
  identity: {
    clientInfo: { name: 'Visual Studio Code', version: '1.130.0' },
    protocolVersion: '2025-11-25',
    capabilities: {
      roots: { listChanged: true },
      sampling: {},
      elicitation: { form: {}, url: {} },
      tasks: {
        list: {},
        cancel: {},
        requests: { sampling: { createMessage: {} }, elicitation: { create: {} } },
      },
      extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
    },
    ...inCode(`${SOURCES}/mcpServerRequestHandler.ts`, '2026-11-29'),
  },
  remarks: [
    {
      says: 'Tools that are only for the view of an app are not given to the model.',
      ...inCode(`${SOURCES}/mcpLanguageModelToolContribution.ts`, '2026-11-29'),
    },
    {
      says: 'Copilot CLI, which is another program, handed on structuredContent alone, later both.',
      ...reported('2026-08', 'github/copilot-cli#4515', '2026-11-29'),
    },
  ],
  rules: [
    {
      id: 'name-length',
      level: 'warning',
      limit: { on: 'name length', most: 64 },
      effect: 'cut',
      ...inCode(`${SOURCES}/mcpTypes.ts`, '2026-11-29'),
    },
    {
      id: 'array-items',
      level: 'error',
      limit: { on: 'schema', trait: 'array without items' },
      effect: 'refused',
      ...reported('2026-04', 'rootlyhq/rootly-mcp-server#82', '2026-11-29'),
    },
    {
      id: 'tools',
      level: 'error',
      limit: { on: 'number of tools', most: 128 },
      effect: 'refused',
      ...reported('2025-12', 'microsoft/vscode-copilot-release#13065', '2026-11-29'),
    },
  ],
};
