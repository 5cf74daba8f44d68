import { spawnSync } from 'node:child_process';
import { existsSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type CliOptions, type CliResult, runCli, scratch } from '../support/cli.ts';

const SERVER = fileURLToPath(new URL('../support/servers/verbs.mjs', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../../dist/mcp-loupe.js', import.meta.url));

const loupe = (words: readonly string[], options?: CliOptions): Promise<CliResult> =>
  runCli([...words, '--', 'node', SERVER], options);

describe('help is where people look for it', () => {
  it.each<[readonly string[], RegExp]>([
    [['help'], /^A terminal inspector/],
    [['help', 'list'], /^List what the server offers/],
    [['version'], /^\d+\.\d+\.\d+\n$/],
  ])('%j', async (words, expected) => {
    const { code, stdout } = await runCli(words);
    expect(code).toBe(0);
    expect(stdout).toMatch(expected);
  });

  it.each<[readonly string[], number, string]>([
    [['call', 'help'], 2, 'no server given; see mcp-loupe call --help'],
    [['call', 'echo'], 2, 'no server given; put it after --, for example: mcp-loupe call echo -- node'],
    [['list', '--plain', '--', 'node'], 2, 'or without a verb (mcp-loupe --plain … <command>)'],
    [['--', 'help'], 3, 'no such command: help'],
  ])('%j', async (words, expected, message) => {
    const { code, stderr } = await runCli(words);
    expect(code).toBe(expected);
    expect(stderr).toContain(message);
  });
});

describe('what is printed', () => {
  it('is whole where it goes into a pipe', async () => {
    const description = 'long '.repeat(60).trim();
    const tools = JSON.stringify({ tools: [{ name: 'a', description, inputSchema: { type: 'object' } }] });
    const { stdout } = await loupe(['list', 'tools', '-e', `TOOLS=${tools}`]);
    expect(stdout).toBe(`a  ${description}\n`);
  });

  it("has the data of the server's error on a line of its own", async () => {
    const { code, stderr } = await loupe(['call', 'breaks']);
    expect(code).toBe(1);
    expect(stderr).toContain('breaks: -32001 broken\n  data: {"n": 1.0}\n');
  });

  it.skipIf(!existsSync('/dev/full'))('is told when it cannot be written', () => {
    for (const words of [['list', 'tools', '--quiet', '--', 'node', SERVER], ['--help']]) {
      const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], {
        stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
        encoding: 'utf8',
      });
      expect(status).toBe(1);
      expect(stderr).toBe('mcp-loupe: cannot write to stdout: no space left on the disk\n');
    }
  });
});

describe('the target', () => {
  it('may be the demonstration by its name', async () => {
    const { code, stdout } = await runCli(['call', 'say-hello', 'name=Ada', '--', 'demo']);
    expect(code).toBe(0);
    expect(stdout).toContain('Ada');
  });

  it('is asked for a version that nobody knows, with a note', async () => {
    const note = 'mcp-loupe: 2025-11-52 is not a known revision; requesting it anyway\n';
    const odd = await loupe(['ping', '--protocol-version', '2025-11-52']);
    expect(odd.stderr).toContain(note);
    expect((await loupe(['ping', '--protocol-version', '2025-03-26'])).stderr).not.toContain('no revision');
  });
});

describe('a file of steps', () => {
  const run = (steps: readonly string[]) => {
    const folder = scratch();
    writeFileSync(join(folder, 's.jsonl'), steps.join('\n'));
    return loupe(['run', 's.jsonl'], { cwd: folder });
  };

  it('that begins with what is no step is wrong usage, and nothing is started', async () => {
    const { code, stdout, stderr } = await run(['', '{"method" "ping"}', '{"method":"ping"}', '[]']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      'mcp-loupe: s.jsonl:2:11: not JSON: a colon is missing after the name\n' +
        's.jsonl:4:1: a step must be an object, e.g. {"method": "ping"}\n',
    );
  });

  it('is told of before the server starts, and goes on after what is no step', async () => {
    const { code, stdout, stderr } = await run(['{"method":"ping"}', '{}', '{"method":"ping"}']);
    expect(code).toBe(1);
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers).toMatchObject([
      { step: 1, result: {} },
      { step: 2, error: { kind: 'usage' } },
      { step: 3, result: {} },
    ]);
    expect(stderr).toMatch(/^mcp-loupe: s\.jsonl:2:1: a step needs one of/);
  });
});

describe('wrong usage', () => {
  it.each([
    [['call', 'say-hello', 'nme=Ada', '--json', '--', 'demo'], /nme is not a known property/],
    [['list', 'toools', '--json', '--', 'demo'], /unknown list "toools"/],
  ])('%j is a document of its own with --json', async (args, message) => {
    const { code, stdout, stderr } = await runCli(args);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({ error: { kind: 'usage', message: expect.stringMatching(message) } });
    expect(stderr).toMatch(message);
  });
});

it('sessions that begin at the same moment are all recorded', async () => {
  const folder = scratch();
  await Promise.all(
    Array.from({ length: 5 }, () => runCli(['list', 'tools', '--record', `${folder}/`, '--', 'demo'])),
  );
  const names = readdirSync(folder).filter((name) => name.endsWith('.mcp.jsonl'));
  expect(names).toHaveLength(5);
});

it('a call that asks for what is switched off is not gone on with, and the server is told of', async () => {
  const server = fileURLToPath(new URL('../support/servers/asking-modern.mjs', import.meta.url));
  const { code, stderr } = await runCli(['call', 'compose', '--no-sampling', '--', 'node', server]);
  expect(code).toBe(1);
  expect(stderr).toContain('not continued: sampling refused');
  expect(stderr).toContain(
    'finding server/unannounced-request: sampling/createMessage needs the client capability',
  );
});
