import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Entry } from '../../src/session/frame.ts';
import type { StdioTarget } from '../../src/session/target.ts';
import { liveFiles, markLive } from '../../src/transcript/live.ts';
import { placeFor, recordingsFolder } from '../../src/transcript/place.ts';
import { createRecorder } from '../../src/transcript/record.ts';
import { countLines, prune, recordingHead, recordings } from '../../src/transcript/recordings.ts';
import { entries } from './entries.ts';
import { header } from './header.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recordings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const now = new Date(2026, 10, 27, 12, 4, 31);
const unnoted = entries.filter((entry) => entry.type !== 'note');

function record(name: string, lines: readonly Entry[] = unnoted, started = header.started): string {
  const path = join(folder, `${name}.mcp.jsonl`);
  const recorder = createRecorder({ path, header: { ...header, started } });
  for (const entry of lines) recorder.write(entry);
  recorder.close();
  return path;
}

function aged(path: string, days: number): string {
  const time = new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
  utimesSync(path, time, time);
  return path;
}

describe('the place of a recording', () => {
  const target = (command: string): StdioTarget => {
    const [program = '', ...args] = command.split(' ');
    return { transport: 'stdio', command: program, args, cwd: '/', env: {}, given: [], beyondClient: [] };
  };

  test.each([
    ['npx -y @modelcontextprotocol/server-everything', 'everything'],
    ['npx -y some-server@1.2.3 --port 3', 'some-server'],
    ['npx @scope/github-mcp-server', 'github'],
    ['node dist/index.js', 'index'],
    ['node /home/me/weather/dist/index.js', 'weather'],
    ['node ./weather.mjs', 'weather'],
    ['uvx mcp-server-git', 'git'],
    ['uv run server.py', 'server'],
    ['/usr/local/bin/my-server', 'my-server'],
    ['C:\\tools\\server.exe', 'server'],
    ['node', 'node'],
  ])('is named after %s', (command, name) => {
    expect(placeFor(folder, target(command), now)).toBe(
      join(folder, `2026-11-27T12-04-31-${name}.mcp.jsonl`),
    );
  });

  test('is a file as it is given', () => {
    expect(placeFor(join(folder, 'a.jsonl'), target('x'), now)).toBe(join(folder, 'a.jsonl'));
  });

  test('is in a folder that is not there yet when it ends in a slash', () => {
    expect(placeFor(`${folder}/new/`, target('x'), now)).toBe(
      join(folder, 'new', '2026-11-27T12-04-31-x.mcp.jsonl'),
    );
  });

  test('is free', () => {
    record('2026-11-27T12-04-31-x');
    expect(basename(placeFor(folder, target('x'), now))).toBe('2026-11-27T12-04-31-x-2.mcp.jsonl');
  });

  test('is in the state folder by default', () => {
    expect(recordingsFolder()).toMatch(/mcp-loupe[/\\]recordings$/);
  });
});

describe('the list', () => {
  const handshake: Entry = {
    type: 'frame',
    seq: 20,
    t: 1,
    conn: 1,
    session: 0,
    dir: 's2c',
    n: 1,
    msg: '{"id":1,"result":{"serverInfo":{"name":"everything","version":"2"}}}',
  };

  test('has the newest first, by name and counts', async () => {
    const first = record('first', [...unnoted, handshake], '2026-11-26T00:00:00.000Z');
    const second = record('second', unnoted, '2026-11-27T00:00:00.000Z');
    expect(await recordings(folder)).toEqual([
      {
        path: second,
        started: '2026-11-27T00:00:00.000Z',
        server: 'npx server-everything',
        frames: 3,
        findings: 1,
        bytes: statSync(second).size,
      },
      {
        path: first,
        started: '2026-11-26T00:00:00.000Z',
        server: 'everything',
        frames: 4,
        findings: 1,
        bytes: statSync(first).size,
      },
    ]);
  });

  test('passes over what is no recording, and is empty without a folder', async () => {
    writeFileSync(join(folder, 'x.mcp.jsonl'), 'hello');
    writeFileSync(join(folder, 'x.txt'), 'hello');
    expect(await recordings(folder)).toEqual([]);
    expect(await recordings(join(folder, 'nope'))).toEqual([]);
  });

  test('counts lines across chunks, and not what a message says', async () => {
    const path = join(folder, 'long');
    const line = `{"type":"frame","text":"${'x'.repeat(997)} \\n{\\"type\\":\\"frame\\""}\n`;
    writeFileSync(path, `{"type":"header"}\n${line.repeat(5000)}{"type":"note"}\n`);
    expect((await countLines(path, ['frame', 'note'])).counts).toEqual({ frame: 5000, note: 1 });
  });
});

