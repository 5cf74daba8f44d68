import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli, scratch } from '../support/cli.ts';
import { recordedIn } from '../support/recording.ts';
import { openTerminal } from '../support/terminal.ts';

/** Longer than any path under a temporary folder. */
const WIDE = 200;

/** A file where the folder of states should be: not even root can write into that. Short, so that no message is cut. */
const NO_FOLDER = '/dev/null';

/** The lines after the screen was left. */
const LEFT = /^recording: (.+)$/m;

test('the first session says that sessions are recorded, and the next only where', async () => {
  const terminal = openTerminal({ args: ['demo'], shell: true, cols: WIDE });
  for (const says of [true, false]) {
    await terminal.start();
    await terminal.waitFor('· ready');
    await terminal.key('q');
    expect(await terminal.prompt()).toBe(0);
    const [, path = ''] = LEFT.exec(terminal.text()) ?? [];
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    expect(terminal.text().includes('sessions are recorded there; turn this off with --no-record')).toBe(
      says,
    );
  }
  expect(readdirSync(join(terminal.home, 'state/mcp-loupe/recordings/.live'))).toEqual([]);
});

test('a folder that cannot be written costs the recording, not the session', async () => {
  const env = { XDG_STATE_HOME: NO_FOLDER };
  const terminal = openTerminal({ args: ['demo'], shell: true, cols: WIDE, env });
  await terminal.start();
  await terminal.waitFor(/· ready .*not recorded/);
  expect(terminal.screen()[0]).not.toContain('rec ');
  await terminal.key('7');
  await terminal.waitFor('╭─ Output');
  await terminal.waitFor(
    /this session is not recorded: cannot record to .*a part of its path is not a folder/,
  );
  await terminal.key('q');
  expect(await terminal.prompt()).toBe(0);
  expect(terminal.text()).not.toContain('recording: ');
});

test('a named file is recorded to where our own folder cannot be written', async () => {
  const env = { XDG_STATE_HOME: NO_FOLDER };
  const terminal = openTerminal({
    args: ['--record', 'kept.mcp.jsonl', 'demo'],
    shell: true,
    cols: WIDE,
    env,
  });
  await terminal.start();
  await terminal.waitFor('· ready');
  await terminal.key('q');
  expect(await terminal.prompt()).toBe(0);
  expect(terminal.text()).toContain(
    'the recording could not be marked as in use: a part of its path is not a folder',
  );
  expect(terminal.text()).toMatch(LEFT);
  expect(existsSync(join(terminal.home, 'kept.mcp.jsonl'))).toBe(true);
});

test.each([
  { args: ['--no-record', 'demo'], env: {} },
  { args: ['demo'], env: { MCP_LOUPE_RECORD: '0' } },
])('$args with $env records nothing', async ({ args, env }) => {
  const terminal = openTerminal({ args, shell: true, cols: WIDE, env });
  await terminal.start();
  await terminal.waitFor(/· ready .*not recorded/);
  await terminal.key('q');
  expect(await terminal.prompt()).toBe(0);
  expect(terminal.text()).not.toContain('recording: ');
  expect(() => recordedIn(terminal.home)).toThrow('ENOENT');
});

test('a recording that a crash has cut off says where it ends', async () => {
  const first = openTerminal({ args: ['--record', 'kept.mcp.jsonl', 'demo'] });
  await first.waitFor('· ready');
  await first.key('q');
  await first.exited;
  const lines = readFileSync(join(first.home, 'kept.mcp.jsonl'), 'utf8').split('\n');
  const answer = lines.findIndex((line) => line.includes('"dir":"s2c"'));
  const torn = join(first.home, 'torn.mcp.jsonl');
  writeFileSync(torn, `${lines.slice(0, answer).join('\n')}\n${lines[answer]?.slice(0, 100)}`);
  const terminal = openTerminal({ args: ['open', torn] });
  await terminal.waitFor('The recording ends while waiting for the server to answer initialize.');
  await terminal.waitFor(/line \d+ is torn and was left out/);
});

test('a long recording says how much of it has been read, and keys are heard meanwhile', async () => {
  const path = join(scratch(), 'long.mcp.jsonl');
  await runCli(['list', 'tools', '--record', path, '--', 'demo']);
  const first = readFileSync(path, 'utf8').trimEnd().split('\n').length;
  const msg = JSON.stringify({
    jsonrpc: '2.0',
    method: 'notifications/message',
    params: { level: 'info', data: 'x' },
  });
  // Far enough apart that each is held against the specification, which takes some seconds.
  const lines = Array.from({ length: 150_000 }, (_, i) => {
    const head = `{"type":"frame","seq":${first + i},"t":${9_000 + i * 100},"conn":1,"session":0,"dir":"s2c","n":${msg.length}`;
    return `${head},"msg":${msg}}\n`;
  });
  appendFileSync(path, lines.join(''));
  const terminal = openTerminal({ args: ['open', path] });
  await terminal.waitFor(/reading [█░]{10} \d+%/);
  await terminal.key('5');
  await terminal.waitFor(/reading [█░]{10} \d+%[\s\S]*╭─ Message/);
  await terminal.key('q');
  expect((await terminal.exited).code).toBe(0);
});
