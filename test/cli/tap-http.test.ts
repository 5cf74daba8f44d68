import { createServer } from 'node:http';
import { createServer as createRawServer } from 'node:net';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort, startDemo, startEverything } from '../support/http-server.ts';
import { ended, linesOf, startServer, transcripts } from '../support/relayed.ts';
import { listening } from '../support/reverse-proxy.ts';
import { readAgain, tapBefore } from '../support/tapped-http.ts';

const info = { name: 'test', version: '1' };

/** The little that is done with a client of either SDK. */
interface Used {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(request: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

async function use(client: Used, name: string): Promise<number> {
  const { tools } = await client.listTools();
  await client.callTool({ name, arguments: name === 'echo' ? { message: 'hi' } : {} });
  await client.close();
  return tools.length;
}

async function v1(url: string): Promise<Used> {
  const client = new ClientV1(info);
  await client.connect(new HttpV1(new URL(url)) as never);
  return client as unknown as Used;
}

const v2 =
  (mode: 'legacy' | 'auto') =>
  async (url: string): Promise<Used> => {
    const client = new ClientV2(info, { versionNegotiation: { mode } });
    await client.connect(new HttpV2(new URL(url)));
    return client as unknown as Used;
  };

type Line = ReturnType<typeof linesOf>[number];

const methodsOf = (lines: readonly Line[], conn: number): readonly string[] =>
  lines.flatMap((line) =>
    line.conn === conn && line.dir === 'c2s' && line.msg.method ? [line.msg.method] : [],
  );

describe('real clients at once', { timeout: 90_000 }, () => {
  it('of both SDKs and both eras, each a session of its own', async () => {
    const server = await startDemo(await freePort());
    onTestFinished(server.close);
    const tap = await tapBefore(`${server.base}/mcp`);
    const clients = [];
    for (const connect of [v1, v2('legacy'), v2('auto')]) clients.push(await connect(tap.url));
    const counts = await Promise.all(clients.map((client) => use(client, 'weather')));
    expect(new Set(counts).size).toBe(1);
    tap.child.kill('SIGTERM');
    expect(await tap.seen).toMatchObject({ end: 0 });
    const lines = await ended(tap);
    expect([1, 2, 3].map((conn) => methodsOf(lines, conn)[0])).toEqual([
      'initialize',
      'initialize',
      'server/discover',
    ]);
    for (const conn of [1, 2, 3])
      expect(methodsOf(lines, conn)).toEqual(expect.arrayContaining(['tools/list', 'tools/call']));
    expect(Math.max(...lines.map(({ conn = 1 }) => conn))).toBe(3);
    const calls = lines.filter((line) => line.dir === 'c2s' && line.msg?.id !== undefined && line.msg.method);
    for (const { seq } of calls) expect(lines.filter(({ re }) => re === seq)).toHaveLength(1);
    expect(lines.filter(({ detail = '' }) => /^Host.*: replaced/i.test(detail))).toHaveLength(3);
    expect(lines.filter(({ rule }) => rule?.startsWith('http/'))).toEqual([]);
    expect(lines.at(-1)).toMatchObject({ event: 'exit', detail: 'the tap was ended' });
    const host = await readAgain(tap);
    expect(host.store.state().findings.filter(({ side }) => side === 'client')).toEqual([]);
    await host.close();
  });

  it('over HTTP+SSE', async () => {
    const server = await startEverything('sse');
    onTestFinished(server.close);
    const tap = await tapBefore(`${server.base}/sse`);
    const clients = [new ClientV1(info), new ClientV1(info)];
    for (const client of clients) await client.connect(new SSEClientTransport(new URL(tap.url)));
    for (const client of clients) await use(client as unknown as Used, 'echo');
    tap.child.kill('SIGINT');
    await tap.seen;
    const lines = await ended(tap);
    for (const conn of [1, 2])
      expect(methodsOf(lines, conn)).toEqual([
        'initialize',
        'notifications/initialized',
        'tools/list',
        'tools/call',
      ]);
    expect(lines.filter(({ dir, conn }) => dir === 's2c' && conn === 1).length).toBeGreaterThanOrEqual(3);
    expect(lines.filter(({ rule }) => rule?.startsWith('http/'))).toEqual([]);
  });
});

it('goes on without recording where nothing can be written', async () => {
  const server = createServer((_, res) => res.end('fine'));
  const there = `http://127.0.0.1:${await listening(server)}/mcp`;
  const tap = await tapBefore(there, ['--record', '/dev/null/x.mcp.jsonl']);
  expect(await (await fetch(tap.url)).text()).toBe('fine');
  tap.child.kill();
  expect((await tap.seen).stderr).toMatch(/^mcp-loupe: not recorded, the session goes on: [^\n]+\n$/);
});

it('ends at once at the second signal, and takes its mark back', async () => {
  const server = createServer((_, res) => void res.write('a'));
  onTestFinished(() => server.closeAllConnections());
  const tap = await tapBefore(`http://127.0.0.1:${await listening(server)}/mcp`);
  const response = await fetch(tap.url);
  tap.child.kill();
  // The first one leaves what is under way a moment.
  const asked = (): Promise<string> =>
    fetch(tap.url).then(
      () => 'served',
      () => 'refused',
    );
  await expect.poll(asked).toBe('refused');
  tap.child.kill();
  await expect(response.text()).rejects.toThrow();
  expect(await tap.seen).toMatchObject({ end: 0 });
  const lines = await ended(tap);
  const own = lines.filter(({ type, x }) => type === 'http' && x === 1);
  expect(own.map(({ phase }) => phase)).toEqual(['request', 'response', 'error']);
});

it('leaves a valid transcript and no process when it is killed', async () => {
  const server = createServer((_, res) => void res.end('a'));
  const tap = await tapBefore(`http://127.0.0.1:${await listening(server)}/mcp`);
  await (await fetch(tap.url)).text();
  await expect
    .poll(() => transcripts(tap.state).flatMap(linesOf).at(-1), { timeout: 20_000 })
    .toMatchObject({ phase: 'end' });
  tap.child.kill('SIGKILL');
  expect(await tap.seen).toMatchObject({ end: 'SIGKILL' });
});

it.each<[string, readonly string[], string, RegExp]>([
  ['before a command', ['--http', '0'], 'node', /--http is for remote servers; node is a command/],
])('says what is wrong: %s', async (_, options, target, said) => {
  const { stderr, end } = await startServer([target], { tap: options }).seen;
  expect([end, stderr]).toEqual([2, expect.stringMatching(said)]);
});

it('says that a port is taken', async () => {
  const port = await listening(createRawServer());
  const { stderr, end } = await startServer(['http://127.0.0.1:9/'], { tap: ['--http', String(port)] }).seen;
  expect([end, stderr]).toEqual([2, expect.stringContaining(`port ${port} of this machine is taken`)]);
});
