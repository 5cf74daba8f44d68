import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { openTerminal, type Terminal } from '../support/terminal.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/mcp-loupe.js', import.meta.url));

/** Calls a tool of the demonstration, which a client has started behind a tap. */
type Call = (tool: string, args: Record<string, unknown>) => Promise<unknown>;

/** A client with the SDK of either version, which its configuration calls by this name. */
async function tapped({ home }: Terminal, client: string, sdk: 'v1' | 'v2'): Promise<Call> {
  const tap = ['tap', '--client', client, '--server', 'hill'];
  const server = {
    command: process.execPath,
    args: [PROGRAM, ...tap, '--', process.execPath, PROGRAM, 'demo-server'],
    env: { ...(process.env as Record<string, string>), XDG_STATE_HOME: join(home, 'state') },
    stderr: 'ignore' as const,
  };
  const info = { name: client, version: '1' };
  const [made, transport] =
    sdk === 'v1' ? [new ClientV1(info), new StdioV1(server)] : [new ClientV2(info), new StdioV2(server)];
  onTestFinished(() => made.close());
  await (made as ClientV1).connect(transport as StdioV1);
  await made.listTools();
  return (name, args) => made.callTool({ name, arguments: args });
}

test('two clients that work at once are seen in one window, each with its server', async () => {
  const terminal = openTerminal({ args: ['tap'], kitty: true });
  await terminal.waitFor('mcp-loupe tap --install CLIENT');
  const one = await tapped(terminal, 'desk', 'v1');
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  const other = await tapped(terminal, 'code', 'v2');
  await terminal.waitFor(/1 desk\/hill ◉.*2 code\/hill ◉/);
  await Promise.all([one('say-hello', { name: 'Ada' }), other('ring-bell', {})]);
  await terminal.key('5');
  await terminal.waitFor(/desk ⇄/);
  await terminal.waitFor(/result {2}tools\/call say-hello +✓/);
  expect(terminal.text()).not.toContain('ring-bell');
  await terminal.key('alt+.');
  await terminal.waitFor(/code ⇄/);
  await terminal.key('5');
  await terminal.waitFor(/result {2}tools\/call ring-bell +✓/);
  expect(terminal.text()).not.toContain('say-hello');
  // All of both, by the clock.
  await terminal.key('alt+.');
  await terminal.waitFor(/All 2 sessions/);
  await terminal.waitFor(
    (screen) => /call say-hello/.test(screen.text()) && /call ring-bell/.test(screen.text()),
  );
  await terminal.key('q');
  expect((await terminal.exited).code).toBe(0);
});
