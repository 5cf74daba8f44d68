import { once } from 'node:events';
import { createServer } from 'node:http';
import { constants, deflateRawSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createWsReader, type WsPart } from '../../src/transport/ws-reader.ts';
import { listening, proxyBefore } from '../support/reverse-proxy.ts';

/** What is read of some bytes that come in pieces of this size. */
function read(bytes: Buffer, piece: number, limit = 1000): readonly string[] {
  const said: string[] = [];
  const reader = createWsReader(limit, (part) => said.push(textOf(part)));
  for (let at = 0; at < bytes.length; at += piece) reader.push(bytes.subarray(at, at + piece));
  return said;
}

function textOf(part: WsPart): string {
  if (part.kind === 'message') return part.bytes.toString();
  return part.kind === 'close' ? `close ${part.code} ${part.reason}` : part.why;
}

/** A frame with a mask, as clients send it. */
function masked(first: number, text: string): Buffer {
  const mask = Buffer.from([1, 2, 3, 4]);
  const body = Buffer.from(text).map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  const length = body.length < 126 ? [0x80 | body.length] : [0xfe, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([first, ...length]), mask, body]);
}

it.each([1, 2, 3, 1000])('puts frames together, read %d bytes at a time', (piece) => {
  const bytes = Buffer.concat([
    masked(0x81, '{"a":1}'),
    masked(0x01, 'be'),
    masked(0x89, 'ping'),
    masked(0x00, 'gi'),
    masked(0x80, 'n'),
    Buffer.from([0x82, 2, 0x68, 0x69]),
    masked(0x81, 'x'.repeat(300)),
    masked(0x88, '\x03\xe8bye'.replace('\xe8', '')),
    masked(0x81, 'never'),
  ]);
  const said = read(bytes, piece);
  expect(said.slice(0, 4)).toEqual(['{"a":1}', 'begin', 'hi', 'x'.repeat(300)]);
  expect(said).toHaveLength(5);
  expect(said[4]).toMatch(/^close /);
});

it('leaves the bytes as they are', () => {
  const bytes = masked(0x81, 'hello');
  const before = Buffer.from(bytes);
  read(bytes, 1000);
  expect(bytes.equals(before)).toBe(true);
});

const LONG = 'a message of more than 100 bytes';

it.each([1, 50, 1000])('leaves out messages that are too long, and reads on, %d bytes at a time', (piece) => {
  const long = masked(0x81, 'x'.repeat(200));
  expect(read(Buffer.concat([long, masked(0x81, 'y')]), piece, 100)).toEqual([LONG, 'y']);
  const parts = [masked(0x01, 'x'.repeat(60)), masked(0x00, 'x'.repeat(60)), masked(0x80, 'z')];
  expect(read(Buffer.concat([...parts, masked(0x81, 'y')]), piece, 100)).toEqual([LONG, 'y']);
});

it('keeps nothing of a huge frame, and says so before it has come', () => {
  const said: string[] = [];
  const reader = createWsReader(100, (part) => said.push(textOf(part)));
  reader.push(Buffer.from([0x82, 127, 0, 0, 0, 0, 0x20, 0, 0, 0]));
  expect(said).toEqual([LONG]);
  const piece = Buffer.alloc(1024 * 1024);
  for (let at = 0; at < 512; at += 1) reader.push(piece);
  reader.push(masked(0x81, 'y'));
  expect(said).toEqual([LONG, 'y']);
});

it('puts a long frame together from small pieces', () => {
  const size = 4 * 1024 * 1024;
  const head = Buffer.from([0x82, 127, 0, 0, 0, 0, 0, 0x40, 0, 0]);
  const said = read(Buffer.concat([head, Buffer.alloc(size, 'x')]), 400, size);
  expect(said.map(({ length }) => length)).toEqual([size]);
});

it('leaves out what is too long once it is unpacked, and reads on', async () => {
  const packed = (text: string): Buffer => {
    const all = deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH });
    const body = all.subarray(0, -4);
    return Buffer.concat([Buffer.from([0xc2, 126, body.length >> 8, body.length & 0xff]), body]);
  };
  const said = read(
    Buffer.concat([packed('x'.repeat(1_000_000)), packed('y'), packed('z')]),
    100_000,
    10_000,
  );
  await expect.poll(() => said).toEqual(['a message of more than 10000 bytes', 'y', 'z']);
});

it('reads nothing after what is bad', () => {
  expect(read(Buffer.concat([masked(0x89, 'x'.repeat(126)), masked(0x81, 'y')]), 9)).toEqual([
    'a frame of 126 bytes that is no part of a message',
  ]);
  expect(read(Buffer.concat([masked(0x83, 'x'), masked(0x81, 'y')]), 9)).toEqual([
    'a frame of the unknown kind 3',
  ]);
});

it.each([false, true])('reads what a real client and server say, packed: %s', async (perMessageDeflate) => {
  const server = createServer();
  const deflate = perMessageDeflate && { threshold: 0 };
  new WebSocketServer({ server, perMessageDeflate: deflate }).on('connection', (socket) => {
    socket.on('message', (data) => socket.send(`echo ${data}`));
  });
  const said: Record<'c2s' | 's2c', string[]> = { c2s: [], s2c: [] };
  const readers = {
    c2s: createWsReader(10_000, (part) => said.c2s.push(textOf(part))),
    s2c: createWsReader(10_000, (part) => said.s2c.push(textOf(part))),
  };
  const nothing = { sent() {}, wasSent() {}, answered() {}, came() {}, ended() {}, moved() {}, broke() {} };
  const lookOn = () => ({
    ...nothing,
    tunnelled: (dir: 'c2s' | 's2c', bytes: Buffer) => readers[dir].push(bytes),
  });
  const { port } = await proxyBefore(`ws://127.0.0.1:${await listening(server)}/ws`, lookOn);
  const client = new WebSocket(`ws://127.0.0.1:${port}/ws`, { perMessageDeflate: deflate });
  onTestFinished(() => client.terminate());
  await once(client, 'open');
  const texts = ['one', 'one one one one one', '{"two":2}', 'z'.repeat(5000)];
  for (const text of texts) {
    client.send(text);
    await once(client, 'message');
  }
  await expect.poll(() => said).toEqual({ c2s: texts, s2c: texts.map((text) => `echo ${text}`) });
});
