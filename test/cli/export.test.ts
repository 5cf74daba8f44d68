import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, test } from 'vitest';
import { UsageError } from '../../src/cli/exit.ts';
import { chooserFor } from '../../src/cli/logs/chosen-lines.ts';
import { noOptions, type Options } from '../../src/cli/options.ts';
import { exportVerb } from '../../src/cli/verbs/export.ts';
import { createMergedHost } from '../../src/host/merged.ts';
import { visibleText } from '../../src/text/visible.ts';
import { EXPORT_FORMATS } from '../../src/transcript/export/formats.ts';
import { runCli } from '../support/cli.ts';
import type { Step } from '../support/conversation.ts';
import { recorded } from '../support/told.ts';

const RECORDING = new URL('../fixtures/session.mcp.jsonl', import.meta.url).pathname;

/** A folder with a recording in which a line is marked. */
function folder(): string {
  const cwd = mkdtempSync(join(tmpdir(), 'loupe-export-'));
  const text = readFileSync(RECORDING, 'utf8');
  const note = { seq: 28, t: 9_000, conn: 1, session: 0, type: 'note', at: 17, mark: true };
  writeFileSync(join(cwd, 'a.mcp.jsonl'), `${text}${JSON.stringify(note)}\n`);
  copyFileSync(RECORDING, join(cwd, 'b.mcp.jsonl'));
  mkdirSync(join(cwd, 'there'));
  return cwd;
}

/** Exports within this process; what it wrote, or the sentence about wrong usage. */
async function run(
  cwd: string,
  operands: readonly string[],
  options: Partial<Options>,
  target: string[] = [],
) {
  const told = { stdout: '', stderr: '' };
  const out = (text: string): void => {
    told.stdout += text;
  };
  const err = (line: string): void => {
    told.stderr += `${line}\n`;
  };
  const bytes = async (some: Uint8Array): Promise<void> => out(Buffer.from(some).toString());
  const { signal } = new AbortController();
  const io = {
    ...{ isTerminal: false, env: {}, cwd, stop: signal, json: () => {} },
    out,
    err,
    bytes,
    async *stdin() {},
  };
  try {
    const code = await exportVerb({ options: { ...noOptions, ...options }, operands, target, io });
    return { ...told, code };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { ...told, code: 2, why: error.message };
  }
}

describe('export of a recording', () => {
  it.each(EXPORT_FORMATS.map(({ name }) => name))(
    'gives the same bytes, wherever they go: %s',
    async (to) => {
      const cwd = folder();
      const { stdout, code } = await run(cwd, ['a.mcp.jsonl', 'b.mcp.jsonl'], { to });
      expect(code).toBe(0);
      const { stderr } = await run(cwd, ['a.mcp.jsonl', 'b.mcp.jsonl'], { to, output: 'out' });
      expect(stderr).toMatch(/^wrote out: \d+ lines\n/m);
      expect(readFileSync(join(cwd, 'out'), 'utf8')).toBe(stdout);
      // It can be printed on a terminal as it is.
      expect(visibleText(stdout)).toBe(stdout);
      expect(stdout).not.toContain(cwd);
    },
  );

  const jsonl = { to: 'jsonl' };
  it.each<[string, Partial<Options>, number]>([
    ['all', jsonl, 22],
    ['marked, a result with its request', { ...jsonl, marked: true }, 2],
    ['by a filter, requests with their answers', { ...jsonl, filter: 'method:tools/call kind:request' }, 8],
    ['by the ending of the file', { output: 'out.jsonl', filter: 'kind:error' }, 2],
  ])('is of the lines that are asked for: %s', async (_, options, count) => {
    const cwd = folder();
    const { stdout, code } = await run(cwd, ['a.mcp.jsonl'], options);
    const text = options.output === undefined ? stdout : readFileSync(join(cwd, options.output), 'utf8');
    expect([code, text.trimEnd().split('\n').length]).toEqual([0, count]);
  });

  it.each<[string, readonly string[], Partial<Options>, string, string[]?]>([
    ['no format', ['a.mcp.jsonl'], {}, 'export needs --to lock, '],
    ['an ending that says none', ['a.mcp.jsonl'], { output: 'x.txt' }, '; the name x.txt does not say which'],
    ['a file twice', ['a.mcp.jsonl', 'a.mcp.jsonl'], { to: 'md' }, 'a.mcp.jsonl is given twice'],
    ['two formats', ['a.mcp.jsonl'], { to: 'md', json: true }, '--json and --to md cannot be used together'],
    ['an unknown one', ['a.mcp.jsonl'], { to: 'jsn' }, 'did you mean json'],
    ['no file', [], { to: 'md' }, 'needs a recording or a log'],
    ['a server', [], { to: 'md' }, 'record a session', ['demo']],
    ['none marked', ['b.mcp.jsonl'], { to: 'md', marked: true }, 'nothing is exported: no line is marked'],
    ['none that fits', ['a.mcp.jsonl'], { to: 'md', filter: 'zzzz' }, 'no line fits the filter'],
    ['a wrong filter', ['a.mcp.jsonl'], { to: 'md', filter: 'kind:(' }, '--filter: '],
    ['both', ['a.mcp.jsonl'], { to: 'md', filter: 'a', marked: true }, 'cannot be used together'],
    ['a filter of sessions', ['a.mcp.jsonl'], { to: 'md', filter: 'session:a' }, 'is for several files'],
    ['a lock of some', ['a.mcp.jsonl'], { to: 'lock', marked: true }, '--marked cannot be used'],
    ['what is read', ['a.mcp.jsonl'], { to: 'md', output: 'a.mcp.jsonl', force: true }, 'is what is read'],
    [
      'the same as a lock',
      ['a.mcp.jsonl'],
      { to: 'lock', output: 'a.mcp.jsonl', force: true },
      'is what is read',
    ],
    ['a file that is there', ['a.mcp.jsonl'], { to: 'md', output: 'b.mcp.jsonl' }, 'exists'],
    ['a folder', ['a.mcp.jsonl'], { to: 'md', output: 'there', force: true }, 'is a folder'],
    ['no recording', ['there'], { to: 'md' }, 'cannot open'],
  ])('is refused, and why: %s', async (_, operands, options, why, target) => {
    const cwd = folder();
    const before = readFileSync(join(cwd, 'a.mcp.jsonl'), 'utf8');
    const told = await run(cwd, operands, options, target);
    expect(told).toMatchObject({ code: 2, stdout: '', why: expect.stringContaining(why) });
    expect(readFileSync(join(cwd, 'a.mcp.jsonl'), 'utf8')).toBe(before);
    if (options.output === undefined) expect(existsSync(join(cwd, 'out'))).toBe(false);
  });
});

