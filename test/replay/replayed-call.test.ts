import { expect, it } from 'vitest';
import { systemClock } from '../../src/host/clock.ts';
import { openRecorded } from '../../src/host/recorded.ts';
import { conversationIn } from '../../src/replay/conversation.ts';
import { replayedCalls } from '../../src/replay/replayed-call.ts';
import { clientFrame, clientRecording } from '../support/client-recording.ts';

const request = (seq: number, method: string, params: object = {}, by = ''): string =>
  clientFrame(
    seq,
    JSON.stringify({ jsonrpc: '2.0', id: seq, method, params }),
    by === '' ? '' : `,"by":"${by}"`,
  );
const notice = (seq: number, method: string, params: object): string =>
  clientFrame(seq, JSON.stringify({ jsonrpc: '2.0', method, params }));
const answer = (seq: number, re: number, result: object): string =>
  clientFrame(seq, JSON.stringify({ jsonrpc: '2.0', id: re, result }), `,"re":${re}`).replace('c2s', 's2c');

const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
const open = (by: string): readonly string[] => [
  request(1, 'initialize', hello, by && 'auto'),
  answer(2, 1, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's' } }),
];

async function callsIn(...lines: readonly string[]): Promise<readonly string[]> {
  const { file } = clientRecording(...lines);
  const host = await openRecorded(file, systemClock);
  await host.whole;
  const conversation = conversationIn(host.log);
  const calls = replayedCalls(conversation, host.log);
  await host.close();
  return [
    ...calls.map(({ answered, subject, end, isFollowed }) =>
      [answered, subject, end.kind, isFollowed ? '' : 'left'].filter(Boolean).join(' '),
    ),
    ...conversation.loose.map(({ kind, method }) => `loose ${kind} ${method}`),
  ];
}

it('sends again what another client asked for, without what opens, lists, or goes on with it', async () => {
  expect(
    await callsIn(
      ...open(''),
      request(3, 'tools/list'),
      answer(4, 3, { tools: [] }),
      request(5, 'ping'),
      answer(6, 5, {}),
      request(7, 'tools/call', { name: 'a', task: {} }),
      answer(8, 7, { task: { taskId: 't1', status: 'working' } }),
      request(9, 'tasks/get', { taskId: 't1' }),
      answer(10, 9, { taskId: 't1', status: 'completed' }),
      request(11, 'tasks/result', { taskId: 't1' }),
      answer(12, 11, { content: [] }),
      request(13, 'tools/call', { name: 'b', task: {} }),
      answer(14, 13, { task: { taskId: 't2', status: 'working' } }),
      request(15, 'logging/setLevel', { level: 'info' }),
    ),
  ).toEqual(['tasks/result a answered', 'tools/call b answered left', 'logging/setLevel info unanswered']);
});

it('sends again what the person asked for, where that can be told', async () => {
  expect(
    await callsIn(
      ...open('auto'),
      request(3, 'ping', {}, 'auto'),
      answer(4, 3, {}),
      request(5, 'ping', {}, 'user'),
      answer(6, 5, {}),
      request(7, 'tools/list', {}, 'user'),
      answer(8, 7, { tools: [] }),
      request(9, 'resources/read', { uri: 'x:y' }, 'user'),
    ),
  ).toEqual(['ping answered', 'resources/read x:y unanswered']);
});

it('lets an answer that came after the time-out count, and not the cancellation that went with it', async () => {
  const life = (seq: number, event: string): string =>
    JSON.stringify({ type: 'life', seq, t: seq, conn: 1, session: 0, at: '', event, re: 3 });
  const lines = [
    ...open('auto'),
    request(3, 'tools/call', { name: 'slow' }, 'user'),
    life(4, 'timeout'),
    notice(5, 'notifications/cancelled', { requestId: 3 }),
  ];
  expect(await callsIn(...lines)).toEqual(['tools/call slow timeout']);
  expect(await callsIn(...lines, answer(6, 3, { content: [] }))).toEqual(['tools/call slow answered']);
});

it('ends a call where its client gave it up, and puts an answer that came after that to no other', async () => {
  expect(
    await callsIn(
      ...open(''),
      request(3, 'tools/call', { name: 'slow' }),
      notice(4, 'notifications/cancelled', { requestId: 3 }),
      request(5, 'tools/call', { name: 'next' }),
      answer(6, 3, { content: [] }),
      answer(7, 5, { content: [] }),
    ),
  ).toEqual(['tools/call slow cancelled', 'tools/call next answered', 'loose result tools/call']);
});
