import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli, scratch } from '../support/cli.ts';
import { seenAt, startHttpServer } from '../support/http-server.ts';
import { processesWith } from '../support/processes.ts';
import { serveFaultyHttp } from '../support/servers/faulty-http.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/mcp-loupe.js', import.meta.url));
const WS = fileURLToPath(new URL('../support/servers/ws.mjs', import.meta.url));

/** A machine may be busy. */

let server: Awaited<ReturnType<typeof serveFaultyHttp>>;
beforeAll(async () => {
  server = await serveFaultyHttp();
});
afterAll(() => server.close());

describe('a remote server in scripts', () => {
  it('has the plain report', async () => {
    const { code, stdout, stderr } = await runCli(['-H', 'X-Key: open-sesame', `${server.base}/plain`]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^faulty-http 1\.0\.0$/m);
    expect(stdout).toMatch(/^ {2}address +http:\/\/127\.0\.0\.1:\d+\/plain$/m);
    expect(stdout).toMatch(/^ {2}headers +X-Key$/m);
    expect(stdout).not.toContain('open-sesame');
  });

  it('has its report from a recording, too', async () => {
    const file = `${scratch()}/a.mcp.jsonl`;
    await runCli(['list', '--record', file, '--', `${server.base}/cut-event`]);
    const { code, stdout } = await runCli(['open', file]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}of +http:\/\/127\.0\.0\.1:\d+\/cut-event$/m);
  });

  it.each([
    [['call', 'echo'], '/plain', 0, 'done\n', ''],
    [['call', 'echo'], '/json-error', 1, '', '-32602 no such tool'],
    [['call', 'echo'], '/html-error', 3, '', 'tools/call echo: 502 Bad Gateway'],
    [['call', 'echo'], '/unauthorized', 3, '', 'not authorized: no metadata was found (GET http'],
    [['list', 'tools'], '/moved-away', 3, '', 'it leads to another origin'],
    [['list', 'tools'], '/forget-once', 0, 'echo\n', 'finding http/session-lost'],
    [['call', 'echo', '--timeout', '200ms'], '/silent', 4, '', 'no answer to tools/call echo within 0.2 s'],
  ])('%j at %s ends with %i', async (words, path, exit, out, said) => {
    const { code, stdout, stderr } = await runCli([...words, '--', server.base + path]);
    expect([code, stdout]).toEqual([exit, out]);
    expect(stderr).toContain(said);
  });

  it('is left at once when told to stop, and told so', async () => {
    const words = ['call', 'echo', '--', `${server.base}/silent?stop`];
    let child = 0;
    const running = runCli(words, { started: (pid) => (child = pid) });
    const isCalled = async () =>
      (await seenAt(server, '/silent?stop')).some(({ body }) => body.includes('tools/call'));
    await expect.poll(isCalled).toBe(true);
    process.kill(child, 'SIGINT');
    const { code } = await running;
    expect(code).toBe(130);
    const lastSeen = async () => (await seenAt(server, '/silent?stop')).slice(-2);
    await expect
      .poll(lastSeen)
      .toMatchObject([{ body: expect.stringContaining('notifications/cancelled') }, { method: 'DELETE' }]);
  });
});

describe('the demo over HTTP', () => {
  it('is served, inspected, and ended', async () => {
    const env = { LOUPE_DEMO: randomUUID() };
    const { code, stdout } = await runCli(['demo', '--http', '0', '--plain'], { env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^kestrel-hill [\s\S]*address +http:\/\/127\.0\.0\.1:\d+\/mcp$/m);
    await expect.poll(() => processesWith(`LOUPE_DEMO=${env.LOUPE_DEMO}`)).toEqual([]);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('is served without a terminal until %s', async (signal, expected) => {
    const env = { LOUPE_DEMO: randomUUID() };
    const child = spawn(process.execPath, [PROGRAM, 'demo', '--http', '0'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = once(child, 'exit');
    const [said] = await once(child.stdout.setEncoding('utf8'), 'data');
    expect(said).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp\n$/);
    for (let time = 0; time < 2; time += 1) {
      const { code, stdout } = await runCli(['call', 'say-hello', 'name=Ada', '--', said.trim()]);
      expect([code, stdout]).toEqual([0, expect.stringContaining('Good evening, Ada')]);
    }
    child.kill(signal);
    expect(await ended).toEqual([expected, null]);
    await expect.poll(() => processesWith(`LOUPE_DEMO=${env.LOUPE_DEMO}`)).toEqual([]);
  });

  it('says when its port is taken', async () => {
    const { port } = new URL(server.base);
    const { code, stderr } = await runCli(['demo', '--http', port]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/cannot be served on port \d+: .*EADDRINUSE/);
  });
});

describe('WebSocket', () => {
  it('is spoken, and said to be no transport of MCP', async () => {
    const ws = await startHttpServer([WS]);
    const { code, stdout, stderr } = await runCli(['call', 'echo', 'text=hello', '--', ws.base]);
    await ws.close();
    expect([code, stdout]).toEqual([0, 'hello\n']);
    expect(stderr).toContain('finding ws/unspecified: WebSocket is not a transport in any revision of MCP');
  });

  it('is not waited for longer than a connection may take', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const { code, stderr } = await runCli([
      'ping',
      '--connect-timeout',
      '1s',
      '--',
      `ws://127.0.0.1:${port}/`,
    ]);
    silent.close();
    expect(code).toBe(3);
    expect(stderr).toContain('did not open a WebSocket within 1 s');
  });

  it('is refused with a reason where nobody speaks it', async () => {
    const { code, stderr } = await runCli(['ping', '--', 'ws://127.0.0.1:1/']);
    expect(code).toBe(3);
    expect(stderr).toContain('did not open a WebSocket: nothing listens at 127.0.0.1:1 (ECONNREFUSED)');
  });
});
