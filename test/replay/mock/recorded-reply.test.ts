import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { conversationIn } from '../../../src/replay/conversation.ts';
import { offersStream, recordedExchange } from '../../../src/replay/mock/recorded-reply.ts';
import { readRecordedLog } from '../../../src/replay/recorded-log.ts';
import type { Log } from '../../../src/session/log/log.ts';
import { scratch } from '../../support/cli.ts';
import { calling, transcriptOf } from '../../support/mocked.ts';

/** A recording of these lines, numbered from 1. */
async function logOf(...lines: readonly object[]): Promise<Log> {
  const path = join(scratch(), 'r.mcp.jsonl');
  const numbered = lines.map((line, at) => {
    const { type, ...rest } = { type: 'http', ...line } as { type: string };
    return JSON.stringify({ type, seq: at + 1, t: at, conn: 1, session: 0, ...rest });
  });
  writeFileSync(path, transcriptOf([]) + numbered.map((line) => `${line}\n`).join(''));
  return readRecordedLog(path);
}

const asked = { x: 1, phase: 'request', method: 'POST', url: 'http://127.0.0.1/mcp', headers: [] };
const call = { type: 'frame', dir: 'c2s', n: 1, x: 1, msg: JSON.parse(calling(1, 'get')) };
const at = '2026-11-29T20:16:55.000Z';
const left = { type: 'life', at, event: 'timeout', re: 2 };
const lost = { type: 'life', at, event: 'lost', re: 2 };
const responded = (status: number, ...headers: readonly (readonly [string, string])[]) => ({
  ...{ x: 1, phase: 'response', status, headers },
});
const EVENTS = ['Content-Type', 'text/event-stream; charset=utf-8'] as const;
const error = (detail: string) => ({ x: 1, phase: 'error', detail });

it.each<readonly [string, readonly object[], unknown]>([
  [
    'a page, with the headers that are not of its connection',
    [
      responded(
        502,
        ['content-type', 'text/html'],
        ['Content-Length', '4'],
        ['Date', 'x'],
        ['Retry-After', '7'],
      ),
      { x: 1, phase: 'end', body: '<h1>' },
      lost,
    ],
    {
      ...{ status: 502, isStream: false, body: '<h1>', end: 'whole' },
      headers: [
        ['content-type', 'text/html'],
        ['Retry-After', '7'],
      ],
    },
  ],
  [
    'bytes, without what was redacted',
    [
      responded(404, ['X-Key', '[redacted]'], ['X-Auth', 'Bearer [redacted]']),
      { x: 1, phase: 'end', base64: 'w6k=' },
      lost,
    ],
    { status: 404, isStream: false, headers: [], body: 'é', end: 'whole' },
  ],
  [
    'no body in which something was redacted',
    [responded(401), { x: 1, phase: 'end', body: 'key [redacted] is wrong' }, lost],
    { status: 401, isStream: false, headers: [], body: '', end: 'whole' },
  ],
  [
    'a stream that was cut off',
    [responded(200, EVENTS), error('socket hang up'), lost],
    { status: 200, isStream: true, headers: [EVENTS], body: '', end: 'broken' },
  ],
  [
    'a stream that the client left',
    [responded(200, EVENTS), left, error('gave up')],
    { status: 200, isStream: true, headers: [EVENTS], body: '', end: 'open' },
  ],
  [
    'a stream that was open at the end',
    [responded(200, EVENTS), error('the connection was closed')],
    { status: 200, isStream: true, headers: [EVENTS], body: '', end: 'open' },
  ],
  ['a connection that was lost', [error('socket hang up'), lost], 'none'],
  ['silence until the client left', [left, error('gave up')], undefined],
])('reads how HTTP answered: %s', async (_, lines, wanted) => {
  const log = await logOf(asked, call, ...lines);
  const [request] = conversationIn(log).requests;
  const found = request && recordedExchange(log, request);
  expect(typeof found === 'object' ? { ...found, body: found.body.toString() } : found).toEqual(wanted);
});

it.each([
  [true, []],
  [false, [405]],
  [true, [405, 200]],
])('knows whether there is a stream beside the answers: %s', async (offers, statuses) => {
  const lines = statuses.flatMap((status, place) => [
    { ...asked, x: place + 1, method: 'GET' },
    { ...responded(status), x: place + 1 },
  ]);
  expect(offersStream(await logOf(...lines))).toBe(offers);
});
