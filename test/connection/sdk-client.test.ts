import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/host/clock.ts';
import { createRemoteTransport } from '../../src/host/remote.ts';
import type { Capture } from '../../src/session/frame.ts';
import { remoteTarget } from '../../src/transport/target.ts';
import { type HttpServer, startEverything } from '../support/http-server.ts';

describe.each([
  ['streamableHttp', '/mcp', 'http'],
  ['sse', '/sse', 'sse'],
] as const)("the SDK's client on our transport for %s", (kind, path, transport) => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await startEverything(kind);
  });
  afterAll(() => server.close());

  it('connects, lists, calls and closes', async () => {
    const target = remoteTarget(server.base + path, {
      ...{ transport, headers: [], ca: undefined, insecure: false, env: {} },
    });
    let exchanges = 0;
    const ours = createRemoteTransport(target, {
      ...{ ...systemClock, connectTimeout: 20_000 },
      nextExchange: () => ++exchanges,
      inputSchema: () => undefined,
    });
    const captures: Capture[] = [];
    ours.oncapture = (capture) => captures.push(capture);
    const client = new Client({ name: 'test', version: '0' });
    await client.connect(ours as Parameters<Client['connect']>[0]);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('echo');
    expect(await client.callTool({ name: 'echo', arguments: { message: 'hi' } })).toMatchObject({
      content: [{ text: 'Echo: hi' }],
    });
    await client.close();
    const frames = captures.filter((capture) => capture.type === 'frame');
    expect(frames.filter(({ dir }) => dir === 'c2s').length).toBeGreaterThan(3);
    expect(captures.at(-1)).toMatchObject({ type: 'life', event: 'exit' });
  });
});
