import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runCli, scratch } from '../support/cli.ts';
import { loupe, SERVER } from '../support/verbs-server.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/mcp-loupe.js', import.meta.url));

/** Everything that is read because its name stands on the command line. */
const READERS: readonly (readonly [name: string, words: (path: string) => readonly string[]])[] = [
  ['--config', (path) => ['list', '--config', path]],
  ['servers', (path) => ['servers', '--config', path]],
  // Node.js 20 reads what follows --env-file by itself, before this program does.
  ['--env-file', (path) => ['list', '-E', path, '--', 'node', SERVER]],
  ['--answers', (path) => ['list', '--answers', path, '--', 'node', SERVER]],
  ['--args', (path) => ['call', 'echo', '--args', `@${path}`, '--', 'node', SERVER]],
  ['key=@file', (path) => ['call', 'echo', `text=@${path}`, '--', 'node', SERVER]],
  ['--ca', (path) => ['list', '--ca', path, '--', 'https://127.0.0.1:9/']],
  [
    '--client-key',
    (path) => ['list', '--client-id', 'x', '--client-key', path, '--', 'https://127.0.0.1:9/'],
  ],
  [
    '--client-secret',
    (path) => ['list', '--client-id', 'x', '--client-secret', `@${path}`, '--', 'https://127.0.0.1:9/'],
  ],
  ['run', (path) => ['run', path, '--', 'node', SERVER]],
  ['open', (path) => ['open', path]],
];

/** What stands in the place of a file, with the words that tell of it. */
const ODD: readonly (readonly [name: string, make: (path: string) => void, why: string])[] = [
  ['pipe', (path) => execFileSync('mkfifo', [path]), 'it is a pipe: save its output to a file first'],
  ['link to /dev/zero', (path) => symlinkSync('/dev/zero', path), 'it is a device, not a file'],
  ['folder', (path) => mkdirSync(path), 'it is a folder'],
];

function oddFile(make: (path: string) => void): string {
  const path = join(scratch(), 'odd');
  make(path);
  return path;
}

describe.each(READERS)('%s', (name, words) => {
  it.each(ODD)('does not read a %s', async (_, make, why) => {
    const path = oddFile(make);
    const { code, stdout, stderr } = await runCli(words(path));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(path);
    expect(stderr).toContain(why);
  });

  it.skipIf(name === 'open')('does not read on and on', async () => {
    const path = oddFile((large) => {
      writeFileSync(large, '');
      truncateSync(large, 100_000_000_000);
    });
    const { code, stderr } = await runCli(words(path));
    expect(code).toBe(2);
    expect(stderr).toMatch(/odd: it has more than \d+ MB, the limit/);
  });

  it.each(['[', '{"a":'])('bears 100,000 of %s', async (opening) => {
    const path = oddFile((deep) => writeFileSync(deep, opening.repeat(100_000)));
    const { stderr } = await runCli(words(path));
    expect(stderr).not.toContain('unexpected');
  });
});

describe('a file of far too many', () => {
  it.each([
    [
      'wrong steps',
      'run',
      '{}\n'.repeat(1_000_000),
      'not a file of steps: more than 100 steps are not valid',
    ],
    ['steps', 'run', '{"sleep":0}\n'.repeat(100_001), 'has more than 100000 steps: pipe them to stdin (-)'],
    [
      'servers',
      'servers',
      `{"mcpServers":{${Array.from({ length: 20_000 }, (_, at) => `"s${at}":{"url":"http://x"}`).join()}}}`,
      'has 20000 servers, and files of up to 1000 are read',
    ],
  ])('%s is told in a sentence', async (_, name, content, why) => {
    const path = oddFile((many) => writeFileSync(many, content));
    const { code, stderr } = await runCli(READERS.find(([reader]) => reader === name)?.[1](path) ?? []);
    expect(code).toBe(2);
    expect(stderr).toContain(why);
    expect(stderr.length).toBeLessThan(1_000);
  });
});

