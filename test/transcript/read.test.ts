import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/session/redaction/redactor.ts';
import { createLineSplitter } from '../../src/transcript/lines.ts';
import { openTranscript, type ReadEntry } from '../../src/transcript/read.ts';
import { TranscriptError } from '../../src/transcript/read-header.ts';
import { createRecorder } from '../../src/transcript/record.ts';
import { entries } from './entries.ts';
import { header } from './header.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 't.mcp.jsonl');

beforeEach(() => {
  const recorder = createRecorder({ path, header, redactor: createRedactor(), overwrite: true });
  for (const entry of entries) recorder.write(entry);
  recorder.close();
});

async function read(file = path) {
  const transcript = openTranscript(file);
  const all: ReadEntry[] = [];
  const notes: string[] = [];
  let bytes = 0;
  for await (const batch of transcript.batches()) {
    all.push(...batch.entries);
    notes.push(...batch.notes);
    bytes = batch.read;
  }
  return { transcript, all, notes, bytes };
}

test('gives every entry as it was written, with its message parsed and its place', async () => {
  const { transcript, all, notes, bytes } = await read();
  expect(transcript.header).toEqual(header);
  expect(all.map(({ entry }) => entry)).toEqual(entries);
  expect(notes).toEqual([]);
  expect(bytes).toBe(transcript.size);
  for (const { entry, message, place } of all) {
    expect(place && transcript.source.entry(place.offset, place.length)).toEqual(entry);
    if (entry.type === 'frame') expect(message).toEqual(JSON.parse(entry.msg));
  }
  transcript.close();
});

test('read no further than wanted, leaves alone who has the number of its file then', async () => {
  const transcript = openTranscript(path);
  for await (const { entries: some } of transcript.batches()) if (some.length > 0) break;
  transcript.close();
  const other = openSync(path, 'r');
  for (let i = 0; i < 5; i += 1) await readFile(path); // behind what the stream may still be closing
  expect(readSync(other, Buffer.alloc(9), 0, 9, 0)).toBe(9);
  closeSync(other);
});

