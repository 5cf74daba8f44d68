import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { createMock } from '../../../src/replay/mock/mock.ts';
import { type HttpRefused, serveStdio } from '../../../src/replay/mock/stdio.ts';
import { calling, conversationOf, opening } from '../../support/mocked.ts';

const served = async (refusal = (): HttpRefused | undefined => undefined) => {
  const conversation = await conversationOf([
    ...opening(),
    `> ${calling(1, 'get')}`,
    '< {"jsonrpc":"2.0","id":1,"result":{"content":[]}}',
    `> ${calling(2, 'lost')}`,
  ]);
  const mock = createMock(conversation, {
    ...{ ignore: [], repeat: 'last', allowRedacted: false, newId: randomUUID, tell: () => {} },
  });
  const [from, to] = [new PassThrough(), new PassThrough({ highWaterMark: 100 })];
  const stopping = new AbortController();
  const ended = serveStdio(mock, { from, to, stop: stopping.signal, refusal });
  return { from, to, ended, stop: () => stopping.abort() };
};

const answer = (id: number): string => `{"jsonrpc":"2.0","id":${id},"result":{"content":[]}}`;

it('takes lines however they are cut, batches, and a last line without an end', async () => {
  const { from, to, ended } = await served();
  const text = `${calling(1, 'get')}\r\n\n[${calling(2, 'get')},${calling(3, 'get')}]\n${calling(4, 'get')}`;
  for (const part of text.match(/[\s\S]{1,7}/g) ?? []) from.write(part);
  from.end();
  to.setEncoding('utf8');
  let came = '';
  to.on('data', (chunk) => {
    came += chunk;
  });
  await ended;
  expect(came.trim().split('\n')).toEqual([1, 2, 3, 4].map(answer));
});

it('reads no further while nothing is read of what it says', async () => {
  const { from, to, stop, ended } = await served();
  from.write(`${calling(1, 'get')}\n`.repeat(50));
  await vi.waitFor(() => expect(from.isPaused()).toBe(true));
  to.resume();
  await vi.waitFor(() => expect(from.isPaused()).toBe(false));
  stop();
  await ended;
});

it('answers with an error where HTTP answered with no message', async () => {
  const { from, to, stop, ended } = await served(() => ({ message: 'HTTP 502', status: 502 }));
  from.write(`${calling(7, 'lost')}\n`);
  const [chunk] = await once(to, 'data');
  expect(JSON.parse(String(chunk))).toEqual({
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32000, message: 'HTTP 502', data: { http: { status: 502 } } },
  });
  stop();
  await ended;
});
