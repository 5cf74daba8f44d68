import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { RecordedRequest } from '../../../src/replay/conversation.ts';
import type { Peer } from '../../../src/replay/mock/client.ts';
import { type MockHttp, serveMock } from '../../../src/replay/mock/http.ts';
import type { RecordedExchange, RecordedReply } from '../../../src/replay/mock/recorded-reply.ts';
import type { Era } from '../../../src/spec/revision.ts';

const open: MockHttp[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.end();
});

/** What a recording has for a tool: how HTTP answered. The tool is a stand-in for the request of the recording. */
const reply = (more: Partial<RecordedReply>): RecordedReply => ({
  ...{ status: 200, headers: [], isStream: false, body: Buffer.alloc(0), end: 'whole' },
  ...more,
});
const EXCHANGES: Readonly<Record<string, RecordedExchange>> = {
  json: reply({ headers: [['X-Seen', 'yes']] }),
  typed: reply({ headers: [['content-type', 'text/plain']] }),
  events: reply({ isStream: true, headers: [['content-type', 'text/event-stream']] }),
  page: reply({ status: 502, headers: [['content-type', 'text/html']], body: Buffer.from('<h1>no</h1>') }),
  later: reply({ status: 429, headers: [['Retry-After', '7']], body: Buffer.from('slow down') }),
  accepted: reply({ status: 202 }),
  forgotten: reply({ status: 404, body: Buffer.from('no such session') }),
  ended: reply({ isStream: true }),
  cut: reply({ isStream: true, end: 'broken' }),
  half: reply({ status: 500, end: 'broken' }),
  nothing: 'none',
};

/** A stand-in for the mock: the name of a tool says what it does; `received` is all that it was told. */
async function served(era: Era, hasStream = true) {
  const received: unknown[] = [];
  const session = (peer: Peer) => ({
    receive(text: string) {
      const message = JSON.parse(text);
      received.push(message);
      const { id, method, params = {} } = message;
      if (id === undefined || method === undefined) return;
      const name: string = params.name ?? '';
      const re = JSON.stringify(id);
      const send = (more: object) => peer.send(JSON.stringify({ jsonrpc: '2.0', ...more }), re);
      peer.matched?.(re, { params: name } as RecordedRequest);
      if (name.startsWith('failing ')) {
        if (name.endsWith('cut')) send({ method: 'notifications/message', params: { data: 1 } });
        peer.silent?.(re, { params: name.slice(8) } as RecordedRequest);
      } else if (name === 'waits') send({ method: 'notifications/message', params: { data: 1 } });
      else if (method === 'subscriptions/listen')
        send({ method: 'x', params: { _meta: { 'io.modelcontextprotocol/subscriptionId': id } } });
      else {
        if (name === 'tells' || name === 'json tells') send({ method: 'notifications/message', params: {} });
        if (name === 'asks') send({ id: 7, method: 'ping' });
        if (params.code !== undefined) send({ id, error: { code: params.code, message: 'no' } });
        else send({ id, result: { text: '1.0 \n'.trim(), of: name } });
      }
    },
    close: () => received.push('closed'),
  });
  const exchangeOf = ({ params = '' }: RecordedRequest) => EXCHANGES[params.split(' ', 1)[0] ?? ''];
  const server = await serveMock({ port: 0, mock: { eras: [era], session }, exchangeOf, hasStream });
  open.push(server);
  return { server, received };
}

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** Leaves once this has come. */
  readonly until?: string;
}

const ANY = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

function ask(url: string, { method = 'POST', path = '/mcp', headers = {}, body, until }: Asked) {
  const given = Object.entries({ ...ANY, ...headers }).filter(([, value]) => value !== undefined);
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string; cut: boolean }>(
    (resolve, reject) => {
      const sent = request(new URL(path, url), {
        ...{ method, agent: false, headers: Object.fromEntries(given) as Record<string, string> },
      });
      sent.once('error', reject).once('response', (response) => {
        let text = '';
        const done = (cut: boolean) =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, cut });
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
          if (until !== undefined && text.includes(until)) {
            done(true);
            sent.destroy();
          }
        });
        response.once('end', () => done(false)).once('error', () => done(true));
      });
      sent.end(typeof body === 'string' ? body : JSON.stringify(body));
    },
  );
}

const call = (name: string, more: object = {}) => ({
  ...{ jsonrpc: '2.0', id: 'a', method: 'tools/call' },
  params: { name, ...more },
});
const META = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
const MIRRORED = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'x' };

const OTHER_VERSION = { ...MIRRORED, 'mcp-protocol-version': '2025-11-25' };

const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} };