describe('what cannot be used is left out, and said', () => {
  const lines = () => readFileSync(path, 'utf8').split('\n').slice(0, -1);
  const seqs = entries.map((entry) => entry.seq);

  test('a torn last line', async () => {
    truncateSync(path, readFileSync(path).length - 9);
    const { all, notes } = await read();
    expect(all.map(({ entry }) => entry.seq)).toEqual(seqs.slice(0, -1));
    expect(notes).toEqual(['line 21 is torn and was left out: the recording ended in the middle of it']);
  });

  test('not a last line that lacks nothing but its LF', async () => {
    truncateSync(path, readFileSync(path).length - 1);
    const { all, notes } = await read();
    expect(all.length).toBe(entries.length);
    expect(notes).toEqual([]);
  });

  test('a broken line in the middle, a seq that goes back or away', async () => {
    const [first, ...rest] = lines();
    const jump = rest[3]?.replace('"seq":4', '"seq":1999999999');
    writeFileSync(path, [first, rest[0], 'oops', rest[0], jump, '', ...rest.slice(1)].join('\r\n'));
    const { all, notes } = await read();
    expect(all.map(({ entry }) => entry.seq)).toEqual(seqs);
    expect(notes).toEqual([
      'line 3 was left out: it is not JSON',
      'line 4 was left out: its seq 1 does not follow 1',
      'line 5 was left out: its seq 1999999999 does not follow 1',
    ]);
  });

  test('lines that are missing, all of them in one sentence', async () => {
    const all = lines();
    const kept = all.filter((_, seq) => ![3, 4, 9].includes(seq));
    writeFileSync(path, `${kept.with(5, 'oops').join('\n')}\n`);
    const { notes } = await read();
    expect(notes).toEqual([
      'line 6 was left out: it is not JSON',
      '3 lines are missing from line 4 on: some findings may be caused by the missing lines',
    ]);
  });

  test('a line that nobody could hold, without holding it', async () => {
    const before = lines();
    writeFileSync(path, `${before.slice(0, 5).join('\n')}\n`);
    // Zeros beyond the limit of a line, of which the disk keeps none.
    truncateSync(path, 300_000_000);
    appendFileSync(path, `\n${before.slice(6).join('\n')}\n`);
    const { all, notes } = await read();
    expect(all.map(({ entry }) => entry.seq)).toEqual(seqs.filter((seq) => seq !== 5));
    expect(notes).toEqual(['line 6 was left out: it has 300 MB, and lines of up to 273 MB are read']);
  }, 60_000);

  test('a number that is too great to be told', async () => {
    const [first = '', second = ''] = lines();
    const step = (seq: number): string => second.replace('"seq":1', `"seq":${seq}`);
    const numbers = Array.from({ length: 216 }, (_, at) => 1 + at * 9_999_999);
    writeFileSync(path, `${[first, ...numbers.map(step)].join('\n')}\n`);
    const { all, notes } = await read();
    expect(all.at(-1)?.entry.seq).toBe(2_139_999_787);
    expect(notes).toEqual([
      'line 217 was left out: its seq 2149999786 does not follow 2139999787',
      expect.stringMatching(/^\d+ lines are missing from line 3 on/),
    ]);
  });

  test('notes beside it that cannot be read', async () => {
    const beside = join(folder, 't.notes.jsonl');
    execFileSync('mkfifo', [beside]);
    const { all, notes } = await read();
    rmSync(beside);
    expect(all.length).toBe(entries.length);
    expect(notes).toEqual([
      `the notes in ${beside} cannot be read: it is a pipe: save its output to a file first`,
    ]);
  });

  test('more than anybody reads, in a sentence', async () => {
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text + 'oops\n'.repeat(123));
    const { all, notes } = await read();
    expect(all.length).toBe(entries.length);
    expect(notes.slice(-2)).toEqual([
      'line 121 was left out: it is not JSON',
      'left out as well: 23 more, down to line 144',
    ]);
  });

  test('unknown types and members in silence', async () => {
    appendFileSync(path, '{"type":"later","seq":21,"t":42,"conn":1,"session":0,"phase":"request"}\n');
    appendFileSync(path, '{"type":"note","seq":22,"t":43,"conn":1,"session":0,"at":4,"colour":"red"}\n');
    const { all, notes } = await read();
    expect(all.at(-1)?.entry).toMatchObject({ type: 'note', seq: 22, at: 4 });
    expect(notes).toEqual([]);
  });
});

test.each([
  ['', 'it does not begin with the header of an mcp-transcript'],
  ['{"jsonrpc":"2.0","id":1}', 'it does not begin with the header of an mcp-transcript'],
  [
    JSON.stringify({ ...header, version: 2 }),
    'it is an mcp-transcript of version 2, and this program reads version 1',
  ],
  [JSON.stringify({ ...header, tool: 'x' }), 'its header is not valid: tool: '],
])('refuses %s', async (text, why) => {
  writeFileSync(path, `${text}\n`);
  expect(() => openTranscript(path)).toThrow(TranscriptError);
  expect(() => openTranscript(path)).toThrow(`cannot open ${path}: ${why}`);
});

test('refuses what is not there, and folders', () => {
  expect(() => openTranscript(join(folder, 'nope'))).toThrow('nope: no such file');
  expect(() => openTranscript(folder)).toThrow(`cannot open ${folder}: it is a folder`);
});

test('refuses a pipe, in which it cannot go back', () => {
  const pipe = join(folder, 'pipe');
  execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
  const writer = spawn('sh', ['-c', 'echo x > "$0"', pipe]);
  expect(() => openTranscript(pipe)).toThrow(
    `cannot open ${pipe}: it is a pipe: save its output to a file first`,
  );
  writer.kill();
});

test('lines are the same wherever the chunks end', () => {
  const bytes = Buffer.from('ab\n\näöü𝄞\nx');
  const whole = createLineSplitter();
  const expected = [...whole.push(bytes), ...whole.end()];
  expect(expected.map((line) => line.text)).toEqual(['ab', '', 'äöü𝄞', 'x']);
  expect(expected.map((line) => bytes.subarray(line.place.offset).toString().split('\n')[0])).toEqual(
    expected.map((line) => line.text),
  );
  for (let first = 0; first < bytes.length; first++) {
    for (let second = first; second < bytes.length; second++) {
      const splitter = createLineSplitter();
      const chunks = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
      expect([...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()]).toEqual(expected);
    }
  }
});
