import type { Header } from '../../src/transcript/header.ts';

/** A header as a session with server-everything has it. */
export const header: Header = {
  type: 'header',
  seq: 0,
  t: 0,
  format: 'mcp-transcript',
  version: 1,
  id: '5f0c1c0e-7d0b-4c39-9a53-0f6d6d4a3c55',
  started: '2026-11-27T12:04:31.000Z',
  tool: { name: 'mcp-loupe', version: '0.1.0' },
  target: {
    transport: 'stdio',
    command: ['npx', 'server-everything'],
    cwd: '/home/me',
    env: ['HOME', 'PATH'],
  },
  client: { name: 'mcp-loupe', version: '0.1.0', capabilities: {} },
  redaction: { on: true, version: 1 },
  limits: { line: 268435456 },
};