describe('refuses', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const modern = call('x', META);
  it.each<[string, Era, Asked, number, number?]>([
    ['a Host of another name', 'legacy', { headers: { host: 'evil.example' }, body: initialize }, 403],
    ['an Origin elsewhere', 'legacy', { headers: { origin: 'http://evil.example' }, body: initialize }, 403],
    ['an Origin of nobody', 'legacy', { headers: { origin: 'null' }, body: initialize }, 403],
    ['another path', 'legacy', { path: '/', body: initialize }, 404],
    ['a method of HTTP', 'legacy', { method: 'PUT', body: initialize }, 405],
    ['who takes JSON alone', 'legacy', { headers: { accept: 'application/json' }, body: initialize }, 406],
    ['who takes nothing', 'legacy', { headers: { accept: undefined }, body: initialize }, 406],
    ['a GET of no events', 'legacy', { method: 'GET', headers: { accept: 'text/html' } }, 406],
    ['a type', 'legacy', { headers: { 'content-type': 'text/plain' }, body: initialize }, 415],
    ['what is no JSON', 'legacy', { body: '{' }, 400, -32700],
    ['what is no message', 'legacy', { body: { a: 1 } }, 400, -32600],
    ['an empty batch', 'legacy', { body: [] }, 400, -32600],
    ['no session', 'legacy', { body: ping }, 400, -32000],
    ['an unknown session', 'legacy', { headers: { 'mcp-session-id': 'x' }, body: ping }, 404, -32001],
    ['a GET without a session', 'legacy', { method: 'GET' }, 400],
    [
      'a DELETE of an unknown session',
      'legacy',
      { method: 'DELETE', headers: { 'mcp-session-id': 'x' } },
      404,
    ],
    ['a GET of the modern era', 'modern', { method: 'GET' }, 405],
    ['a DELETE of the modern era', 'modern', { method: 'DELETE' }, 405],
    [
      'no Mcp-Method',
      'modern',
      { headers: { ...MIRRORED, 'mcp-method': undefined }, body: modern },
      400,
      -32020,
    ],
    [
      'another Mcp-Method',
      'modern',
      { headers: { ...MIRRORED, 'mcp-method': 'ping' }, body: modern },
      400,
      -32020,
    ],
    ['no Mcp-Name', 'modern', { headers: { ...MIRRORED, 'mcp-name': undefined }, body: modern }, 400, -32020],
    ['another Mcp-Name', 'modern', { headers: { ...MIRRORED, 'mcp-name': 'y' }, body: modern }, 400, -32020],
    ['another version', 'modern', { headers: OTHER_VERSION, body: modern }, 400, -32020],
    ['a batch of the modern era', 'modern', { headers: MIRRORED, body: [modern, modern] }, 400, -32600],
    ['a response of the modern era', 'modern', { body: { jsonrpc: '2.0', id: 1, result: {} } }, 400, -32600],
  ])('%s (%s)', async (_, era, asked, status, code) => {
    const { server, received } = await served(era);
    const answer = await ask(server.url, asked);
    expect(answer.status, answer.text).toBe(status);
    if (code !== undefined) expect(JSON.parse(answer.text).error.code).toBe(code);
    if (status === 405) expect(answer.headers['allow']).toBe(era === 'legacy' ? 'GET, POST, DELETE' : 'POST');
    expect(received).toEqual([]);
  });
});

/** Opens a session of the legacy era. */
async function session() {
  const { server, received } = await served('legacy');
  const opened = await ask(server.url, { headers: { origin: 'http://localhost:6274' }, body: initialize });
  const headers = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  const post = (body: unknown, more: Partial<Asked> = {}) => ask(server.url, { headers, body, ...more });
  return { server, received, opened, headers, post };
}

