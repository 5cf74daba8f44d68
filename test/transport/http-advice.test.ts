import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { emptyToken } from '../../src/session/authorization.ts';
import { readBody, wholeBytes } from '../../src/transport/body.ts';
import { createFetch, type HttpResponse } from '../../src/transport/fetch.ts';
import { accessRefused, type RefusedRequest } from '../../src/transport/http-advice.ts';
import { checkAnswer, refusalOf, withText } from '../../src/transport/http-verdict.ts';

interface Answer {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

const NOW = Date.parse('2026-01-01T00:00:00Z');

/** What a real server's answer comes to, its port cut out. */
async function told(
  answers: Answer | ((path: string) => Answer),
  path: string,
  how: Partial<RefusedRequest> & { readonly transport?: 'http' | 'sse'; readonly chosen?: boolean } = {},
): Promise<{ readonly why: string; readonly rules: readonly string[]; readonly isAboutRequest: boolean }> {
  const server = createServer(({ url: asked = '' }, res) => {
    const answer = typeof answers === 'function' ? answers(asked) : answers;
    res.writeHead(answer.status, answer.headers).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const { transport = 'http', chosen = false, ...rest } = how;
  const target = { transport, chosen, url, headers: [], insecure: false, ...rest.target } as const;
  let x = 0;
  const fetch = createFetch(target, { emit: () => {}, nextExchange: () => ++x });
  onTestFinished(fetch.close);
  const response = await fetch({ method: 'POST', url, headers: [], body: '{}' }).response;
  const bytes = await wholeBytes(response);
  const asked: RefusedRequest = { method: 'initialize', now: NOW, ...rest, target };
  const short = (text: string): string => text.replace(/127\.0\.0\.1:\d+/g, 'HERE');
  if (response.status >= 400) {
    const { why, findings, isAboutRequest } = refusalOf(response, bytes, asked);
    return { why: short(why), rules: findings.map(({ rule }) => rule), isAboutRequest };
  }
  const sent = { ids: [1], method: 'initialize' };
  const verdict = checkAnswer(response, bytes, readBody(bytes, response, { x: 1 }), sent, false, target);
  return { why: short(verdict.why), rules: verdict.findings.map(({ rule }) => rule), isAboutRequest: false };
}

const json = (value: unknown): Pick<Answer, 'headers' | 'body'> => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});
const page = (title: string, body = 'please'): Pick<Answer, 'headers' | 'body'> => ({
  headers: { 'Content-Type': 'text/html' },
  body: `<!doctype html>\n<html><head><title>${title}</title></head><body>${body}</body></html>`,
});

const LOGIN = 'a proxy in front of the server requires a login: send a token or cookie with -H';
const USUAL = 'MCP endpoints are usually at /mcp or /sse';

describe('a refusal says what to do', () => {
  it.each<
    [name: string, answer: Answer, path: string, how: Parameters<typeof told>[2], why: string | RegExp]
  >([
    [
      'no path',
      { status: 404, body: 'Cannot POST /' },
      '/',
      {},
      `404 Not Found: Cannot POST / — ${USUAL}: try http://HERE/mcp`,
    ],
    [
      'another path',
      { status: 404, ...page('Error', 'x') },
      '/mpc',
      {},
      `404 Not Found: Error — is the path /mpc right? ${USUAL}`,
    ],
    [
      'the path of HTTP+SSE',
      { status: 404, body: 'Cannot POST /sse' },
      '/sse',
      { chosen: true },
      '404 Not Found: Cannot POST /sse — if it speaks HTTP+SSE, use --transport sse',
    ],
    [
      'the same, asked in the modern era',
      { status: 405 },
      '/v1/sse',
      { method: 'server/discover' },
      '405 Method Not Allowed — if it speaks HTTP+SSE, use --transport sse',
    ],
    [
      'the path of Streamable HTTP',
      { status: 405 },
      '/mcp',
      { method: 'GET', transport: 'sse', chosen: true },
      '405 Method Not Allowed — if it speaks Streamable HTTP, use --transport http',
    ],
    [
      'no session for GET',
      { status: 400, body: 'Invalid or missing session ID' },
      '/mcp',
      { method: 'GET', transport: 'sse', chosen: true },
      '400 Bad Request: Invalid or missing session ID — if it speaks Streamable HTTP, use --transport http',
    ],
    [
      'a server of files',
      { status: 405, headers: { Allow: 'GET, HEAD' } },
      '/mcp',
      {},
      `405 Method Not Allowed — this address takes only GET, HEAD; is the path /mcp right? ${USUAL}`,
    ],
    [
      'WebSocket',
      { status: 426, headers: { Upgrade: 'websocket' } },
      '/mcp',
      {},
      '426 Upgrade Required — it speaks WebSocket: try ws://HERE/mcp',
    ],
    [
      'a port for TLS (nginx)',
      { status: 400, ...page('400 The plain HTTP request was sent to HTTPS port') },
      '/mcp',
      {},
      /^400 Bad Request: The plain HTTP .* — try https:\/\/ instead of http:\/\/$/,
    ],
    [
      'a port for TLS (Go)',
      { status: 400, body: 'Client sent an HTTP request to an HTTPS server.\n' },
      '/mcp',
      {},
      /— try https:\/\/ instead of http:\/\/$/,
    ],
    [
      'revisions that it names',
      { status: 400, body: 'Unsupported protocol version (supported versions: 2024-11-05, 2025-03-26)' },
      '/mcp',
      { version: '2025-11-25', method: 'tools/list' },
      /— --protocol-version 2025-03-26 asks for it$/,
    ],
    [
      'the revision asked for among them',
      { status: 400, ...json({ error: 'MCP-Protocol-Version 2025-11-25 unsupported' }) },
      '/mcp',
      { version: '2025-11-25' },
      /— MCP-Protocol-Version was 2025-11-25: ask for another one with --protocol-version$/,
    ],
    [
      'a header that is missing',
      { status: 400, ...json({ error: 'Missing required MCP-Protocol-Version header' }) },
      '/mcp',
      {},
      /— it wants the header from the first request on: -H 'MCP-Protocol-Version: 2025-11-25'$/,
    ],
    [
      'seconds to wait',
      { status: 503, headers: { 'Retry-After': '7' }, body: 'starting' },
      '/mcp',
      {},
      '503 Service Unavailable: starting — try again in 7 s (Retry-After)',
    ],
    [
      'a date to wait for',
      { status: 429, headers: { 'Retry-After': 'Thu, 01 Jan 2026 00:02:00 GMT' } },
      '/mcp',
      { method: 'tools/call' },
      '429 Too Many Requests — try again in 120 s (Retry-After)',
    ],
    [
      'a date that is over',
      { status: 429, headers: { 'Retry-After': 'Thu, 01 Jan 2025 00:00:00 GMT' } },
      '/mcp',
      {},
      '429 Too Many Requests — try again now (Retry-After)',
    ],
    [
      'a word to wait for',
      { status: 429, headers: { 'Retry-After': 'soon' } },
      '/mcp',
      {},
      '429 Too Many Requests — Retry-After: soon',
    ],
    [
      'a proxy',
      { status: 502, ...page('502 Bad Gateway') },
      '/mcp',
      {},
      /^502 Bad Gateway — the server is not ready, .*: try again in a moment$/,
    ],
    [
      'a hotel',
      { status: 511, ...page('Welcome') },
      '/mcp',
      {},
      `511 Network Authentication Required: Welcome — ${LOGIN}`,
    ],
    [
      'a check of the host',
      {
        status: 403,
        ...json({ jsonrpc: '2.0', error: { code: -32000, message: 'Invalid Host header: HERE' }, id: null }),
      },
      '/mcp',
      {},
      /— the server does not allow the host HERE: use the name .* -H 'Host: NAME'$/,
    ],
    [
      'the same in Python',
      { status: 421, body: 'Invalid Host header' },
      '/mcp',
      {},
      /— the server does not allow the host HERE: /,
    ],
    [
      'the same in Django',
      { status: 400, body: "Invalid HTTP_HOST header: 'x'. You may need to add 'x' to ALLOWED_HOSTS." },
      '/mcp',
      {},
      /— the server does not allow the host HERE: /,
    ],
    [
      'the same in Vite',
      { status: 403, body: 'Blocked request. This host ("x") is not allowed.' },
      '/mcp',
      {},
      /— the server does not allow the host HERE: /,
    ],
    [
      'a check of the origin',
      { status: 403, body: 'Invalid Origin header' },
      '/mcp',
      {},
      /— the server wants an Origin that it allows: -H 'Origin: http:\/\/localhost'/,
    ],
    [
      'something else',
      { status: 403, body: 'nope' },
      '/mcp',
      {},
      'access is forbidden (403 Forbidden: nope) — are the headers given with -H right?',
    ],
    ['nothing that is known', { status: 500, body: 'oops' }, '/mcp', {}, '500 Internal Server Error: oops'],
    [
      'an address that was right before',
      { status: 404, body: 'gone' },
      '/mcp',
      { method: 'tools/call' },
      '404 Not Found: gone',
    ],
  ])('%s', async (_, answer, path, how, expected) => {
    const { why } = await told(answer, path, how);
    if (expected instanceof RegExp) expect(why).toMatch(expected);
    else expect(why).toBe(expected);
  });

  it('and names the login page that it was led to', async () => {
    for (const login of ['/login?next=/mcp', '/users/sign_in', '/sso/start']) {
      const answer = (path: string): Answer =>
        path === '/mcp'
          ? { status: 302, headers: { Location: login } }
          : { status: 405, headers: { Allow: 'GET' } };
      expect((await told(answer, '/mcp')).why).toBe(`405 Method Not Allowed — ${LOGIN}`);
    }
  });

  it('and finds no fault with 404 and 405 where nothing may be', async () => {
    for (const method of ['GET', 'initialize', 'server/discover'])
      for (const status of [404, 405]) expect((await told({ status }, '/mcp', { method })).rules).toEqual([]);
    expect((await told({ status: 405 }, '/mcp', { method: 'tools/call' })).rules).toEqual(['http/status']);
    expect((await told({ status: 500 }, '/mcp', { method: 'GET' })).rules).toEqual(['http/status']);
  });

  it('and takes nothing about the request for an older server', async () => {
    const isAbout = async (body: string) => (await told({ status: 400, body }, '/mcp')).isAboutRequest;
    expect(await isAbout('Missing required MCP-Protocol-Version header')).toBe(true);
    expect(await isAbout('Invalid Host header')).toBe(true);
    expect(await isAbout('Missing session ID')).toBe(false);
  });
});

describe('what is answered in place of a response', () => {
  it.each<[name: string, answer: Answer, path: string, why: string]>([
    [
      'a login page',
      { status: 200, ...page('Sign in - Example SSO') },
      '/mcp',
      `answered with a web page, "Sign in - Example SSO" — ${LOGIN}`,
    ],
    [
      'a website',
      { status: 200, ...page('Welcome to nginx!') },
      '/',
      `answered with a web page, "Welcome to nginx!" — is this the address of an MCP server? ${USUAL}: try http://HERE/mcp`,
    ],
    [
      'a page that says it is JSON',
      { status: 200, ...page('Sign in'), headers: { 'Content-Type': 'application/json' } },
      '/mcp',
      `answered with a web page, "Sign in" — ${LOGIN}`,
    ],
    [
      'XML',
      { status: 200, headers: { 'Content-Type': 'application/xml' }, body: '<a>no</a>' },
      '/mcp',
      'answered with application/xml: no',
    ],
    ['nothing', { status: 200 }, '/mcp', 'answered 200 OK without a body'],
    ['204', { status: 204 }, '/mcp', 'answered 204 No Content without a body'],
    ['304', { status: 304 }, '/mcp', 'answered 304 Not Modified without a body'],
    [
      'no JSON',
      { status: 200, headers: { 'Content-Type': 'application/json' }, body: 'oops' },
      '/mcp',
      'answered 200 OK, but the body says that it is JSON, and is not',
    ],
  ])('%s', async (_, answer, path, why) => {
    expect((await told(answer, path)).why).toBe(why);
  });
});

describe('a status with its text', () => {
  it.each([
    ['502 Bad Gateway', '502 Bad Gateway nginx', '502 Bad Gateway: nginx'],
    ['404 Not Found', '404 Not Found 404 Not Found', '404 Not Found'],
    ['400 Bad Request', 'Bad Request: No session', '400 Bad Request: No session'],
    ['404 Not Found', 'Not Found', '404 Not Found'],
    ['500', 'oops', '500: oops'],
    ['404 Not Found', '', '404 Not Found'],
  ])('%s and %j', (line, said, together) => {
    expect(withText(line, said)).toBe(together);
  });
});

const LINES = { 401: '401 Unauthorized', 403: '403 Forbidden', 407: '407 Proxy Authentication Required' };

/** What is said of a refusal. */
function said(
  status: 401 | 403 | 407,
  challenges: readonly string[],
  authorization?: string,
  denied?: string,
) {
  return accessRefused({
    ...{ status, statusLine: LINES[status], header: () => undefined, read: async () => {} },
    headers: challenges.map((value) => ['WWW-Authenticate', value] as const),
    ...(authorization === undefined ? {} : { authorization }),
    ...(denied === undefined ? {} : { denied }),
  } satisfies HttpResponse);
}

describe('a refusal', () => {
  it.each([
    [
      [],
      undefined,
      /^the server requires authorization \(401 Unauthorized\) — give it: -H 'Authorization: Bearer …'$/,
    ],
    [
      ['Bearer realm="x"'],
      undefined,
      /WWW-Authenticate: Bearer realm="x"\) — give it: -H 'Authorization: Bearer …'$/,
    ],
    [['Basic realm="x"'], undefined, /— put USER:PASSWORD@ before the host in the URL$/],
    [['Digest realm="x", qop="auth"'], undefined, /— give it: -H 'Authorization: Digest …'$/],
    [['DPoP algs="ES256"'], undefined, /— give it: -H 'Authorization: DPoP …'$/],
    [['Basic realm="x"', 'Bearer'], undefined, /Authorization: Bearer …'$/],
    [
      ['Bearer error="invalid_token", error_description="it expired"'],
      'Bearer s3cret',
      /^the server refused the Authorization header you gave: invalid_token: it expired \(401 .* — is the token right, and still valid\?$/,
    ],
    [
      [],
      'Bearer s3cret',
      /^the server refused the Authorization header you gave \(401 Unauthorized\) — is the token/,
    ],
    [['Basic realm="x"'], 'Basic czNjcmV0', /you gave \(.*\) — are user and password right\?$/],
    [
      ['Basic realm="x"'],
      'Bearer s3cret',
      /you gave: it says Bearer, and the server wants Basic \(.*USER:PASSWORD/,
    ],
    [['Bearer'], 's3cret', /you gave: it names no scheme, and the server wants Bearer \(/],
    [
      ['Bearer'],
      'Bearer',
      /, and the Authorization header contains no token after "Bearer" — is the variable/,
    ],
    [['Bearer'], '', /, and the Authorization header is empty — is the variable/],
    [[`Bearer error_description="${'x'.repeat(100_000)}"`], 'Bearer s3cret', /^.{0,1000}$/],
  ])('with %j after %s', (challenges, authorization, expected) => {
    const sentence = said(401, challenges, authorization);
    expect(sentence).toMatch(expected);
    expect(sentence).not.toMatch(/s3cret|czNjcmV0/);
  });

  it('names the place where the header was given', () => {
    const headers = [] as const;
    const response = {
      status: 401,
      statusLine: LINES[401],
      headers,
      header: () => undefined,
      read: async () => {},
    };
    expect(
      accessRefused({ ...response, authorization: 'Bearer s3cret', authorizationIn: 'in a.json:3: x' }),
    ).toBe(
      'the server refused the Authorization header you gave in a.json:3: x (401 Unauthorized) — is the token right, and still valid?',
    );
  });

  it('names the reason why authorization failed', () => {
    expect(said(401, ['Bearer'], undefined, 'nobody came')).toBe(
      'not authorized: nobody came (the server answered 401 Unauthorized)',
    );
  });

  it.each([
    [403, 'access is forbidden (403 Forbidden)'],
    [407, 'put user and password into the proxy URL'],
  ] as const)('%d', (status, expected) => {
    expect(said(status, [], 'Bearer s3cret')).toContain(expected);
  });
});

describe('an Authorization header without a token', () => {
  it.each([
    ['', 'is empty'],
    ['Bearer', 'contains no token after "Bearer"'],
    ['bearer ', 'contains no token after "bearer"'],
    ['Bearer undefined', 'contains undefined instead of a token'],
    ['Bearer $TOKEN', 'contains $TOKEN instead of a token'],
    ['Bearer %TOKEN%', 'contains %TOKEN% instead of a token'],
  ])('%j %s', (header, expected) => {
    expect(emptyToken(header)).toContain(`the Authorization header ${expected}`);
  });

  it.each(['Bearer x', 'secretinletters', 'Basic eDp5', 'Bearer undefined-behaviour'])(
    'is not %j',
    (header) => {
      expect(emptyToken(header)).toBeUndefined();
    },
  );
});
