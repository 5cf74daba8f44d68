import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Bridge, openBridge } from '../../src/host/bridge.ts';
import { systemClock } from '../../src/host/clock.ts';
import type { Capture } from '../../src/session/frame.ts';
import type { HttpTarget } from '../../src/session/target.ts';
import { freePort, startDemo, startEverything } from '../support/http-server.ts';

/** A bridge to a server, with what has come of it. */
async function bridgeTo(url: string, more: Partial<HttpTarget> = {}) {
  const lines: string[] = [];
  const captures: Capture[] = [];
  /** What of it is the bridge's own. */
  const ours: string[] = [];
  const said: string[] = [];
  let ended = false;
  const bridge: Bridge = await openBridge({
    target: { transport: 'http', chosen: false, url, headers: [], insecure: false, ...more },
    clock: systemClock,
    authorization: undefined,
    connectTimeout: 10_000,
    learn: () => {},
    file(capture, sent) {
      captures.push(capture);
      if (sent?.by === 'auto' && capture.type === 'frame') ours.push(capture.msg);
    },
    out: (line) => lines.push(line),
    say: (sentence) => said.push(sentence),
    visit: () => {},
    onEnd: () => {
      ended = true;
    },
  });
  onTestFinished(() => bridge.close(true));
  const answer = async (id: number) => {
    await expect.poll(() => lines.some((line) => JSON.parse(line).id === id), { timeout: 10_000 }).toBe(true);
    return JSON.parse(lines.find((line) => JSON.parse(line).id === id) ?? '');
  };
  const ask = (id: number, method: string, params: unknown = {}) => {
    bridge.take(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return answer(id);
  };
  const begin = async () => {
    const clientInfo = { name: 'script', version: '1' };
    const opened = await ask(0, 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo,
    });
    bridge.take('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    return opened;
  };
  return { bridge, lines, captures, ours, said, ask, begin, hasEnded: () => ended };
}

/** Answers each request by what `respond` makes of its message. */
async function serverOf(
  respond: (
    message: { id?: number; method: string },
    headers: NodeJS.Dict<string | string[]>,
  ) => { status?: number; headers?: Record<string, string>; body?: string } | 'nothing',
) {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const answer = request.method === 'POST' ? respond(JSON.parse(body), request.headers) : { status: 405 };
      if (answer === 'nothing') return;
      const { status = 200, headers = {}, body: text = '' } = answer;
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

const OPENED = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } };
const answerTo = (id: number | undefined, result: unknown) => ({
  body: JSON.stringify({ jsonrpc: '2.0', id, result }),
});

describe('a bridge', () => {
  it.each([
    ['streamableHttp', '/mcp'],
    ['sse', '/sse'],
  ] as const)(
    'to server-everything over %s passes calls, their progress and what the server asks',
    async (transport, path) => {
      const server = await startEverything(transport);
      onTestFinished(() => server.close());
      const { ask, begin, lines, captures } = await bridgeTo(`${server.base}${path}`);
      expect((await begin()).result.serverInfo.name).toContain('everything');
      expect(
        (await ask(1, 'tools/call', { name: 'echo', arguments: { message: 'hi' } })).result.content,
      ).toEqual([{ type: 'text', text: 'Echo: hi' }]);
      const slow = {
        name: 'trigger-long-running-operation',
        arguments: { duration: 0.5, steps: 2 },
        _meta: { progressToken: 7 },
      };
      await ask(2, 'tools/call', slow);
      expect(lines.filter((line) => line.includes('notifications/progress')).length).toBeGreaterThan(0);
      expect(lines.every((line) => !line.includes('\n'))).toBe(true);
      const frames = captures.filter((capture) => capture.type === 'frame');
      expect(frames.filter(({ dir }) => dir === 's2c').map(({ msg }) => msg)).toEqual(lines);
    },
  );

  it('to a server of both eras passes what each client says', async () => {
    const server = await startDemo(await freePort());
    onTestFinished(() => server.close());
    const { ask, begin } = await bridgeTo(`${server.base}/mcp`);
    await begin();
    expect((await ask(1, 'tools/list')).result.tools.length).toBeGreaterThan(3);
    const modern = await bridgeTo(`${server.base}/mcp`);
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'script', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    expect((await modern.ask(1, 'server/discover', { _meta })).result).toHaveProperty('capabilities');
    expect((await modern.ask(2, 'tools/list', { _meta })).result.tools.length).toBeGreaterThan(3);
  });

  it('sends the headers it was given, and puts a body of several lines on one', async () => {
    const seen: unknown[] = [];
    const url = await serverOf(({ id, method }, headers) => {
      seen.push(headers['x-key']);
      if (id === undefined) return { status: 202 };
      return {
        body: JSON.stringify(
          { jsonrpc: '2.0', id, result: method === 'initialize' ? OPENED : { tools: [] } },
          undefined,
          2,
        ),
      };
    });
    const { ask, begin, lines } = await bridgeTo(url, { headers: [['X-Key', 'secret']] });
    await begin();
    await ask(1, 'tools/list');
    expect(new Set(seen)).toEqual(new Set(['secret']));
    expect(lines.length).toBe(2);
  });

  it('begins a session again that the server has lost, and the client hears nothing of it', async () => {
    let session = 0;
    const url = await serverOf(({ id, method }, headers) => {
      if (method === 'initialize') {
        session += 1;
        return { headers: { 'Mcp-Session-Id': `s${session}` }, ...answerTo(id, OPENED) };
      }
      if (headers['mcp-session-id'] !== `s${session}`) return { status: 404 };
      if (id === undefined) return { status: 202 };
      if (method === 'forget') session += 1;
      return answerTo(id, { session });
    });
    const { ask, begin, lines, ours } = await bridgeTo(url);
    await begin();
    expect(ours).toEqual([]);
    expect((await ask(1, 'forget')).result).toEqual({ session: 2 });
    expect((await ask(2, 'which')).result).toEqual({ session: 3 });
    expect((await ask(3, 'which')).result).toEqual({ session: 3 });
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([0, 1, 2, 3]);
    expect(ours.map((line) => JSON.parse(line).method)).toEqual([
      'initialize',
      'notifications/initialized',
      'which',
    ]);
  });

  it('passes on what stands in a batch beside the end of a request', async () => {
    const seen: unknown[] = [];
    const url = await serverOf((message) => {
      seen.push(message);
      return 'nothing';
    });
    const { bridge } = await bridgeTo(url);
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    const request = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list', params: { _meta } });
    bridge.take(JSON.stringify(request(1)));
    await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(1);
    const params = { requestId: 1 };
    bridge.take(JSON.stringify([{ jsonrpc: '2.0', method: 'notifications/cancelled', params }, request(2)]));
    await expect.poll(() => seen[1], { timeout: 10_000 }).toContainEqual(request(2));
  });

  it('answers with an error what the server does not answer', async () => {
    const url = await serverOf(({ id, method }) => {
      if (method === 'initialize') return answerTo(id, OPENED);
      return id === undefined ? { status: 202 } : { status: 500, body: 'oops' };
    });
    const { ask, begin, ours, lines } = await bridgeTo(url);
    await begin();
    expect((await ask(1, 'tools/list')).error).toEqual({
      code: -32_000,
      message: expect.stringContaining('500'),
    });
    expect(ours).toEqual(lines.slice(-1));
    const nobody = await bridgeTo(`http://127.0.0.1:${await freePort()}/mcp`);
    expect((await nobody.ask(0, 'initialize')).error.message).toMatch(/^mcp-loupe tap: .*refused/i);
  });
});
