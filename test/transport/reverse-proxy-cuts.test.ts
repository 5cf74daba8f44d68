import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createPieceByPiece, createTold, listening, proxyBefore } from '../support/reverse-proxy.ts';

/** Numbers below 1 that are the same every time. */
function randomly(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Pieces of a text, of one byte at least. */
function cut(text: string, random: () => number): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const size = 1 + Math.floor(random() ** 3 * 40);
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}

const chunked = (pieces: readonly string[]): string =>
  pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('');

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n';

/** Event streams: what comes first, and what comes once the client has that. */
const STREAMS: readonly (readonly [name: string, first: string, rest: string])[] = [
  [
    'messages',
    ': hello\n\nid: 1\ndata: {"a":\ndata: "\xe4"}\n\nretry: 5\r\n\r\n: still here\n\n',
    'data: x\r\rdata\n\n',
  ],
  ['a byte order mark, and an end within an event', '\xef\xbb\xbfdata: 1\n\n', 'event: message\ndata: 2'],
  [
    'an endpoint that leads to us',
    'event: endpoint\ndata: /messages?s=1\n\n',
    ': ping\n\ndata: {"id":1}\n\n',
  ],
  [
    'an endpoint that leads past us',
    'event: endpoint\r\ndata: THERE/messages?s=1\r\n\r\n',
    'data: {"id":1}\n\n',
  ],
];

describe.each(STREAMS)('an event stream with %s, cut anywhere', (_, first, rest) => {
  it.each(['GET', 'POST'])('as the answer to %s', async (method) => {
    const random = randomly(method.length * 7919 + first.length);
    for (let time = 0; time < 25; time += 1) await streamed(time, random, method, [first, rest]);
  });
});

/** One such stream, in chunks or not. */
async function streamed(
  time: number,
  random: () => number,
  method: string,
  parts: readonly [first: string, rest: string],
): Promise<void> {
  const isChunked = time % 2 === 0;
  const framed = (text: string): string => (isChunked ? chunked(cut(text, random)) : text);
  const send = createPieceByPiece();
  let sent = '';
  let back = '';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', async () => {
      const [first, rest] = [framed(here(there, parts[0])), framed(parts[1])];
      const head = `${HEAD}${isChunked ? 'Transfer-Encoding: chunked' : 'Connection: close'}\r\n\r\n`;
      sent = head + first + rest + (isChunked ? '0\r\n\r\n' : '');
      await send(socket, cut(head + first, random));
      // Nothing may wait for what comes much later.
      await expect
        .poll(() => bodyOf(back, isChunked).length, { interval: 2 })
        .toBe(bodyOf(head + first, isChunked).length);
      await send(socket, cut(sent.slice(head.length + first.length), random));
      socket.end();
    });
  });
  const there = await listening(server);
  const { told, lookOn } = createTold();
  const { port } = await proxyBefore(`http://127.0.0.1:${there}/sse`, lookOn);
  const client = connect(port, '127.0.0.1');
  client.on('data', (bytes) => {
    back += bytes.toString('latin1');
  });
  client.write(`${method} /sse HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 0\r\n\r\n`);
  await once(client, 'close');
  const isMoved = method === 'GET' && parts[0].includes('THERE');
  if (isMoved) expect(bodyOf(back, isChunked)).toBe(here(port, parts.join('')));
  else expect(back).toBe(sent);
  const came = told.filter((line) => line.startsWith('came: ')).map((line) => line.slice(6));
  expect(came.join('')).toBe(here(there, parts.join('')));
  expect(told.some((line) => line.startsWith('moved '))).toBe(isMoved);
  expect(told.at(-1)).toBe('ended');
}

const here = (port: number, text: string): string => text.replace('THERE', `http://127.0.0.1:${port}`);

/** The body of an answer, as far as it came. */
function bodyOf(whole: string, isChunked: boolean): string {
  const at = whole.indexOf('\r\n\r\n');
  if (at < 0) return '';
  return isChunked ? unchunked(whole.slice(at + 4)) : whole.slice(at + 4);
}

/** A body of chunks without their framing. */
function unchunked(text: string): string {
  const [line = '', digits = ''] = /^([\da-f]+)\r\n/.exec(text) ?? [];
  const size = Number.parseInt(digits || '0', 16);
  const from = line.length;
  return size === 0 ? '' : text.slice(from, from + size) + unchunked(text.slice(from + size + 2));
}