test('a document is what its schema says', async () => {
  const schema = new URL('../../docs/export.schema.json', import.meta.url).pathname;
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    JSON.parse(readFileSync(schema, 'utf8')),
  );
  const cwd = folder();
  for (const files of [['a.mcp.jsonl'], ['a.mcp.jsonl', 'b.mcp.jsonl']]) {
    const { stdout } = await run(cwd, files, { to: 'json' });
    expect([validate(JSON.parse(stdout)), validate.errors]).toEqual([true, null]);
  }
});

test('secrets are hidden unless they are asked for', async () => {
  const cwd = folder();
  const text = readFileSync(RECORDING, 'utf8').replaceAll(
    'kestrel-hill: the dome',
    'token=sk-ant-api03-aaaabbbbccccddddeeee',
  );
  writeFileSync(join(cwd, 'c.mcp.jsonl'), text);
  const { stdout } = await run(cwd, ['c.mcp.jsonl'], { to: 'json' });
  expect(stdout).toContain('[redacted]');
  expect(stdout).not.toContain('sk-ant-api03');
  expect((await run(cwd, ['c.mcp.jsonl'], { to: 'json', noRedact: true })).stdout).toContain('sk-ant-api03');
});

test('of a log of several servers one can be chosen', async () => {
  const cwd = new URL('../fixtures/logs/samples/claude-desktop-mcplog-1', import.meta.url).pathname;
  const { stdout } = await run(cwd, ['mcp.log'], { to: 'json', server: ['notes'] });
  expect(JSON.parse(stdout)).toMatchObject({ server: { name: 'notes' } });
  const none = await run(cwd, ['mcp.log'], { to: 'json', server: ['none'] });
  expect(none).toMatchObject({ why: '--server: nothing is of none; there is perplexity, notes' });
});

const call = (id: number): Step => ['c2s', { id, method: 'tools/call', params: { name: 'a' } }];
const fine = (id: number): Step => ['s2c', { id, result: { content: [] } }];
const failed = (id: number): Step => ['s2c', { id, error: { code: -1, message: 'no' } }];

test('a report is of what is marked, else of what failed, else of what was found', async () => {
  const { signal } = new AbortController();
  const lines = async (steps: readonly Step[]): Promise<readonly number[]> => {
    const job = { options: noOptions } as Parameters<typeof chooserFor>[0];
    return (await chooserFor(job, true)(recorded(...steps).host, signal)).lines;
  };
  const calm = [call(1), fine(1), call(2), fine(2)];
  expect(await lines(calm)).toEqual([]);
  expect(await lines([...calm, call(3), failed(3)])).toEqual([5, 6]);
  expect(await lines([...calm, call(3), { event: 'timeout', re: 5 }])).toEqual([5, 6]);
  expect(await lines([...calm, { invalid: 'x' }])).toContain(5);
  expect(await lines([call(1), failed(1), call(2), fine(2), { note: { mark: true }, at: 4 }])).toEqual([
    3, 4,
  ]);
});

test('of several sessions a filter knows each, and lines stand in the order of time', async () => {
  const parts = ['one', 'two'].map((name, at) => ({
    id: at + 1,
    name,
    host: recorded(call(1), fine(1)).host,
  }));
  const all = createMergedHost(parts);
  const choose = chooserFor({ options: { ...noOptions, filter: 'session:two kind:result' } } as never, false);
  const { lines } = await choose(all, new AbortController().signal);
  expect(lines.map(all.log.label)).toEqual(['two#1', 'two#2']);
});

test('the program exports a recording, and prints it when no file is named', async () => {
  const cwd = folder();
  const { stdout, stderr, code } = await runCli(
    ['export', 'a.mcp.jsonl', '--to', 'md', '--filter', 'status:error'],
    { cwd },
  );
  expect([stderr, code]).toEqual(['', 0]);
  expect(stdout).toContain('mcp-loupe call nowhere -- node kestrel-hill.js');
  const piped = ['export', '-', '--to', 'jsonl', '--filter', 'kind:error'];
  const read = await runCli(piped, { cwd, stdin: readFileSync(RECORDING, 'utf8') });
  expect([read.stdout.split('\n').length, read.stderr, read.code]).toEqual([3, '', 0]);
});
