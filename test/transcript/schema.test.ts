import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/session/redaction/redactor.ts';
import { createHeader } from '../../src/transcript/header.ts';
import { createRecorder } from '../../src/transcript/record.ts';
import { refusedLines, validate } from '../support/transcript-schema.ts';
import { entries } from './entries.ts';
import { header } from './header.ts';

const folder = mkdtempSync(join(tmpdir(), 'schema-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('every line the recorder writes is valid', () => {
  const path = join(folder, 't.mcp.jsonl');
  const redactor = createRedactor(['starting "up"']);
  const target = {
    transport: 'stdio',
    command: 'node',
    args: ['server.js', '--token', 'abc'],
    cwd: '/home/me',
    env: { PATH: '/bin', HOME: '/home/me' },
    given: [],
    beyondClient: [],
  } as const;
  const { id, tool, client } = header;
  const started = new Date(0);
  const recorder = createRecorder({
    path,
    header: createHeader({ id, started, tool, target, client, lineLimit: 1024, redactor }),
    redactor,
  });
  for (const entry of entries) recorder.write(entry);
  recorder.close();
  expect(refusedLines(path)).toEqual([]);
  expect(JSON.parse(readFileSync(path, 'utf8').split('\n')[0] ?? '').target).toEqual({
    transport: 'stdio',
    command: ['node', 'server.js', '--token', '[redacted]'],
    cwd: '/home/me',
    env: ['HOME', 'PATH'],
  });
});

describe('what is wrong is refused', () => {
  const frame = { type: 'frame', seq: 3, t: 1, conn: 1, session: 0, dir: 'c2s', n: 2, msg: {} };
  test.each<[string, Record<string, unknown>]>([
    ['no type', { seq: 1, t: 0 }],
    ['no message', { ...frame, msg: undefined }],
    ['another direction', { ...frame, dir: 'up' }],
    ['raw bytes beside a redaction', { ...frame, raw: 'e30=', redacted: [] }],
    ['a negative time', { ...frame, t: -1 }],
    ['a pointer that is none', { ...frame, redacted: ['a'] }],
    ['another format', { ...header, format: 'har' }],
    ['an invalid line without its text', { ...frame, type: 'invalid', why: 'x' }],
    ['another event', { ...frame, type: 'life', at: '2026-11-27T12:04:31Z', event: 'dance' }],
  ])('%s', (_, line) => {
    expect(validate(JSON.parse(JSON.stringify(frame)))).toBe(true);
    expect(validate(JSON.parse(JSON.stringify(line)))).toBe(false);
  });
});
