import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { HttpEntry } from '../../src/session/frame.ts';
import { call, DONE, entries, faultyHttp, http, lost, rules, state } from '../support/faulty-http.ts';

const { hostAt, seen, base } = faultyHttp();

/** What each fault makes of a call, and what is found meanwhile. */
const CALLS: readonly (readonly [fault: string, outcome: object, rules: readonly string[]])[] = [
  ['plain', DONE, []],
  ['stateless', DONE, []],
  ['events', DONE, []],
  ['charset', DONE, []],
  ['gzip', DONE, []],
  ['pretty', DONE, ['http/bom']],
  ['batch', DONE, ['batch/array']],
  ['one-record', DONE, ['message/extra-member']],
  ['text-json', DONE, ['http/content-type']],
  ['no-type', DONE, ['http/content-type']],
  ['event-name', DONE, ['http/event-name']],
  ['no-events', DONE, ['http/not-json']],
  ['spread-event', DONE, ['http/not-json']],
  ['other-field', DONE, []],
  ['bad-event', DONE, ['http/not-json']],
  ['cut-event', DONE, ['http/cut-event']],
  ['resume', DONE, []],
  ['odd-session', DONE, ['http/session-id']],
  ['notification-200', DONE, ['http/accepted-message']],
  ['notification-silent', DONE, []],
  ['get-404', DONE, ['http/no-stream']],
  ['moved', DONE, ['http/redirect']],
  ['moved-301', DONE, ['http/redirect']],
  ['accepted-answer', DONE, ['http/accepted-request']],
  ['result-error', DONE, ['http/status']],
  ['no-gzip', lost('the body is not compressed, although its Content-Encoding says gzip'), []],
  ['no-brotli', lost('the body is not compressed, although its Content-Encoding says br'), []],
  ['json-error', { kind: 'error', error: { code: -32602 } }, []],
  ['null-id-error', { kind: 'error', error: { code: -32600 } }, []],
  ['null-id-first', DONE, ['id/null']],
  ['null-id-alone', { kind: 'error', error: { code: -32600 } }, ['id/null', 'http/cut-stream']],
  ['null-id-open', { kind: 'error', error: { code: -32600 } }, ['id/null']],
  ['method-404', { kind: 'error', error: { code: -32601 } }, []],
  ['accepted', lost('202 Accepted'), ['http/accepted-request']],
  ['html', lost('answered with a web page, "Hi"'), ['http/content-type']],
  [
    'html-error',
    lost(/^tools\/call echo: 502 Bad Gateway: The hill is not at home — .* try again in a moment$/),
    ['http/status'],
  ],
  ['not-json', lost('200 OK'), ['http/not-json', 'http/no-answer']],
  ['nan', lost(/^tools\/call echo: its answer is malformed JSON: .*NaN/), ['http/not-json']],
  ['nan-event', lost(/^tools\/call echo: its answer is malformed JSON: .*NaN/), ['http/not-json']],
  ['not-protocol', lost('200 OK'), ['message/not-protocol', 'http/no-answer']],
  ['empty', lost('200 OK without a body'), ['http/no-answer']],
  ['wrong-id', lost('holds no response to it'), ['id/unknown', 'http/no-answer']],
  ['cut', lost('the event stream ended before the response$'), ['http/cut-stream']],
  [
    'torn',
    lost('ended before the response: .* in the middle of its answer, after'),
    ['http/cut-event', 'http/cut-stream'],
  ],
  [
    'torn-json',
    lost('the server closed the connection in the middle of its answer, after 20 of 1000 bytes'),
    [],
  ],
  ['hangup', lost('the server closed the connection without an answer; it was not sent again'), []],
  ['resume-refused', lost('resuming it was refused: 405 Method Not Allowed'), ['http/cut-stream']],
  ['resume-empty', lost('was resumed, and ended before the response'), ['http/cut-stream']],
  ['unauthorized', lost('requires authorization .*Bearer realm="x"'), ['http/status']],
  ['forbidden', lost('access is forbidden \\(403 Forbidden\\)'), ['http/status']],
];

describe('a call over Streamable HTTP', () => {
  it.each(CALLS)('%s', async (fault, outcome, found) => {
    const host = hostAt(`/${fault}`);
    expect(await host.connection.connect()).toBe('ready');
    expect(await call(host)).toMatchObject(outcome);
    await host.close();
    expect(rules(host)).toEqual(found);
    expect(state(host)).toMatchObject({ phase: 'closed', running: [] });
  });

  it('is not repeated', async () => {
    const host = hostAt('/cut?once');
    await host.connection.connect();
    await call(host);
    const requests = await seen('/cut?once');
    expect(requests.filter(({ body }) => body.includes('tools/call'))).toHaveLength(1);
  });
});

/** What a handshake that fails says. */
const FAILURES: readonly (readonly [path: string, why: RegExp])[] = [
  ['/nothing', /initialize: 404 Not Found: Cannot POST[\s\S]*GET did not return an event stream, but 405/],
  ['/moved-303', /303 See Other to .* was not followed: it would turn a POST into a GET/],
  ['/moved-round', /after 5 redirects, was not followed/],
  ['/moved-away', /307 Temporary Redirect to .*\/plain was not followed: it leads to another origin/],
];

