import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HttpServer, startHttpServer } from '../support/http-server.ts';
import { sentWith } from '../support/recording.ts';
import { openTerminal } from '../support/terminal.ts';

describe('a modern server behind a URL', () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await startHttpServer([
      fileURLToPath(new URL('../support/servers/modern-http.mjs', import.meta.url)),
    ]);
  });
  afterAll(() => server.close());

  const open = (kind: string) => openTerminal({ args: [`${server.base}/${kind}`], kitty: true });

  test('has tools that must not be called, with the reason', async () => {
    const terminal = open('marks');
    await terminal.waitFor(/modern-http 1\.0\.0 · http · 2026-07-28 · ready/);
    await terminal.key('alt+2');
    await terminal.waitFor(/❯ place/);
    await terminal.key('down');
    await terminal.waitFor(/❯ bad/);
    await terminal.waitFor('x-mcp-header of n is on a parameter of type "number"');
    await terminal.key('enter', 'ctrl+s');
    await terminal.waitFor('Clients must ignore this tool');
    await terminal.key('esc', 'esc', 'q');
    expect((await terminal.exited).code).toBe(0);
    expect(sentWith(terminal.home, 'tools/call')).toEqual([]);
  });

  test('tells of changes while it is looked at', async () => {
    const terminal = open('news');
    await terminal.waitFor(/modern-http 1\.0\.0 · http · 2026-07-28 · ready/);
    await terminal.waitFor('notifications/subscriptions/acknowledged');
    await terminal.key('alt+2');
    await terminal.waitFor(/❯ echo/);
    await terminal.key('enter', 'ctrl+s');
    await terminal.waitFor('grown');
    await terminal.waitFor(/echo · ✓ [\d.]+ m?s/);
    await terminal.key('esc', 'esc', 'q');
    // The stream of news is no call that one would wait for.
    expect((await terminal.exited).code).toBe(0);
  });

  test('shows the call that was made again with other headers', async () => {
    const terminal = open('changed');
    await terminal.waitFor(/modern-http 1\.0\.0 · http · 2026-07-28 · ready/);
    await terminal.key('alt+2');
    await terminal.waitFor(/❯ move/);
    await terminal.key('enter');
    await terminal.waitFor('[ Call ]');
    await terminal.type('north');
    await terminal.key('ctrl+s');
    await terminal.waitFor('moved north');
    await terminal.key('esc', 'esc', 'q');
    expect((await terminal.exited).code).toBe(0);
  });
});