describe('a pipe from the shell', () => {
  const piped = (script: string, ...words: readonly string[]) =>
    spawnSync('bash', ['-c', `exec "$0" "$1" ${script}`, process.execPath, PROGRAM, ...words], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: scratch() },
    });

  it('is read to its end', () => {
    const { status, stdout } = piped(
      `call say-hello --args @<(echo '{"name":'; sleep 0.3; echo '"Ada"}') -- demo`,
    );
    expect([status, stdout]).toEqual([0, expect.stringContaining('Good evening, Ada.')]);
  });

  it('may be stdin by its name', () => {
    const { status, stdout } = piped(`call say-hello name=@/dev/stdin -- demo < <(printf Ada)`);
    expect([status, stdout]).toEqual([0, expect.stringContaining('Good evening, Ada.')]);
  });

  it('has an end', () => {
    const { status, stderr } = piped('list -E <(head -c 17000000 /dev/zero) -- demo');
    expect([status, stderr]).toEqual([2, expect.stringContaining('it has more than 16 MB')]);
  });
});

describe('what is written on a full disk', () => {
  it('is a recording up to its last whole line, which is told', () => {
    const file = join(scratch(), 'r.mcp.jsonl');
    // Two blocks of 512 or 1,024 bytes: room for the header and a few lines.
    const script = `ulimit -f 2; exec "$0" "$1" list --record "$2" -- node ${SERVER}`;
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script, process.execPath, PROGRAM, file], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: scratch() },
    });
    expect(status).toBe(1);
    expect(stdout).toContain('echo');
    expect(stderr).toContain(
      `mcp-loupe: the recording stopped: the file would be larger than the system allows (${file}); the part written so far can be opened\n`,
    );
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/\n$/);
    for (const line of text.trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });
});

describe('a recording of a stranger', () => {
  const evil = '\u001b]52;c;aGk=\u0007\u009b31m\u202e\u007f\u200b';
  const lines = [
    {
      ...{ type: 'header', seq: 0, t: 0, format: 'mcp-transcript', version: 1, id: evil },
      started: '2026-01-01T00:00:00.000Z',
      tool: { name: evil, version: evil },
      target: { transport: evil, command: [evil], cwd: evil },
      client: { name: evil, version: evil, capabilities: { [evil]: {} } },
      ...{ redaction: { on: true, version: 1 }, limits: { line: 1 } },
    },
    { type: 'life', seq: 1, t: 1, conn: 1, session: 0, at: evil, event: 'close', detail: evil },
    { type: 'finding', seq: 2, t: 1, conn: 1, session: 0, at: 1, rule: evil, message: evil, path: evil },
    { type: evil, seq: 3, t: 1, conn: 1, session: 0 },
    { type: 'stderr', seq: 1, text: evil },
  ];

  it.each([['open'], ['open', '--plain'], ['open', '--json']])('controls nothing: %j', async (...words) => {
    const folder = scratch();
    const recordings = join(folder, 'mcp-loupe', 'recordings');
    mkdirSync(recordings, { recursive: true });
    const path = join(recordings, `x${evil}.mcp.jsonl`);
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const shown = words.includes('--json') ? words : [...words, path];
    const { code, stdout, stderr } = await runCli(shown, { env: { XDG_STATE_HOME: folder } });
    expect(code).toBe(0);
    expect(stdout).toContain(words.includes('--json') ? '\\u202e' : '<U+202E>');
    expect((stdout + stderr).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u200b]/u);
  });
});

it('a usage error holds nothing that controls a terminal, in JSON either', async () => {
  const evil = '\u009b31m\u202e\u007f\u200b';
  const { code, stdout, stderr } = await loupe(['list', evil, '--json']);
  expect(code).toBe(2);
  expect(JSON.parse(stdout).error.message).toContain(evil);
  expect((stdout + stderr).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u200b]/u);
});

describe('folders of ours', () => {
  it.each([
    ['relative paths are ignored', { XDG_STATE_HOME: 'rel/state', XDG_CONFIG_HOME: 'rel/config' }],
    ['empty means not set', { XDG_STATE_HOME: '', XDG_CONFIG_HOME: '' }],
  ])('as the specification has them: %s', async (_, env) => {
    const home = scratch();
    const folder = join(home, '.local', 'state', 'mcp-loupe', 'recordings');
    const { stdout } = await runCli(['open'], { env: { ...env, HOME: home }, cwd: home });
    expect(stdout).toBe(`no recordings in ${folder} yet\n`);
  });

  it.each(['', 'relative'])('are at the home that the system knows where HOME is %j', async (HOME) => {
    const { code, stdout } = await runCli(['open'], { env: { HOME, XDG_STATE_HOME: '' }, cwd: scratch() });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^(?:no recordings in )?[/\d]/)]);
  });
});