describe('pruning', () => {
  test('deletes what is old', async () => {
    const old = aged(record('old'), 31);
    const young = aged(record('young'), 29);
    expect(await prune(folder, now)).toEqual([old]);
    expect(existsSync(young)).toBe(true);
  });

  test('deletes the oldest beyond the bytes kept', async () => {
    const paths = [3, 1, 2].map((days) => aged(record(`of-day-${days}`), days));
    const bytes = statSync(paths[0] ?? '').size;
    expect(await prune(folder, now, { bytes: 2 * bytes, days: 30 })).toEqual([paths[0]]);
    expect(await prune(folder, now, { bytes: 0, days: 30 })).toEqual([paths[2], paths[1]]);
  });

  test('keeps notes, marks, what is written to, and other files', async () => {
    aged(record('noted', entries), 90);
    aged(record('noted-beside'), 90);
    writeFileSync(join(folder, 'noted-beside.notes.jsonl'), '');
    const live = aged(record('live'), 90);
    const done = markLive(folder, { pid: process.pid, id: 'a', path: live });
    aged(record('crashed'), 90);
    markLive(folder, { pid: 2 ** 30, id: 'b', path: join(folder, 'crashed.mcp.jsonl') });
    writeFileSync(join(folder, 'mine.txt'), '');
    aged(join(folder, 'mine.txt'), 90);

    expect((await prune(folder, now)).map((path) => basename(path))).toEqual(['crashed.mcp.jsonl']);
    done();
    expect(await prune(folder, now)).toEqual([live]);
  });

  test('does nothing where there is no folder', async () => {
    expect(await prune(join(folder, 'nope'), now)).toEqual([]);
  });
});

test('what dead processes wrote to is forgotten', () => {
  mkdirSync(join(folder, '.live'));
  markLive(folder, { pid: 1, id: 'a', path: '/a' });
  markLive(folder, { pid: 2, id: 'b', path: '/b' });
  expect([...liveFiles(folder, (pid) => pid === 1)]).toEqual(['/a']);
  expect(readdirSync(join(folder, '.live'))).toEqual(['1-a']);
});

describe('the first lines of a recording', () => {
  const life = { type: 'life', at: '2026-11-27T12:04:31.000Z', event: 'spawn', pid: 1 } as const;
  const answer = (seq: number, result: object): Entry => ({
    ...{ seq, t: seq, conn: 1, session: 0, type: 'frame', dir: 's2c', n: 9, by: 'server', line: seq },
    msg: JSON.stringify({ jsonrpc: '2.0', id: seq, result }),
  });
  const first: Entry = { ...life, seq: 1, t: 1, conn: 1, session: 0 };
  const tools = (...names: readonly string[]) => ({ tools: names.map((name) => ({ name })) });

  test('tell what it is of, and whether that answered', () => {
    const failed = recordingHead(record('failed', [first]));
    expect(failed).toMatchObject({ isReady: false, tools: undefined, target: header.target });
    const info = { protocolVersion: '2025-11-25', serverInfo: { name: 'sky', version: '1' } };
    expect(recordingHead(record('ready', [first, answer(2, info)]))).toMatchObject({
      ...{ isReady: true, tools: undefined, server: 'sky' },
    });
    // Tools may come in several pages.
    const pages = [
      answer(2, info),
      answer(3, { ...tools('a', 'b'), nextCursor: 'c' }),
      answer(4, tools('c')),
    ];
    expect(recordingHead(record('listed', [first, ...pages]))?.tools).toBe(3);
    // And be listed again, after a change or a restart.
    expect(recordingHead(record('again', [first, ...pages, answer(5, tools('a'))]))?.tools).toBe(1);
  });

  test('are nothing where there is no recording', () => {
    const other = join(folder, 'other.mcp.jsonl');
    writeFileSync(other, 'hello');
    expect(recordingHead(other)).toBeUndefined();
    expect(recordingHead(join(folder, 'none.mcp.jsonl'))).toBeUndefined();
  });
});
