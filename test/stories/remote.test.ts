import { describe, expect, test } from 'vitest';
import { startEverything } from '../support/http-server.ts';
import { openNamed } from '../support/opening.ts';
import { recordedIn, sentWith } from '../support/recording.ts';
import { serveFaultyHttp } from '../support/servers/faulty-http.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

/** Calls a tool that takes nothing, and waits for what it says. */
async function call(terminal: Terminal, name: string, said: string): Promise<void> {
  await openNamed(terminal, '2', name);
  await terminal.waitFor('❯ [ Call ]');
  await terminal.key('enter');
  await terminal.waitFor(said);
}

describe.each([
  ['streamableHttp', '/mcp', 'http'],
  ['sse', '/sse', 'sse'],
] as const)('server-everything over %s', (transport, path, word) => {
  test('is called, and its exchanges are seen', async () => {
    const server = await startEverything(transport);
    const url = server.base + path;
    const terminal = openTerminal({
      args: ['--transport', word, '-H', 'X-Api-Key: open-sesame-0123', url],
      kitty: true,
    });
    await terminal.waitFor(new RegExp(`everything.* ${word} .* ready`));
    await terminal.waitFor(`address      ${url}`);
    expect(terminal.text()).toContain('headers      X-Api-Key');
    await call(terminal, 'get-tiny-image', 'image/png');

    await terminal.key('alt+7');
    await terminal.waitFor(/http 20[02] .*POST {2}tools\/call/);
    await terminal.type('/tools/call');
    await terminal.waitFor(/❯ .* POST {2}tools\/call/);
    await terminal.key('enter');
    await terminal.key('enter');
    await terminal.key('z');
    await terminal.waitFor('X-Api-Key: [redacted]');
    await terminal.waitFor(/20[02] after [\s\S]*X-Powered-By: Express/);
    expect(terminal.text()).not.toContain('open-sesame');

    await terminal.key('alt+1', 'q');
    expect((await terminal.exited).code).toBe(0);
    // A connection is ended by us: nothing about that is the server's.
    expect(terminal.text()).toContain('recording: ');
    expect(terminal.text()).not.toContain('did not exit by itself');
    expect(recordedIn(terminal.home).filter(({ type }) => type === 'http').length).toBeGreaterThan(5);
    await server.close();
  });
});

describe('a remote server', () => {
  test('that is gone is reached again with R', async () => {
    const server = await startEverything('streamableHttp');
    const terminal = openTerminal({ args: [`${server.base}/mcp`], kitty: true });
    await terminal.waitFor(/everything.* http .* ready/);
    await terminal.key('R');
    await terminal.waitFor('server ready');
    await expect.poll(() => sentWith(terminal.home, '"initialize"')).toHaveLength(2);
    await terminal.waitFor(/everything.* http .* ready/);
    await server.close();
    await call(terminal, 'get-tiny-image', 'nothing listens at');
    await terminal.waitFor(/everything.* not reachable since \d\d:\d\d:\d\d/);
    await terminal.key('alt+1');
    await terminal.waitFor(/not reachable since .*: nothing listens at/);
    await terminal.key('R');
    await terminal.waitFor(/everything.* failed/);
  });

  test('that forgets the session says so, and goes on', async () => {
    const server = await serveFaultyHttp();
    const terminal = openTerminal({ args: [`${server.base}/forget`], kitty: true });
    await terminal.waitFor(/faulty-http.* ready/);
    await call(terminal, 'echo', 'may have run it');
    await terminal.waitFor(/faulty-http.* ready/);
    await terminal.key('alt+1');
    await terminal.waitFor('http/session-lost');
    await server.close();
  });
});
