import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { NoteEntry } from '../../src/session/frame.ts';
import type { Header } from '../../src/transcript/header.ts';
import { createNotebook, notesFile } from '../../src/transcript/notes.ts';
import { openTranscript, type ReadEntry } from '../../src/transcript/read.ts';
import { createRecorder } from '../../src/transcript/record.ts';
import { entries } from './entries.ts';
import { header } from './header.ts';

const folder = mkdtempSync(join(tmpdir(), 'notes-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 't.mcp.jsonl');
const note: NoteEntry = { type: 'note', seq: 21, t: 99, conn: 1, session: 0, at: 6, text: 'see "here"' };

function record(by: Header): void {
  const recorder = createRecorder({ path, header: by, overwrite: true });
  for (const entry of entries) recorder.write(entry);
  recorder.close();
}

async function lastEntry() {
  const transcript = openTranscript(path);
  let last: ReadEntry | undefined;
  for await (const batch of transcript.batches()) last = batch.entries.at(-1) ?? last;
  transcript.close();
  return last;
}

beforeEach(() => {
  rmSync(notesFile(path), { force: true });
  record(header);
});

test.each([
  ['/a/b.mcp.jsonl', '/a/b.notes.jsonl'],
  ['/a/b.jsonl', '/a/b.notes.jsonl'],
  ['/a/b', '/a/b.notes.jsonl'],
])('notes on %s stand in %s', (file, notes) => {
  expect(notesFile(file)).toBe(notes);
});

test('go to the end of a file that is ours, and are read with it', async () => {
  expect(createNotebook({ path, header, live: new Set() }).write(note)).toBe(path);
  expect(existsSync(notesFile(path))).toBe(false);
  expect((await lastEntry())?.entry).toEqual(note);
});

test('stand on a line of their own after a torn one', async () => {
  truncateSync(path, readFileSync(path).length - 9);
  createNotebook({ path, header, live: new Set() }).write(note);
  expect((await lastEntry())?.entry).toEqual(note);
});

test.each<[string, Header, ReadonlySet<string>]>([
  ['by another program', { ...header, tool: { name: 'other', version: '1' } }, new Set()],
  ['that is still being written', header, new Set([path])],
])('on a file %s go beside it, and are read with it', async (_, by, live) => {
  record(by);
  const before = readFileSync(path, 'utf8');
  expect(createNotebook({ path, header: by, live }).write(note)).toBe(notesFile(path));
  expect(readFileSync(path, 'utf8')).toBe(before);
  expect(await lastEntry()).toEqual({ entry: note });
});

test.skipIf(process.getuid?.() === 0)('on a file that may not be written to go beside it', () => {
  chmodSync(path, 0o400);
  expect(createNotebook({ path, header, live: new Set() }).write(note)).toBe(notesFile(path));
});
