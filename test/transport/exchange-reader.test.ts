import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { Capture } from '../../src/session/frame.ts';
import { createExchangeReader } from '../../src/transport/exchange-reader.ts';
import { remoteTarget } from '../../src/transport/target.ts';
import { listening, proxyBefore } from '../support/reverse-proxy.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A capture as one line: its session, its exchange, what it is and what is wrong with it. */
function line(capture: Capture, conn: number): string {
  const rules = ('findings' in capture ? (capture.findings ?? []) : []).map(({ rule }) => `!${rule}`);
  const x = 'x' in capture ? capture.x : '';
  const said = (): readonly unknown[] => {
    switch (capture.type) {
      case 'frame':
        return [capture.dir, capture.msg];
      case 'invalid':
        return [capture.dir, 'invalid', capture.text];
      case 'http': {
        const { phase, for: purpose, method, status, event, body, base64, detail } = capture;
        const said = detail?.includes(': replaced on the way') ? undefined : detail;
        return [phase, purpose, method, status, event && JSON.stringify(event), body, base64, said];
      }
      case 'stderr':
      case 'life':
        return [capture.type];
    }
  };
  const told = said().filter((part) => part !== undefined);
  return [`${conn}.${x}`, ...told, ...rules].join(' ');
}

/** A server with a tap before it, and what is told of what passes. */
async function tapped(answer: Answer, path = '/mcp') {
  const server = createServer(answer);
  const port = await listening(server);
  const address = `http://127.0.0.1:${port}${path}`;
  const told: string[] = [];
  const usual = { transport: undefined, headers: [], ca: undefined, insecure: false, env: {} };
  let here = '';
  let unpacked = 0;
  const proxy = await proxyBefore(
    address,
    createExchangeReader({
      target: remoteTarget(address, usual),
      url: () => here,
      accept: (capture, conn) => told.push(line(capture, conn).replaceAll(String(port), 'PORT')),
      inTurn(task, size = 0) {
        unpacked += size;
        task();
      },
      wall: () => 0,
    }),
  );
  here = proxy.url;
  const ask = async (init: RequestInit & { readonly at?: string } = {}): Promise<void> => {
    const response = await fetch(new URL(init.at ?? path, here), { redirect: 'manual', ...init });
    await response.text().catch(() => '');
  };
  const over = (): Promise<void> => expect.poll(() => told.at(-1)).toMatch(/ (?:end|error)\b/) as never;
  return { told, ask, over, server, port: proxy.port, unpacked: () => unpacked };
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const EVENTS = { 'Content-Type': 'text/event-stream' };
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const PONG = '{"jsonrpc":"2.0","id":1,"result":{}}';
const post = (body: string | Buffer, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
  method: 'POST',
  body: body as string,
  headers: { ...JSON_TYPE, ...headers },
});

const END = '1.1 end';
const ASKED = ['1.1 request POST', `1.1 c2s ${PING}`];

