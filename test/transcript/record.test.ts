import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Entry, FrameEntry, HttpEntry } from '../../src/session/frame.ts';
import { createRedactor } from '../../src/session/redaction/redactor.ts';
import { readLine } from '../../src/transcript/line.ts';
import { createRecorder, RecordError, type RecorderOptions } from '../../src/transcript/record.ts';
import { entries } from './entries.ts';
import { header } from './header.ts';

const folder = mkdtempSync(join(tmpdir(), 'record-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'new', 't.mcp.jsonl');
const record = (options: Partial<RecorderOptions> = {}) => createRecorder({ path, header, ...options });
const lines = () => readFileSync(path, 'utf8').split('\n');
const frame = (seq: number, more: Partial<FrameEntry> = {}): FrameEntry => ({
  type: 'frame',
  seq,
  t: seq,
  conn: 1,
  session: 0,
  dir: 's2c',
  n: 10,
  msg: '{"id":1}',
  ...more,
});

const http = (more: Partial<HttpEntry>): HttpEntry => ({
  ...{ type: 'http', seq: 1, t: 1, conn: 1, session: 0, x: 1, phase: 'request' },
  ...more,
});

test('writes the header and every entry, and only the owner may read them', () => {
  const recorder = record();
  for (const entry of entries) recorder.write(entry);
  recorder.close();
  expect(lines().length).toBe(entries.length + 2);
  expect(JSON.parse(lines()[0] ?? '')).toEqual(header);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
});

test('writes once a tick', () => {
  const flushes: (() => void)[] = [];
  const recorder = record({ schedule: (flush) => flushes.push(flush) });
  recorder.write(frame(1));
  recorder.write(frame(2));
  expect(flushes.length).toBe(1);
  expect(readFileSync(path, 'utf8')).toBe('');
  flushes[0]?.();
  expect(lines().length).toBe(4);
  recorder.write(frame(3));
  expect(flushes.length).toBe(2);
  recorder.close();
});

test('reads lines back, those that wait too', () => {
  const recorder = record();
  const places = entries.map((entry) => recorder.write(entry));
  for (const [at, place] of places.entries()) {
    expect(place && recorder.source.entry(place.offset, place.length)).toEqual(entries[at]);
  }
  recorder.close();
});

test('gives the head of a line without reading all of it', () => {
  const recorder = record();
  const long = recorder.write(frame(1, { pre: '"msg":', msg: `{"text":"${'ä'.repeat(100_000)}"}` }));
  const short = recorder.write({ type: 'stderr', seq: 2, t: 2, conn: 1, session: 0, text: 'started' });
  expect(long && recorder.source.head(long.offset, long.length, 12)).toBe('{"text":"äää');
  expect(short && recorder.source.head(short.offset, short.length, 5)).toBe('start');
  recorder.close();
});

describe('an existing file', () => {
  test('is never overwritten', () => {
    record().close();
    expect(() => record()).toThrow(RecordError);
    expect(() => record()).toThrow(`${path} exists: name another file, or overwrite it with --force`);
  });

  test('unless told, and then it is private as well', () => {
    record().close();
    writeFileSync(path, 'something long that was here before\n'.repeat(100), { mode: 0o644 });
    record({ overwrite: true }).close();
    expect(lines()).toEqual([JSON.stringify(header), '']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('is named as what it is in the place of a folder', () => {
    record().close();
    const inside = join(path, 'x.mcp.jsonl');
    expect(() => record({ path: inside })).toThrow(
      `cannot record to ${inside}: a part of its path is not a folder`,
    );
  });
});

test.runIf(existsSync('/dev/full'))('a full disk stops the recording and nothing else', () => {
  const onStop = vi.fn();
  const recorder = record({ path: '/dev/full', overwrite: true, onStop });
  const place = recorder.write(frame(1));
  recorder.flush();
  expect(onStop.mock.calls).toEqual([['the recording stopped: no space left on the disk (/dev/full)']]);
  expect(recorder.stopped()).toContain('no space');
  expect(place && recorder.source.entry(place.offset, place.length)).toBeUndefined();
  expect(recorder.write(frame(2))).toBeUndefined();
  recorder.close();
});

describe('secrets', () => {
  const secret = 'correct-horse-battery';
  const redactor = createRedactor([secret]);
  const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');

  test.each<[string, Entry, Partial<FrameEntry> | Partial<HttpEntry>]>([
    [
      'in a message',
      frame(1, { msg: `{"result": "\\u0063orrect-horse-battery", "n": 1.0}` }),
      { msg: '{"result": "[redacted]", "n": 1.0}', redacted: ['/result'] },
    ],
    ['around a message', frame(1, { pre: `[${secret}] ` }), { pre: '[[redacted]] ', redacted: [] }],
    [
      'in raw bytes, which are dropped',
      frame(1, { msg: `{"a":"${secret}"}`, raw: base64(`{"a":\n"${secret}"}`) }),
      { msg: '{"a":"[redacted]"}', redacted: ['/a'] },
    ],
    [
      'in bytes',
      { ...frame(1), type: 'invalid', base64: base64(`\xff${secret}\xfe`), why: 'it is no UTF-8' } as Entry,
      { base64: base64('\xff[redacted]\xfe'), redacted: ['/base64'] },
    ],
    [
      'in a line that is JSON but no message',
      { ...frame(1), type: 'invalid', text: '{"level":"info", "token":"abc"}', why: 'no message' } as Entry,
      { redacted: ['/text'] },
    ],
    [
      'in a line of stderr',
      { type: 'stderr', seq: 1, t: 1, conn: 1, session: 0, text: `key ${secret}` },
      { redacted: ['/text'] },
    ],
    [
      'in what a finding quotes',
      { type: 'finding', seq: 1, t: 1, conn: 1, session: 0, at: 1, rule: 'x', message: `"${secret}"` },
      { redacted: ['/message'] },
    ],
    [
      'in headers, by their names',
      http({
        url: 'http://127.0.0.1/mcp?api_key=abc',
        headers: [
          ['Accept', 'application/json'],
          ['Authorization', 'Bearer abc'],
          ['Set-Cookie', 'a=1'],
          ['set-cookie', 'b=2'],
          ['Mcp-Session-Id', '7'],
          ['X-Custom', `a ${secret}`],
        ],
      }),
      {
        url: 'http://127.0.0.1/mcp?api_key=[redacted]',
        headers: [
          ['Accept', 'application/json'],
          ['Authorization', 'Bearer [redacted]'],
          ['Set-Cookie', '[redacted]'],
          ['set-cookie', '[redacted]'],
          ['Mcp-Session-Id', '[redacted]'],
          ['X-Custom', 'a [redacted]'],
        ],
        redacted: ['/url', '/headers/1/1', '/headers/2/1', '/headers/3/1', '/headers/4/1', '/headers/5/1'],
      },
    ],
    [
      'in bodies and bytes of HTTP',
      http({ body: '{"token":"abc"}', base64: base64(`\xff${secret}`) }),
      { body: '{"token":"[redacted]"}', base64: base64('\xff[redacted]'), redacted: ['/body', '/base64'] },
    ],
    [
      'in an event stream',
      http({ event: { id: '1', comment: `is ${secret}` } }),
      { event: { id: '1', comment: 'is [redacted]' }, redacted: ['/event/comment'] },
    ],
  ])('%s', (_, entry, expected) => {
    const recorder = record({ redactor });
    const place = recorder.write(entry);
    expect(place && recorder.source.entry(place.offset, place.length)).toEqual(entry);
    recorder.close();
    expect(readFileSync(path, 'utf8')).not.toContain(secret);
    const line = readLine(lines()[1] ?? '');
    expect(line).toMatchObject({ kind: 'entry', entry: expected });
    if (line.kind !== 'entry') return;
    expect(line.entry).not.toHaveProperty('raw');
    expect(place?.length).toBe(Buffer.byteLength(lines()[1] ?? ''));
  });
});

test('a frame gives its bytes back: raw, else pre, msg and post', () => {
  const bytesOf = ({ raw, pre = '', msg, post = '' }: FrameEntry) =>
    raw === undefined ? Buffer.from(pre + msg + post) : Buffer.from(raw, 'base64');
  const written = [
    frame(1, { pre: '\ufeffINFO ', msg: '{"a": "ü\\u0000"}', post: ' \r' }),
    frame(2, { raw: Buffer.from('7b2261223a22ff227d', 'hex').toString('base64'), msg: '{"a":"\ufffd"}' }),
  ];
  const recorder = record({ redactor: createRedactor() });
  for (const entry of written) recorder.write(entry);
  recorder.close();
  for (const [at, entry] of written.entries()) {
    const line = readLine(lines()[at + 1] ?? '');
    expect(line.kind === 'entry' && bytesOf(line.entry as FrameEntry)).toEqual(bytesOf(entry));
  }
});
