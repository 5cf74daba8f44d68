import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openNamed, openTool } from '../support/opening.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

const SESSION = fileURLToPath(new URL('../fixtures/session.mcp.jsonl', import.meta.url));
const WRITER = fileURLToPath(new URL('../support/tap-like.mjs', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../../dist/mcp-loupe.js', import.meta.url));

/** Where the taps of a terminal's home record. */
const tapsOf = ({ home }: Terminal): string => join(home, 'state', 'mcp-loupe', 'taps');

/** A process that records as a tap does; `whole` has it write the rest. */
function writer(...args: readonly string[]) {
  const child: ChildProcess = spawn(process.execPath, [WRITER, SESSION, ...args], { stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { whole: () => void child.stdin?.write('\n'), kill: () => child.kill('SIGKILL') };
}

test('a recording is waited for and followed, belongs to its client, and is over when its writer is gone', async () => {
  const terminal = openTerminal({ args: ['open', '--follow', 'live.mcp.jsonl'], kitty: true });
  await terminal.waitFor('waiting for the recording in');
  const file = join(terminal.home, 'live.mcp.jsonl');
  const tap = writer(file, '333', tapsOf(terminal), 'claude-desktop', '23');
  await terminal.waitFor(/kestrel-hill.* following/);
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.waitFor('5 Traffic 19');
  await terminal.key('R');
  await terminal.waitFor('This session belongs to claude-desktop: it is only followed.');
  await terminal.key('2');
  await terminal.waitFor('❯ say-hello');
  await terminal.key('enter');
  await terminal.waitFor('ctrl+t JSON');
  await terminal.key('ctrl+s');
  await terminal.waitFor('This session belongs to claude-desktop');
  await terminal.key('alt+5');
  await terminal.waitFor(/tools\/call {2}open-dome +pending/);
  // The tool in view gets the result that its client gets.
  await openNamed(terminal, '2', 'open-dome');
  await terminal.waitFor('❯ gently');
  tap.whole();
  await terminal.waitFor(/─ open-dome · ✗ tool error/);
  await terminal.waitFor('5 Traffic 22');
  expect(terminal.text()).toContain('following');
  tap.kill();
  await terminal.waitFor(/kestrel-hill.* recorded/);
  await terminal.key('R');
  await terminal.waitFor('Not available in a recording.');
  await terminal.key('q');
  expect((await terminal.exited).code).toBe(0);
});

test('what comes through a pipe is followed, with keys from the terminal itself, for programs too', async () => {
  const line = `{ head -20 ${SESSION}; cat; tail -n +21 ${SESSION}; } < more | exec node ${PROGRAM} open --follow -`;
  const terminal = openTerminal({
    command: ['bash', '-c', `mkfifo more; ${line}`],
    env: { PAGER: 'sh -c \'printf "name? "; read answer; echo "$answer" > answer\'' },
    kitty: true,
  });
  await vi.waitFor(() => expect(existsSync(join(terminal.home, 'more'))).toBe(true), { timeout: 20_000 });
  const pipe = spawn('sh', ['-c', 'exec cat > more'], { cwd: terminal.home, stdio: 'pipe' });
  onTestFinished(() => void pipe.kill('SIGKILL'));
  await terminal.waitFor(/kestrel-hill.* following/);
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.waitFor('5 Traffic 16');
  await terminal.key('5', 'enter');
  await terminal.waitFor('❯ ▾ {');
  await terminal.key('v');
  // It reads by then, with the keys of a line.
  await terminal.waitFor('name?');
  terminal.raw('mine\r');
  await vi.waitFor(() => expect(readFileSync(join(terminal.home, 'answer'), 'utf8')).toBe('mine\n'), {
    timeout: 20_000,
  });
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  pipe.stdin.end();
  await terminal.waitFor(/kestrel-hill.* recorded/);
  await terminal.waitFor('5 Traffic 22');
  await terminal.key('1');
  await terminal.waitFor(/recording +standard input/);
  await terminal.key('q');
  expect((await terminal.exited).code).toBe(0);
});

test('several recordings are sessions of one window', async () => {
  const terminal = openTerminal({ args: ['open', SESSION, SESSION], kitty: true });
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.waitFor(/1 kestrel-hill ■.*2 kestrel-hill 2 ■/);
  await terminal.key('alt+.');
  await terminal.key('5');
  await terminal.waitFor(/─ Traffic.*─/);
  await terminal.key('q');
  expect((await terminal.exited).code).toBe(0);
});

test('a file is shown to be gone from its place, and is followed on', async () => {
  const terminal = openTerminal({ args: ['open', '--follow', 'a.mcp.jsonl'], cols: 80, rows: 24 });
  const file = join(terminal.home, 'a.mcp.jsonl');
  const lines = readFileSync(SESSION, 'utf8').split('\n');
  writeFileSync(file, `${lines.slice(0, 12).join('\n')}\n`);
  await terminal.waitFor('following');
  await terminal.waitFor('5 Traffic 8');
  renameSync(file, `${file}.old`);
  await terminal.waitFor('the file was deleted, moved or replaced');
  appendFileSync(`${file}.old`, `${lines.slice(12, 20).join('\n')}\n`);
  await terminal.waitFor('5 Traffic 16');
});

test('taps are watched: the first is waited for, others come, and ended ones stay', async () => {
  const terminal = openTerminal({ args: ['tap'], kitty: true });
  await terminal.waitFor('mcp-loupe tap --install CLIENT');
  const taps = tapsOf(terminal);
  const first = writer(join(taps, 'a.mcp.jsonl'), '500', taps, 'claude-desktop', '18');
  await terminal.waitFor(/kestrel-hill.* following/);
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.waitFor('5 Traffic 14');
  writer(join(taps, 'b.mcp.jsonl'), '500', taps, 'cursor', '23');
  // It comes beside what is looked at.
  await terminal.waitFor(/1 claude-desktop\/hill ◉.*2 cursor\/hill ◉/);
  await terminal.waitFor('5 Traffic 14');
  first.kill();
  await terminal.waitFor(/1 claude-desktop\/hill ■.*2 cursor\/hill ◉/);
  await terminal.key('alt+.');
  await terminal.waitFor('5 Traffic 19');
  await terminal.key('R');
  await terminal.waitFor('This session belongs to cursor: it is only followed.');
  await terminal.key('q');
  await terminal.exited;

  const again = openTerminal({
    args: ['tap'],
    kitty: true,
    env: { XDG_STATE_HOME: join(terminal.home, 'state') },
  });
  await again.waitFor(/1 cursor\/hill ◉.*2 kestrel-hill ■/);
  await again.waitFor((screen) => screen.modes().kitty === 1);
  // What is live stands before what is over, and in view where all was over.
  writer(join(taps, 'c.mcp.jsonl'), '500', taps, 'zed', '23');
  await again.waitFor(/‹1 cursor\/hill ◉›.*2 zed\/hill ◉.*3 kestrel-hill ■/);
  await again.key('q');
  expect((await again.exited).code).toBe(0);
});

test('a tap that cannot be followed is said, and does not end the others; it is tried again', async () => {
  const terminal = openTerminal({ args: ['tap'], kitty: true, cols: 160 });
  await terminal.waitFor('mcp-loupe tap --install CLIENT');
  const taps = tapsOf(terminal);
  writer(join(taps, 'a.mcp.jsonl'), '500', taps, 'claude-desktop', '18');
  await terminal.waitFor(/kestrel-hill.* following/);
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  const late = join(taps, 'c.mcp.jsonl');
  const started = new Date().toISOString();
  mkdirSync(late);
  writeFileSync(
    join(taps, 'late.lock'),
    JSON.stringify({ version: 1, pid: process.pid, server: 'late', path: late, started }),
  );
  await terminal.waitFor('the tap of late cannot be followed');
  rmdirSync(late);
  copyFileSync(SESSION, late);
  await terminal.waitFor(/1 claude-desktop\/hill ◉.*2 late/);
  await terminal.key('q');
  expect((await terminal.exited).code).toBe(0);
});

test('a client and its server do not notice who watches their tap, stopped, killed or gone', async () => {
  const watch = (home?: string): Terminal =>
    openTerminal({
      args: ['tap'],
      kitty: true,
      ...(home === undefined ? {} : { env: { XDG_STATE_HOME: join(home, 'state') } }),
    });
  const viewer = watch();
  await viewer.waitFor('mcp-loupe tap --install CLIENT');
  const server = [process.execPath, PROGRAM, 'demo-server'];
  const tapped = [
    process.execPath,
    PROGRAM,
    'tap',
    '--client',
    'cursor',
    '--server',
    'hill',
    '--',
    ...server,
  ];
  const client = openTerminal({
    args: ['--no-record', '--', ...tapped],
    kitty: true,
    env: { XDG_STATE_HOME: join(viewer.home, 'state') },
  });
  await client.waitFor('· ready');
  await client.waitFor((screen) => screen.modes().kitty === 1);
  await viewer.waitFor(/kestrel-hill.* following/);
  await viewer.waitFor('2 Tools 17');
  viewer.signal('SIGSTOP');
  const ask = async (tool: string, sign: RegExp): Promise<void> => {
    await openTool(client, tool);
    await client.key('ctrl+s');
    await client.waitFor(sign);
  };
  await ask('weather', /─ weather · ✓/);
  viewer.signal('SIGCONT');
  await viewer.waitFor(/tools\/call {2}weather +✓/);
  viewer.signal('SIGKILL');
  await viewer.exited;
  await ask('open-dome', /─ open-dome · ✗ tool error/);
  const again = watch(viewer.home);
  await again.waitFor(/kestrel-hill.* following/);
  await again.waitFor((screen) => screen.modes().kitty === 1);
  await again.key('5');
  await again.waitFor(/tool error {2}open-dome/);
  await client.key('q');
  expect((await client.exited).code).toBe(0);
  await again.waitFor(/kestrel-hill.* recorded/);
  await again.waitFor(/exit +code 0/);
});