describe('a handshake that fails', () => {
  it.each(FAILURES)('%s', async (path, why) => {
    const host = hostAt(path, { headers: [['Authorization', 'Bearer do-not-leak-0123']] });
    expect(await host.connection.connect()).toBe('failed');
    expect(state(host).why.join('\n')).toMatch(why);
    expect(state(host).phase).toBe('failed');
  });

  it('sends nothing to another origin', async () => {
    const host = hostAt('/moved-away', { headers: [['Authorization', 'Bearer do-not-leak-0123']] });
    await host.connection.connect();
    const here = new URL(base()).host;
    const requests = await seen('/');
    expect(requests.filter(({ port }) => port !== here)).toEqual([]);
  });

  it('says that nobody listens', async () => {
    const host = hostAt('/plain', { url: 'http://127.0.0.1:1/mcp' });
    expect(await host.connection.connect()).toBe('failed');
    expect(state(host).why).toEqual([
      'initialize: nothing listens at 127.0.0.1:1 (ECONNREFUSED) — is the server running?',
    ]);
  });
});

describe('the exchange', () => {
  it('is told in the order of the wire, with the headers as they were', async () => {
    const host = hostAt('/plain', {
      headers: [
        ['X-Twice', 'a'],
        ['x-twice', 'b'],
      ],
    });
    await host.connection.connect();
    await call(host);
    const asked = entries(host).find(
      (entry) => entry.type === 'frame' && entry.dir === 'c2s' && entry.msg.includes('tools/call'),
    );
    const x = asked?.type === 'frame' ? asked.x : undefined;
    expect(x).toBeGreaterThan(0);
    await expect.poll(() => host.log.exchange(x ?? 0)?.end).toBeDefined();
    const told = entries(host).filter((entry) => 'x' in entry && entry.x === x);
    expect(told.map((entry) => (entry.type === 'http' ? entry.phase : entry.type))).toEqual([
      ...['request', 'frame', 'response', 'frame', 'end'],
    ]);
    const [request, , response] = told as HttpEntry[];
    expect(request).toMatchObject({ method: 'POST', url: `${base()}/plain` });
    expect(request?.headers?.filter(([name]) => /^x-twice$/i.test(name))).toEqual([
      ['X-Twice', 'a'],
      ['x-twice', 'b'],
    ]);
    expect(response?.headers?.[0]).toEqual(['Content-Type', 'application/json']);
    const posted = (await seen('/plain')).findLast(({ body }) => body.includes('tools/call'));
    expect(posted?.headers).toMatchObject({
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      'mcp-session-id': expect.stringMatching(/^s\d+$/),
      'x-twice': 'a, b',
    });
  });

  it('tells each event with its fields, and its data where it is no message', async () => {
    const host = hostAt('/event-name');
    await host.connection.connect();
    await call(host);
    const events = http(host).filter(({ phase }) => phase === 'event');
    expect(events).toMatchObject([
      { event: { event: 'heartbeat' }, body: 'tick' },
      { event: { event: 'answer' } },
    ]);
    expect(events[1]).not.toHaveProperty('body');
  });

  it('keeps the line breaks of a body, and its byte order mark', async () => {
    const host = hostAt('/pretty');
    await host.connection.connect();
    const outcome = await call(host);
    const frame = host.log.entry(outcome.kind === 'result' ? outcome.seq : 0);
    if (frame?.type !== 'frame') throw new Error('no frame');
    const { pre, post, msg, raw } = frame;
    expect({ pre, post }).toEqual({ pre: '\ufeff', post: '\n' });
    expect(msg).not.toMatch(/\n/);
    expect(Buffer.from(raw ?? '', 'base64').toString()).toMatch(/^\ufeff\{\n {2}"jsonrpc"[\s\S]*\}\n$/);
  });

  it('has no secrets in the file', async () => {
    const host = hostAt('/plain?api_key=do-not-leak-0123', {
      headers: [['Authorization', 'Bearer do-not-leak-4567']],
    });
    await host.connection.connect();
    await host.close();
    const text = readFileSync(host.recording()?.path ?? '', 'utf8');
    expect(text).not.toContain('do-not-leak');
    expect(text).toContain('["Authorization","Bearer [redacted]"]');
    expect(text).toContain('api_key=[redacted]');
  });
});

describe('the stream for what no request asks for', () => {
  it('is opened after the handshake, and again from the last event', async () => {
    const host = hostAt('/listens');
    await host.connection.connect();
    await expect.poll(() => state(host).counts.logs).toBe(1);
    expect(state(host).counts.serverRequests).toBe(1);
    const answers = async () =>
      (await seen('/listens')).map(({ body }) => body).filter((body) => body.includes('"srv-1"'));
    await expect.poll(answers).toEqual(['{"jsonrpc":"2.0","id":"srv-1","result":{}}']);
    const requests = await seen('/listens');
    expect(
      requests.filter(({ method }) => method === 'GET').map(({ headers }) => headers['last-event-id']),
    ).toEqual([undefined, 'g1']);
  });
});

describe('the end', () => {
  it('ends the session, and waits not for ever until that is answered', async () => {
    const host = hostAt('/never-ends');
    await host.connection.connect();
    await host.close();
    expect((await seen('/never-ends')).at(-1)).toMatchObject({ method: 'DELETE' });
    expect(state(host).phase).toBe('closed');
  });

  it('closes the streams, and calls that run with them', async () => {
    const host = hostAt('/silent');
    await host.connection.connect();
    const running = call(host);
    await expect.poll(() => http(host).at(-1)?.phase).toBe('response');
    await host.close();
    expect(await running).toMatchObject({ kind: 'closed', why: expect.stringContaining('was closed') });
  });

  it('comes with a time-out, which the server is told', async () => {
    const host = hostAt('/silent?late');
    await host.connection.connect();
    expect(await call(host, { timeout: 200 })).toMatchObject({ kind: 'timeout' });
    const cancelled = async () =>
      (await seen('/silent?late')).filter(({ body }) => body.includes('notifications/cancelled')).length;
    await expect.poll(cancelled).toBe(1);
  });
});