describe('in the legacy era', () => {
  it.each<readonly [string, number, string, string]>([
    ['plain', 200, 'application/json', '{"jsonrpc":"2.0","id":"a","result":{"text":"1.0","of":"plain"}}'],
    ['json', 200, 'application/json', '{"jsonrpc":"2.0","id":"a","result":{"text":"1.0","of":"json"}}'],
    ['typed', 200, 'text/plain', '{"jsonrpc":"2.0","id":"a","result":{"text":"1.0","of":"typed"}}'],
    [
      ...(['events', 200, 'text/event-stream'] as const),
      'event: message\ndata: {"jsonrpc":"2.0","id":"a","result":{"text":"1.0","of":"events"}}\n\n',
    ],
    [
      ...(['tells', 200, 'text/event-stream'] as const),
      'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n' +
        'event: message\ndata: {"jsonrpc":"2.0","id":"a","result":{"text":"1.0","of":"tells"}}\n\n',
    ],
    [
      ...(['asks', 200, 'text/event-stream'] as const),
      'event: message\ndata: {"jsonrpc":"2.0","id":7,"method":"ping"}\n\n' +
        'event: message\ndata: {"jsonrpc":"2.0","id":"a","result":{"text":"1.0","of":"asks"}}\n\n',
    ],
    ['failing page', 502, 'text/html', '<h1>no</h1>'],
    ['failing later', 429, '', 'slow down'],
    ['failing accepted', 202, '', ''],
    ['failing ended', 200, 'text/event-stream', ''],
  ])('answers %s as it was recorded', async (name, status, type, text) => {
    const { post } = await session();
    const answer = await post(call(name));
    expect([answer.status, answer.headers['content-type'] ?? '', answer.text]).toEqual([status, type, text]);
    if (name === 'json') expect(answer.headers['x-seen']).toBe('yes');
    if (name === 'failing later') expect(answer.headers['retry-after']).toBe('7');
  });

  it('gives a session an id, and knows it until it is ended or was lost', async () => {
    const { server, received, opened, headers, post } = await session();
    expect([opened.status, opened.headers['content-type']]).toEqual([200, 'application/json']);
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
    expect((await post({ jsonrpc: '2.0', id: 9, result: {} })).status).toBe(202);
    expect(
      (await post([call('plain'), { ...call('plain'), id: 'b' }])).text.match(/"id":"[ab]"/g),
    ).toHaveLength(2);
    const versions = { ...headers, 'mcp-protocol-version': '2025-11-25' };
    expect((await post([call('plain'), call('plain')], { headers: versions })).status).toBe(400);
    const bad = { ...headers, 'mcp-protocol-version': '1999-01-01' };
    expect((await post(call('plain'), { headers: bad })).status).toBe(400);
    expect((await ask(server.url, { method: 'DELETE', headers })).status).toBe(200);
    expect(received.at(-1)).toBe('closed');
    expect((await post(call('plain'))).status).toBe(404);
    // Who has lost a session goes on in it with the next one.
    const other = await session();
    expect((await other.post(call('failing forgotten'))).text).toBe('no such session');
    expect(JSON.parse((await other.post(call('plain'))).text).error.message).toBe('Session not found');
    const again = await ask(other.server.url, { body: initialize });
    expect(again.headers['mcp-session-id']).not.toBe(other.headers['mcp-session-id']);
    expect(other.received.filter((one) => one === 'closed')).toEqual([]);
  });

  it('has no stream for what belongs to no request where there was none', async () => {
    const { server } = await served('legacy', false);
    const refused = await ask(server.url, { method: 'GET' });
    expect([refused.status, refused.headers['allow']]).toEqual([405, 'POST, DELETE']);
  });

  it('opens no session where that is refused', async () => {
    const { server } = await served('legacy');
    const refused = await ask(server.url, { body: { ...initialize, params: { code: -32602 } } });
    expect([refused.status, refused.headers['mcp-session-id']]).toEqual([200, undefined]);
  });

  it('has one stream for what belongs to no request, and for what came beside an answer of JSON', async () => {
    const { server, headers, post } = await session();
    // Resolves once the stream is open.
    const stream = await fetch(server.url, { headers: { ...headers, accept: 'text/event-stream' } });
    expect((await ask(server.url, { method: 'GET', headers })).status).toBe(409);
    expect((await post(call('json tells'))).headers['content-type']).toBe('application/json');
    expect((await ask(server.url, { method: 'DELETE', headers })).status).toBe(200);
    expect(await stream.text()).toBe(
      'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n',
    );
  });

  it('breaks off where the recording does', async () => {
    const { post } = await session();
    const cut = await post(call('failing cut'));
    expect([cut.cut, cut.text]).toEqual([true, expect.stringContaining('"data":1')]);
    const half = await post(call('failing half'));
    expect([half.status, half.cut]).toEqual([500, true]);
    await expect(post(call('failing nothing'))).rejects.toThrow('socket hang up');
  });
});

describe('in the modern era', () => {
  it.each<readonly [number, number]>([
    [-32601, 404],
    [-32022, 400],
    [-32602, 200],
  ])('answers the error %i with the status %i', async (code, status) => {
    const { server } = await served('modern');
    const answer = await ask(server.url, { headers: MIRRORED, body: call('x', { code, ...META }) });
    expect([answer.status, JSON.parse(answer.text).id]).toEqual([status, 'a']);
  });

  it('keeps clients with the same ids apart, cancels what its client has left, and nothing else', async () => {
    const { server, received } = await served('modern');
    const name = { 'mcp-name': '=?base64?d2FpdHM=?=' };
    const left = await ask(server.url, {
      ...{ headers: { ...MIRRORED, ...name }, body: call('waits', META), until: '"data":1' },
    });
    expect(left.cut).toBe(true);
    await expect
      .poll(() => received.at(-1))
      .toEqual({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } };
    expect((await ask(server.url, { body: cancel })).status).toBe(202);
    expect(received).toHaveLength(2);
    const listening = await ask(server.url, {
      headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
      body: { jsonrpc: '2.0', id: 'news', method: 'subscriptions/listen', params: META },
      until: '\n\n',
    });
    expect(listening.text).toContain('"io.modelcontextprotocol/subscriptionId":"news"');
  });
});
