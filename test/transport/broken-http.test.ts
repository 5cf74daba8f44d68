import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Capture } from '../../src/session/frame.ts';
import { createFetch, type HttpRequest } from '../../src/transport/fetch.ts';

/** A server that answers the requests on its connections with raw bytes, and asks for them how often they came. */
async function listen(answer: (socket: Socket, nth: number) => void): Promise<string> {
  const server = createRawServer((socket) => {
    let nth = 0;
    socket.on('error', () => {});
    socket.on('data', () => {
      nth += 1;
      answer(socket, nth);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** A client of one server, with what was told of its exchanges. */
function clientOf(url: string) {
  const captures: Capture[] = [];
  let x = 0;
  const target = { transport: 'http', chosen: true, url, headers: [], insecure: false } as const;
  const fetch = createFetch(target, { emit: (capture) => captures.push(capture), nextExchange: () => ++x });
  onTestFinished(fetch.close);
  const ask = async (how: Partial<HttpRequest> = {}): Promise<string> => {
    const exchange = fetch({ method: 'POST', url, headers: [], body: '{}', ...how });
    const response = await exchange.response;
    const pieces: Buffer[] = [];
    await response.read((piece) => pieces.push(piece));
    exchange.end();
    return `${response.statusLine}: ${Buffer.concat(pieces)}${response.isLonger?.() ? ' (longer)' : ''}`;
  };
  const found = (): readonly string[] =>
    captures.flatMap((capture) =>
      ('findings' in capture ? (capture.findings ?? []) : []).map(({ rule }) => rule),
    );
  return { ask, captures, found };
}

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

/** What a server writes before it closes the connection, and what is said of it. */
const ANSWERS: readonly (readonly [name: string, bytes: string | Buffer, said: string | RegExp])[] = [
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\n{}', '200 OK: {}'],
  ['no words behind the status', 'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\n{}', '200 OK: {}'],
  ['an odd status', 'HTTP/1.1 799 Odd\r\nContent-Length: 2\r\n\r\n{}', '799 Odd: {}'],
  ['100 Continue first', `HTTP/1.1 100 Continue\r\n\r\n${OK}Content-Length: 2\r\n\r\n{}`, '200 OK: {}'],
  [
    '103 Early Hints first',
    `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${OK}Content-Length: 2\r\n\r\n{}`,
    '200 OK: {}',
  ],
  ['200 kB of headers', `${OK}X-Big: ${'b'.repeat(200_000)}\r\nContent-Length: 2\r\n\r\n{}`, '200 OK: {}'],
  ['more than its length', `${OK}Content-Length: 1\r\n\r\n{}`, '200 OK: { (longer)'],
  ['nothing', '', /^the server closed the connection without an answer — if it speaks TLS, use https:\/\/$/],
  [
    'a part of its headers',
    'HTTP/1.1 20',
    /^the server closed the connection in the middle of its headers, after 11 bytes$/,
  ],
  [
    '100 Continue alone',
    'HTTP/1.1 100 Continue\r\n\r\n',
    /closed the connection in the middle of its headers, after 25 bytes$/,
  ],
  [
    'less than its length',
    `${OK}Content-Length: 20\r\n\r\n{}`,
    /closed the connection in the middle of its answer, after 2 of 20 bytes$/,
  ],
  [
    'no last chunk',
    `${CHUNKED}2\r\n{}\r\n`,
    /closed the connection in the middle of its answer, after 2 bytes, before its end$/,
  ],
  [
    'a chunk of another size',
    `${CHUNKED}1\r\n{}\r\n0\r\n\r\n`,
    /^the answer is not valid HTTP: a chunk is not as long as it says \(HPE_STRICT\)$/,
  ],
  [
    'a chunk without a size',
    `${CHUNKED}zz\r\n{}\r\n0\r\n\r\n`,
    /the size of a chunk is not a hexadecimal number/,
  ],
  [
    'LF',
    'HTTP/1.1 200 OK\nContent-Length: 2\n\n{}',
    /a line ends in LF, not in CR LF .*begins with "HTTP\/1\.1 200 OK"$/,
  ],
  [
    'two kinds of length',
    `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    /it has both Content-Length and Transfer-Encoding/,
  ],
  ['two lengths', `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, /more than one Content-Length/],
  ['a length that is no number', `${OK}Content-Length: two\r\n\r\n{}`, /its Content-Length is not a number/],
  ['a status that is no number', 'HTTP/1.1 OK\r\n\r\n', /its status is not a number of three digits/],
  ['another version', 'HTTP/2 200 OK\r\n\r\n', /it is not HTTP\/1\.1 or HTTP\/1\.0/],
  ['a header without a colon', `${OK}NoColon\r\n\r\n{}`, /a header is malformed/],
  ['a flood of headers', OK + 'X-Flood: b\r\n'.repeat(40_000), /its headers are longer than 256 kB/],
  [
    '101',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    /^POST was answered 101 Switching Protocols, which was not asked for$/,
  ],
  [
    'JSON alone',
    '{"jsonrpc":"2.0"}\n',
    /^what 127\.0\.0\.1:\d+ sends is not HTTP; it begins with "\{\\"jsonrpc/,
  ],
  ['SSH', 'SSH-2.0-OpenSSH_9.6\r\n', /is not HTTP; it begins with "SSH-2\.0-OpenSSH_9\.6"$/],
  [
    'TLS',
    Buffer.from([0x15, 3, 1, 0, 2, 2, 70]),
    /^127\.0\.0\.1:\d+ speaks TLS — try https:\/\/ instead of http:\/\/$/,
  ],
  ['HTTP/2', Buffer.from([0, 0, 18, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100]), /speaks only HTTP\/2/],
];

/** What no sentence says: words of Node.js and of its libraries. */
const LIBRARY = /socket hang up|Parse Error|aborted|incorrect header check|unexpected end of file/;

/** How an answer ends: with its text, or with the sentence of its error. */
const outcome = (answered: Promise<string>): Promise<string> =>
  answered.catch((error: Error) => {
    expect(error.message).not.toMatch(LIBRARY);
    return error.message;
  });

describe('a server that answers with', () => {
  it.each(ANSWERS)('%s', async (_, bytes, said) => {
    const { ask } = clientOf(await listen((socket) => socket.end(bytes)));
    const text = await outcome(ask());
    if (said instanceof RegExp) expect(text).toMatch(said);
    else expect(text).toBe(said);
  });

  it('a reset in the middle', async () => {
    const url = await listen((socket) => {
      socket.write(`${OK}Content-Length: 500\r\n\r\n{"jsonrpc"`, () =>
        setTimeout(() => socket.resetAndDestroy(), 20),
      );
    });
    expect(await outcome(clientOf(url).ask())).toBe(
      'the server reset the connection in the middle of its answer, after 10 of 500 bytes',
    );
  });
});

const JSON_TEXT = '{"jsonrpc":"2.0","id":1,"result":{}}';
const encoded = (encoding: string, body: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${OK}Content-Encoding: ${encoding}\r\n\r\n`), Buffer.from(body)]);

/** A Content-Encoding and a body, and what comes of it. */
const ENCODINGS: readonly (readonly [encoding: string, body: string | Buffer, said: RegExp | undefined])[] = [
  ['gzip', gzipSync(JSON_TEXT), undefined],
  ['X-GZIP', gzipSync(JSON_TEXT), undefined],
  ['br', brotliCompressSync(JSON_TEXT), undefined],
  ['deflate', deflateSync(JSON_TEXT), undefined],
  ['deflate', deflateRawSync(JSON_TEXT), undefined],
  ['gzip, br', brotliCompressSync(gzipSync(JSON_TEXT)), undefined],
  ['identity', JSON_TEXT, undefined],
  ['utf-8', JSON_TEXT, undefined],
  ['', JSON_TEXT, undefined],
  [
    'gzip',
    JSON_TEXT,
    /^the body is not compressed, although its Content-Encoding says gzip; it begins with \{"jsonrpc"/,
  ],
  ['br', JSON_TEXT, /^the body is not compressed, although its Content-Encoding says br/],
  ['deflate', JSON_TEXT, /^the body is not compressed, although its Content-Encoding says deflate/],
  ['br', gzipSync(JSON_TEXT), /^the body is damaged: its br data cannot be read/],
  [
    'gzip',
    gzipSync(JSON_TEXT).subarray(0, 25),
    /^the body is cut: it breaks off in the middle of its gzip data$/,
  ],
  [
    'br',
    brotliCompressSync(JSON_TEXT).subarray(0, 15),
    /^the body is cut: it breaks off in the middle of its br data$/,
  ],
  [
    'zstd',
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x24]),
    /^the body is compressed with zstd, which is not supported — this client asks for no compression/,
  ],
];

describe('a body with the Content-Encoding', () => {
  it.each(ENCODINGS)('%s', async (encoding, body, said) => {
    const { ask } = clientOf(await listen((socket) => socket.end(encoded(encoding, body))));
    const text = await outcome(ask());
    if (said === undefined) expect(text).toBe(`200 OK: ${JSON_TEXT}`);
    else expect(text).toMatch(said);
  });
});

describe('a connection that was kept alive', () => {
  /** A server that answers once on each connection, and resets it at the second request. */
  const resetting = () =>
    listen((socket, nth) => {
      if (nth > 1) socket.resetAndDestroy();
      else socket.write(`${OK}Content-Length: 2\r\n\r\n{}`);
    });

  it('and is closed under a request that does no harm has it sent again, and none is kept from then on', async () => {
    const { ask, captures, found } = clientOf(await resetting());
    for (let nth = 1; nth <= 4; nth += 1) expect(await ask({ harmless: true })).toBe('200 OK: {}');
    expect(found()).toEqual(['http/kept-alive']);
    const connections = captures.flatMap((capture) =>
      capture.type === 'http' && capture.phase === 'request'
        ? (capture.headers ?? []).filter(([name]) => name === 'Connection').map(([, value]) => value)
        : [],
    );
    expect(connections).toEqual(['keep-alive', 'keep-alive', 'close', 'close', 'close']);
  });

  it('and is closed under a call does not have it sent again, and the next one works', async () => {
    const { ask, found } = clientOf(await resetting());
    await ask();
    expect(await outcome(ask())).toBe(
      'the server reset the connection without an answer; it was not sent again: the server may have begun with it',
    );
    expect(await ask()).toBe('200 OK: {}');
    expect(found()).toEqual([]);
  });

  it('and is closed while nothing is asked is noticed before the next request', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const url = await listen((socket) => {
      closed = once(socket, 'close');
      socket.write(`${OK}Content-Length: 2\r\n\r\n{}`, () => socket.end());
    });
    const { ask } = clientOf(url);
    for (let nth = 1; nth <= 3; nth += 1) {
      expect(await ask()).toBe('200 OK: {}');
      await closed;
    }
  });

  it('is used for the next request', async () => {
    const server = createServer((req, res) => res.end(String(req.socket.remotePort)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { ask } = clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(await ask()).toBe(await ask());
  });
});