const EXCHANGES: readonly (readonly [
  name: string,
  asked: RequestInit & { readonly at?: string },
  answer: Answer,
  told: readonly string[],
])[] = [
  [
    'JSON',
    post(PING),
    (_, res) => res.writeHead(200, JSON_TYPE).end(PONG),
    [...ASKED, '1.1 response 200', `1.1 s2c ${PONG}`, END],
  ],
  [
    'JSON that is packed, both ways',
    post(gzipSync(PING), { 'Content-Encoding': 'gzip' }),
    (_, res) => res.writeHead(200, { ...JSON_TYPE, 'Content-Encoding': 'br' }).end(brotliCompressSync(PONG)),
    [...ASKED, '1.1 response 200', `1.1 s2c ${PONG}`, END],
  ],
  [
    'events with comments and ids',
    post(PING),
    (_, res) => res.writeHead(200, EVENTS).end(`: hi\n\nid: 7\ndata: ${PONG}\n\n`),
    [
      ...ASKED,
      '1.1 response 200',
      '1.1 event {"comment":"hi"}',
      '1.1 event {"id":"7"}',
      `1.1 s2c ${PONG}`,
      END,
    ],
  ],
  [
    'events that are packed',
    post(PING),
    (_, res) =>
      res.writeHead(200, { ...EVENTS, 'Content-Encoding': 'gzip' }).end(gzipSync(`data: ${PONG}\n\n`)),
    [...ASKED, '1.1 response 200', `1.1 s2c ${PONG}`, END],
  ],
  [
    'events that end too early',
    post(PING),
    (_, res) => res.writeHead(200, EVENTS).end('data: {"jsonrpc":"2.0","method":"x"}\n\n'),
    [...ASKED, '1.1 response 200', '1.1 s2c {"jsonrpc":"2.0","method":"x"}', '1.1 end !http/cut-stream'],
  ],
  [
    'a request that is only accepted',
    post(PING),
    (_, res) => res.writeHead(202).end(),
    [...ASKED, '1.1 response 202', '1.1 end !http/accepted-request'],
  ],
  [
    'a page',
    post(PING),
    (_, res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>hi'),
    [...ASKED, '1.1 response 200', '1.1 end <html>hi !http/content-type'],
  ],
  [
    'an error without an answer',
    post(PING),
    (_, res) => res.writeHead(500).end('oh'),
    [...ASKED, '1.1 response 500', '1.1 end oh !http/status'],
  ],
  [
    'a session that is gone',
    post(PING, { 'Mcp-Session-Id': 'x' }),
    (_, res) => res.writeHead(404).end('gone'),
    [...ASKED, '1.1 response 404', '1.1 end gone !http/session-lost'],
  ],
  [
    'a body that is no message',
    post('{oops'),
    (_, res) => res.writeHead(400).end(),
    ['1.1 request POST', '1.1 c2s invalid {oops !client/line', '1.1 response 400', '1.1 end'],
  ],
  [
    'a connection that the server closes',
    post(PING),
    (_, res) => res.writeHead(200, { 'Content-Length': 9 }).write('x', () => res.destroy()),
    [...ASKED, '1.1 response 200', '1.1 error the server closed the connection before the end of the answer'],
  ],
  [
    'a token',
    { method: 'POST', at: '/token', body: new URLSearchParams({ grant_type: 'refresh_token' }) },
    (_, res) => res.writeHead(200, JSON_TYPE).end('{"token_type":"x"}'),
    ['1.1 request refresh POST grant_type=refresh_token', '1.1 response 200', '1.1 end {"token_type":"x"}'],
  ],
  [
    'a registration',
    { ...post('{"redirect_uris":[]}'), at: '/register' },
    (_, res) => res.writeHead(201, JSON_TYPE).end('{}'),
    ['1.1 request registration POST {"redirect_uris":[]}', '1.1 response 201', '1.1 end {}'],
  ],
  [
    'authorization that is wanted for the server itself',
    post(PING),
    (_, res) => res.writeHead(401, { 'WWW-Authenticate': 'Bearer resource_metadata="https://x/m"' }).end(),
    [...ASKED, '1.1 response 401', '1.1 end !http/status !tap/authorization'],
  ],
  [
    'the metadata of the server itself',
    { at: '/.well-known/oauth-protected-resource/mcp' },
    ({ headers }, res) =>
      res.writeHead(200, JSON_TYPE).end(JSON.stringify({ resource: `http://${headers.host}/mcp` })),
    [
      '1.1 request resource metadata GET',
      '1.1 response 200',
      '1.1 end {"resource":"http://127.0.0.1:PORT/mcp"} !tap/authorization',
    ],
  ],
  [
    'a redirect to elsewhere',
    {},
    (_, res) => res.writeHead(302, { Location: 'https://example.com/' }).end(),
    ['1.1 request GET', '1.1 response 302', '1.1 end !tap/redirect'],
  ],
];

describe('an exchange is told', () => {
  it.each(EXCHANGES)('%s', async (_, asked, answer, wanted) => {
    const { told, ask, over } = await tapped(answer);
    await ask(asked);
    await over();
    expect(told).toEqual(wanted);
  });

  it.each(['gzip', 'br'])(
    'and no more of a highly compressed answer is unpacked than is kept: %s',
    async (coding) => {
      const size = 64 * 1024 * 1024;
      const packed = (coding === 'br' ? brotliCompressSync : gzipSync)(Buffer.alloc(size, ' '));
      const { told, ask, over, unpacked } = await tapped((_, res) =>
        res.writeHead(200, { ...JSON_TYPE, 'Content-Encoding': coding }).end(packed),
      );
      await ask(post(PING));
      await over();
      expect(told.slice(-2)).toEqual([
        '1.1 response 200',
        expect.stringMatching(/^1\.1 end .*!http\/too-long/),
      ]);
      expect(unpacked()).toBeGreaterThan(8 * 1024 * 1024);
      expect(unpacked()).toBeLessThan(size / 2);
    },
  );

  it('without waiting until a request is unpacked, and in order', async () => {
    const told: string[] = [];
    const usual = { transport: undefined, headers: [], ca: undefined, insecure: false, env: {} };
    const lookOn = createExchangeReader({
      target: remoteTarget('http://up.example/mcp', usual),
      url: () => '',
      accept: (capture, conn) => told.push(line(capture, conn)),
      inTurn: (task) => task(),
      wall: () => 0,
    });
    const asked = (coding: string, body: Buffer): void => {
      const headers = [['Content-Encoding', coding]] as const;
      const watcher = lookOn({ method: 'POST', path: '/mcp', headers, changed: [] }, 1);
      watcher.sent(body);
      watcher.wasSent([]);
      watcher.answered({ status: 202, statusLine: '202 Accepted', headers: [] });
      watcher.ended([]);
    };
    const text = '{"jsonrpc":"2.0","method":"x"}';
    asked('gzip', gzipSync(text));
    expect(told).toEqual([]);
    const all = ['1.1 request POST', `1.1 c2s ${text}`, '1.1 response 202', '1.1 end'];
    await expect.poll(() => told).toEqual(all);
    asked('zip', Buffer.from('\x00odd'));
    await expect.poll(() => told.at(-1)).toMatch(/^1\.2 end/);
    expect(told[5]).toBe('1.2 c2s invalid \x00odd');
  });

  it('of a WebSocket', async () => {
    const { told, server, port, over } = await tapped(() => {}, '/ws');
    new WebSocketServer({ server }).on('connection', (socket) =>
      socket.on('message', () => socket.send(PONG)),
    );
    const client = new WebSocket(`ws://127.0.0.1:${port}/ws`);
    onTestFinished(() => client.terminate());
    await once(client, 'open');
    client.send(PING);
    await once(client, 'message');
    client.close();
    await over();
    expect(told).toEqual(['1.1 request GET', '1.1 response 101', `1. c2s ${PING}`, `1. s2c ${PONG}`, END]);
  });
});

describe('whose session it is', () => {
  const initialize = (id: number): string => `{"jsonrpc":"2.0","id":${id},"method":"initialize"}`;
  const answer: Answer = (request, res) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      const { id, method } = JSON.parse(body);
      const named = method === 'initialize' && id < 10 ? { 'Mcp-Session-Id': `s${id}` } : {};
      res.writeHead(200, { ...JSON_TYPE, ...named }).end(JSON.stringify({ jsonrpc: '2.0', id, result: {} }));
    });
  };
  const conns = (told: readonly string[]): readonly string[] =>
    told.filter((text) => text.includes(' c2s ')).map((text) => text.slice(0, text.indexOf('.')));

  it('is told by the id that the server gave', async () => {
    const { told, ask, over } = await tapped(answer);
    for (const id of [1, 2]) await ask(post(initialize(id)));
    for (const name of ['s2', 's1', 's1', 's2']) await ask(post(PING, { 'Mcp-Session-Id': name }));
    await over();
    expect(conns(told)).toEqual(['1', '2', '2', '1', '1', '2']);
  });

  it('is told by who asks where there is none', async () => {
    const { told, ask, over } = await tapped(answer);
    const by = (name: string) => ({ 'User-Agent': name, Connection: 'close' });
    await ask(post(initialize(10), by('a')));
    await ask(post(initialize(11), by('b')));
    for (const name of ['a', 'b', 'a']) await ask(post(PING, by(name)));
    await ask(post(initialize(12), by('a')));
    await ask(post(PING, by('a')));
    await over();
    expect(conns(told)).toEqual(['1', '2', '1', '2', '1', '3', '3']);
  });

  it('is told by what each message of the modern era says', async () => {
    const { told, ask, over } = await tapped(answer);
    const say = (name: string, method: string): string =>
      JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method },
        params: { _meta: { 'io.modelcontextprotocol/clientInfo': { name } } },
      });
    for (const [name, method] of [
      ['a', 'server/discover'],
      ['b', 'server/discover'],
      ['a', 'ping'],
      ['b', 'ping'],
      ['a', 'ping'],
    ] as const)
      await ask(post(say(name, method)));
    await over();
    expect(conns(told)).toEqual(['1', '2', '1', '2', '1']);
  });

  it('stays the same for a client that looks for its era first', async () => {
    const { told, ask, over } = await tapped(answer);
    await ask(post('{"jsonrpc":"2.0","id":1,"method":"server/discover"}'));
    await ask(post(initialize(2)));
    await ask(post(PING, { 'Mcp-Session-Id': 's2' }));
    await over();
    expect(conns(told)).toEqual(['1', '1', '1']);
  });
});
