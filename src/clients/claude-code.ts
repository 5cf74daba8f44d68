import type { Client } from './client.ts';
import { documented, probed, reported } from './evidence.ts';

const DOCS = 'https://code.claude.com/docs/en/mcp';

/** Keeps the servers of a user and those of each folder in one file; those for a team are in that of the project. */
export const claudeCode: Client = {
  id: 'claude-code',
  name: 'Claude Code',
  kind: 'client',
  config: {
    project: [['.mcp.json']],
    user: ({ home, env }) => [[env['CLAUDE_CONFIG_DIR'] || home, '.claude.json']],
    servers: (folder) => [['mcpServers'], ['projects', folder, 'mcpServers']],
    source: 'https://code.claude.com/docs/en/mcp#mcp-installation-scopes',
    seen: '2026-11-28',
  },
  naming: {
    prefix: 'mcp__{server}__',
    replaces: /[^a-zA-Z0-9_-]/g,
    most: 64,
    long: 'refused',
    ...reported('2026-01', 'mims-harvard/ToolUniverse#65', '2026-11-29'),
  },
  results: {
    takes: 'structured',
    ...reported('2026-09', 'anthropics/claude-code#79944', '2026-11-29'),
    ofErrors: { takes: 'text', ...reported('2026-09', 'anthropics/claude-code#86032', '2026-11-29') },
    most: [
      {
        most: 25_000,
        of: 'tokens',
        becomes: 'not handed on as it is',
        unless: 'anthropic/maxResultSizeChars',
        ...documented(`${DOCS}#mcp-output-limits-and-warnings`, '2026-11-29'),
      },
      {
        most: 50_000,
        of: 'characters',
        becomes: 'saved to a file, and the model gets its path',
        unless: 'anthropic/maxResultSizeChars',
        ...documented(`${DOCS}#raise-the-limit-for-a-specific-tool`, '2026-11-29'),
      },
    ],
  },
  deferred: documented(`${DOCS}#scale-with-mcp-tool-search`, '2026-11-29'),
  identity: {
    clientInfo: {
      name: 'claude-code',
      title: 'Claude Code',
      version: '2.1.237',
      description: "Anthropic's agentic coding tool",
      websiteUrl: 'https://claude.com/claude-code',
    },
    protocolVersion: '2025-11-25',
    capabilities: { roots: {}, elicitation: {} },
    ...probed('2026-11-29'),
  },
  remarks: [
    {
      says: 'It drops all tools of a server over HTTP, silently, when the inputSchema of one has no "type": "object" at its root.',
      ...reported('2026-08', 'anthropics/claude-code#88049', '2026-11-29'),
    },
    {
      says: 'It leaves out a tool with anyOf, oneOf or allOf at the root of its inputSchema when it cannot write that as one object.',
      ...documented(`${DOCS}#tool-input-schemas-with-a-root-level-combinator`, '2026-11-29'),
    },
    {
      says: 'A tool is in its context from the start with "anthropic/alwaysLoad": true in its _meta.',
      ...documented(`${DOCS}#exempt-a-server-from-deferral`, '2026-11-29'),
    },
  ],
  rules: [
    {
      id: 'description-length',
      level: 'warning',
      limit: { on: 'description length', most: 2_048 },
      effect: 'cut',
      ...reported('2026-08', 'anthropics/claude-code#87650', '2026-11-29'),
    },
    {
      id: 'instructions-length',
      level: 'warning',
      limit: { on: 'instructions length', most: 2_048 },
      effect: 'cut',
      ...documented(`${DOCS}#for-mcp-server-authors`, '2026-11-29'),
    },
    {
      id: 'root-union',
      level: 'warning',
      limit: { on: 'schema', trait: 'root union' },
      effect: 'replaced',
      besides: 'since 2.1.195; earlier versions leave the tool out',
      ...documented(`${DOCS}#tool-input-schemas-with-a-root-level-combinator`, '2026-11-29'),
    },
    {
      id: 'root-object',
      level: 'error',
      limit: { on: 'schema', trait: 'root is not an object' },
      effect: 'left out',
      besides: 'over HTTP with all other tools of the server',
      ...reported('2026-08', 'anthropics/claude-code#88049', '2026-11-29'),
    },
    {
      id: 'name-length',
      level: 'error',
      limit: { on: 'name length', most: 128 },
      effect: 'left out',
      ...reported(
        '2026-10',
        'https://github.com/xsyetopz/claudetto/wiki/Claude-Code-MCP-Runtime',
        '2026-11-29',
      ),
    },
    {
      id: 'name-length',
      level: 'error',
      limit: { on: 'name length', most: 64 },
      effect: 'refused',
      besides: 'newer versions may take 128',
      ...reported('2026-01', 'mims-harvard/ToolUniverse#65', '2026-11-29'),
    },
    {
      id: 'app-view',
      level: 'note',
      limit: { on: 'app' },
      effect: 'ignored',
      ...reported('2026-09', 'anthropics/claude-code#95149', '2026-11-29'),
    },
  ],
};
