import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { systemClock } from '../../src/host/clock.ts';
import type { Capture } from '../../src/session/frame.ts';
import { createWsTransport } from '../../src/transport/ws.ts';

/** A transport to a server of this process, with what it captured. */
async function connected(
  server: Server,
  path = '/mcp',
  headers: readonly (readonly [string, string])[] = [],
) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const captures: Capture[] = [];
  let x = 0;
  const transport = createWsTransport(
    { transport: 'ws', chosen: true, url, headers, insecure: false },
    {
      ...{ wall: systemClock.wall, now: systemClock.now, later: systemClock.later },
      ...{ nextExchange: () => ++x, connectTimeout: 20_000, inputSchema: () => undefined },
    },
  );
  transport.oncapture = (capture) => captures.push(capture);
  onTestFinished(() => transport.close());
  return { transport, captures };
}

/** A server of WebSocket that says each message back. */
function echoing(options: ConstructorParameters<typeof WebSocketServer>[0] = {}): Server {
  const server = createServer((_, res) => res.writeHead(404).end('Cannot GET'));
  const sockets = new WebSocketServer({ server, ...options });
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => socket.send(data.toString()));
  });
  return server;
}

const said = (captures: readonly Capture[]): readonly unknown[] =>
  captures.flatMap((capture) => (capture.type === 'frame' && capture.dir === 's2c' ? [capture.message] : []));
const phases = (captures: readonly Capture[]): readonly string[] =>
  captures.flatMap((capture) =>
    capture.type === 'http' ? [`${capture.phase} ${capture.status ?? ''}`.trim()] : [],
  );

describe('a WebSocket', () => {
  it('carries messages, and its handshake is told with its headers', async () => {
    const { transport, captures } = await connected(echoing(), '/mcp', [['Authorization', 'Bearer x']]);
    await transport.start();
    transport.sendText('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    await expect.poll(() => said(captures)).toEqual([{ jsonrpc: '2.0', id: 1, method: 'ping' }]);
    expect(phases(captures)).toEqual(['request', 'response 101', 'end']);
    const [request] = captures;
    const headers = request?.type === 'http' ? (request.headers ?? []) : [];
    expect(Object.fromEntries(headers)).toMatchObject({
      Authorization: 'Bearer x',
      'Sec-WebSocket-Protocol': 'mcp',
    });
  });

  it('is opened where the server knows nothing of subprotocols', async () => {
    const { transport, captures } = await connected(echoing({ handleProtocols: () => false }));
    await transport.start();
    transport.sendText('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    await expect.poll(() => said(captures)).toHaveLength(1);
  });

  it('ends with the code and the reason of the server', async () => {
    const server = createServer();
    new WebSocketServer({ server }).on('connection', (socket) => socket.close(4001, 'no such session'));
    const { transport, captures } = await connected(server);
    await transport.start();
    await expect
      .poll(() => captures.at(-1))
      .toMatchObject({ event: 'exit', detail: 'the WebSocket was closed with code 4001: no such session' });
  });

  it.each([
    [
      'a refusal',
      401,
      'log in first',
      /: it was answered 401 Unauthorized: log in first — is this the address/,
    ],
    ['a page', 200, '<!doctype html><title>Welcome</title>', /: it was answered 200 OK: Welcome — is this/],
    ['a redirect', 302, '', /: it was answered 302 Found — is this/],
  ])('is not opened by %s, which is told', async (_, status, body, why) => {
    const server = createServer();
    server.on('upgrade', (_request, socket) => {
      socket.end(`HTTP/1.1 ${status} \r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
    });
    const { transport, captures } = await connected(server);
    await expect(transport.start()).rejects.toThrow(why);
    expect(phases(captures)).toEqual(['request', `response ${status}`, 'error']);
  });

  it('is not opened by a server that hangs up, which is told', async () => {
    const server = createServer();
    server.on('upgrade', (_request, socket) => socket.destroy());
    const { transport } = await connected(server);
    await expect(transport.start()).rejects.toThrow(
      /did not open a WebSocket: the server closed the connection without an answer — if it speaks TLS, use wss:\/\/$/,
    );
  });
});
