import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runCli, scratch } from '../support/cli.ts';

const SESSION = fileURLToPath(new URL('../fixtures/session.mcp.jsonl', import.meta.url));
const LINES = readFileSync(SESSION, 'utf8');

describe('open --follow without a terminal', () => {
  it('prints the traffic line by line until the session has ended', async () => {
    const file = join(scratch(), 'live.mcp.jsonl');
    const { code, stdout, stderr } = await runCli(['open', '--follow', file], {
      when: ['waiting for the recording', () => copyFileSync(SESSION, file)],
    });
    const rows = stdout.trimEnd().split('\n');
    expect(rows[1]).toMatch(/^ +#2 .* → +1 {3}initialize {2}2025-11-25 +197 B$/);
    expect(rows.at(-1)).toMatch(/#27 .* exit {2}code 0$/);
    expect(rows).toHaveLength(26);
    expect(stderr).toBe(`waiting for the recording in ${file} to begin (ctrl+c ends)\n`);
    expect(code).toBe(0);
  });

  it('ends when nobody reads any more, though its file goes on', async () => {
    const file = join(scratch(), 'live.mcp.jsonl');
    writeFileSync(file, `${LINES.split('\n').slice(0, 8).join('\n')}\n{"type":`);
    const { code, stdout, stderr } = await runCli(['open', '--follow', file], { closeAfter: 1 });
    expect(stdout).toContain('#1');
    expect([code, stderr]).toEqual([0, '']);
  });

  it('reports at its end what comes by the standard input, as of a file', async () => {
    const { stdout: ofFile } = await runCli(['open', SESSION]);
    const { code, stdout, stderr } = await runCli(['open', '--follow', '-'], { stdin: LINES });
    expect(stdout).toBe(ofFile.replace(/^( {2}recording +).*$/m, '$1standard input'));
    expect([code, stderr]).toEqual([0, '']);
  });

  it.each([
    ['nothing to follow', [], 'needs a file, - or --last'],
    ['more than the standard input', ['-', SESSION], 'takes files, or - alone'],
    ['a document that never ends', ['--json', SESSION], 'cannot be used with --follow'],
    [
      'what is no recording',
      [fileURLToPath(import.meta.url)],
      'which is neither a recording nor a log that is known',
    ],
  ])('refuses %s', async (_, args, why) => {
    const { code, stderr } = await runCli(['open', '--follow', ...args]);
    expect(stderr).toContain(why);
    expect(code).toBe(2);
  });

  it('refuses an input that is no recording, by its name', async () => {
    const { code, stderr } = await runCli(['open', '--follow', '-'], { stdin: 'hello\n' });
    expect(stderr).toContain('cannot open standard input: it begins with "hello", which is neither');
    expect(code).toBe(2);
  });
});

describe('open of several', () => {
  it('reports each, in their order', async () => {
    const other = join(scratch(), 'other.mcp.jsonl');
    copyFileSync(SESSION, other);
    const { code, stdout } = await runCli(['open', other, SESSION]);
    const recordings = [...stdout.matchAll(/^ {2}recording +(.*)$/gm)].map(([, path]) => path);
    expect(recordings).toEqual([other, SESSION]);
    expect(code).toBe(0);
  });

  it('refuses all where one is none', async () => {
    const { code, stdout, stderr } = await runCli(['open', SESSION, '/nowhere.mcp.jsonl']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('cannot open /nowhere.mcp.jsonl: no such file');
  });
});

describe('tap alone without a terminal', () => {
  const folder = (state: string) => join(state, 'mcp-loupe', 'taps');

  it('says how to tap a client where nothing is tapped', async () => {
    const { code, stdout, stderr } = await runCli(['tap']);
    expect([code, stdout.trim()]).toEqual([0, '']);
    expect(stderr).toContain('nothing is tapped at the moment; mcp-loupe tap --install CLIENT');
  });

  it('lists the live taps and those that ended today', async () => {
    const state = scratch();
    const taps = folder(state);
    mkdirSync(taps, { recursive: true });
    copyFileSync(SESSION, join(taps, 'live.mcp.jsonl'));
    copyFileSync(SESSION, join(taps, 'ended.mcp.jsonl'));
    const path = join(taps, 'live.mcp.jsonl');
    const mark = { version: 1, pid: process.pid, client: 'cursor', server: 'hill', path };
    writeFileSync(join(taps, 'live.1.lock'), JSON.stringify({ ...mark, started: new Date().toISOString() }));
    const env = { XDG_STATE_HOME: state };
    const { stdout } = await runCli(['tap'], { env });
    expect(stdout.replace(/\d\d:\d\d:\d\d/g, 'TIME')).toBe(
      [
        `cursor ⇄ hill  pid ${process.pid}  22 messages  since TIME`,
        `  ${path}`,
        'mcp-loupe ⇄ kestrel-hill  ended  22 messages  since TIME',
        `  ${join(taps, 'ended.mcp.jsonl')}`,
        '',
      ].join('\n'),
    );
    const { live, ended } = JSON.parse((await runCli(['tap', '--json'], { env })).stdout);
    expect(live).toMatchObject([
      { client: 'cursor', server: 'hill', pid: process.pid, frames: 22, findings: 0 },
    ]);
    expect(ended).toMatchObject([{ client: 'mcp-loupe', server: 'kestrel-hill', frames: 22 }]);
  });
});
