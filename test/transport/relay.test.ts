import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratch } from '../support/cli.ts';
import { processesWith } from '../support/processes.ts';
import { ended, linesOf, passed, type Started, startServer, transcripts } from '../support/relayed.ts';
import { refusedLines } from '../support/transcript-schema.ts';

/** Servers as one line of a script. */
const node = (script: string): readonly string[] => [process.execPath, '-e', script];

/** Gives back what it gets, and says on stderr what that was. */
const ECHO = node(`
  const sha = require('node:crypto').createHash('sha256');
  process.stdin.on('data', (d) => sha.update(d)).pipe(process.stdout);
  process.stdin.on('end', () => process.stderr.write(sha.digest('hex')));
`);
/** The same, and does not end with its stdin. */
const STAYS = node('process.stdin.pipe(process.stdout, { end: false }); setInterval(() => {}, 1e6)');
/** Takes no notice of anything but SIGKILL. */
const DEAF = node(`
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
  process.stdin.on('data', () => process.stdout.write('here\\n')).on('error', () => {});
  process.stdout.on('error', () => {});
  setInterval(() => {}, 1e6);
`);

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Writes in pieces of these sizes, each when the one before has gone. */
async function write({ child }: Started, bytes: Buffer, size: (at: number) => number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const to = Math.min(bytes.length, at + size(at));
    if (!child.stdin!.write(bytes.subarray(at, to))) await once(child.stdin!, 'drain');
    at = to;
  }
  child.stdin!.end();
}

const TEXT = Buffer.from(
  Array.from(
    { length: 40 },
    (_, id) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'x/日本🦊', n: 'é€' })}\n`,
  ).join(''),
);

const BYTES: readonly (readonly [string, Buffer, (at: number) => number])[] = [
  ['one byte at a time', TEXT, () => 1],
  ['characters that are cut anywhere', TEXT, (at) => 1 + ((at * 7) % 11)],
  ['junk that is no text', randomBytes(400_000), () => 65_536],
  ['nothing but line ends', Buffer.alloc(20_000, '\n'), () => 4_096],
  ['half a line at the end', TEXT.subarray(0, TEXT.length - 9), () => 100],
  ['a line of 50 MB', Buffer.alloc(50_000_000, 'ab'), () => 1_000_000],
  ['nothing', Buffer.alloc(0), () => 1],
];

const MANY = process.env['THOROUGH'] === '1' ? 500_000 : 50_000;

describe('passes on, in both directions and to the byte,', () => {
  it.each(BYTES)('%s', async (_, bytes, size) => {
    const started = startServer(ECHO, { tap: [] });
    await write(started, bytes, size);
    const hash = sha(bytes);
    expect(await started.seen).toEqual({ stdout: hash, bytes: bytes.length, stderr: hash, end: 0 });
    const lines = await ended(started);
    expect(lines.filter(({ event }) => event === 'unrecorded')).toEqual([]);
  });

  it('many small lines, of which the transcript lacks none', { timeout: 240_000 }, async () => {
    const one = (id: number): string => `{"jsonrpc":"2.0","method":"a/b","params":{"n":${id}}}\n`;
    const server = node(`
      const sha = require('node:crypto').createHash('sha256');
      process.stdin.on('data', (d) => sha.update(d)).on('end', () => process.stderr.write(sha.digest('hex')));
      let n = 0;
      const more = () => {
        while (n < ${MANY}) if (!process.stdout.write('{"jsonrpc":"2.0","method":"c/d","params":{"n":' + n++ + '}}\\n')) break;
        if (n < ${MANY}) process.stdout.once('drain', more);
      };
      more();
    `);
    const started = startServer(server, { tap: [] });
    const all = Buffer.from(Array.from({ length: MANY }, (_, id) => one(id)).join(''));
    await write(started, all, () => 20_000);
    const answered = Buffer.from(all.toString().replaceAll('a/b', 'c/d'));
    const whole = { stdout: sha(answered), bytes: answered.length, stderr: sha(all), end: 0 };
    expect(await started.seen).toEqual(whole);
    const lines = await ended(started);
    expect(passed(lines, 'c2s')).toBe(all.length);
    expect(passed(lines, 's2c')).toBe(answered.length);
  });
});

it('keeps of a line that is too long its beginning, its length and its hash', async () => {
  const started = startServer(ECHO, { tap: [] });
  const long = Buffer.alloc(6_000_000, 'x');
  await write(started, Buffer.concat([TEXT, long, Buffer.from('\n'), TEXT]), () => 500_000);
  await started.seen;
  const lines = await ended(started);
  const cut = lines.filter(({ type, n }) => type === 'invalid' && n > 1_000_000);
  expect(cut).toHaveLength(2);
  for (const line of cut) {
    expect(line).toMatchObject({ n: long.length, text: 'x'.repeat(64 * 1024) });
    expect(line.why).toContain(sha(long));
  }
});

it('goes on in one direction while the other is not read', async () => {
  // It reads all, and writes more than anybody takes.
  const server = node(`
    process.stdout.write(Buffer.alloc(8_000_000, 'x'));
    let n = 0;
    process.stdin.on('data', (d) => { n += d.length; process.stderr.write(n + '\\n'); });
  `);
  const started = startServer(server, { tap: [] });
  started.child.stdout!.pause();
  let told = '';
  started.child.stderr!.on('data', (text: Buffer) => {
    told += text.toString();
  });
  started.child.stdin!.write(Buffer.alloc(3_000_000, 'y'));
  await expect.poll(() => told, { timeout: 20_000 }).toMatch(/^3000000$/m);
  started.child.stdout!.resume();
  started.child.stdin!.end();
  expect(await started.seen).toMatchObject({ bytes: 8_000_000, end: 0 });
});

describe('ends as the server does:', () => {
  it.each([
    ['a code', node('process.exit(7)'), 7],
    ['a signal', node("process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1e6)"), 'SIGTERM'],
    ['a crash', node("process.kill(process.pid, 'SIGABRT')"), 'SIGABRT'],
    ['what it prints before', node("process.stdout.write('x'.repeat(300000), () => process.exit(3))"), 3],
  ] as const)('%s', async (_, command, end) => {
    const folder = scratch();
    const alone = await startServer(command).seen;
    const started = startServer(command, { tap: ['--record', join(folder, 'a.mcp.jsonl')] });
    const seen = await started.seen;
    expect(seen).toEqual(alone);
    expect(seen.end).toBe(end);
    await expect.poll(() => processesWith(started.mark), { timeout: 20_000 }).toEqual([]);
    expect(refusedLines(join(folder, 'a.mcp.jsonl'))).toEqual([]);
  });

  it('its stdout, though it lives on', async () => {
    const server = node("require('node:fs').closeSync(1); setInterval(() => {}, 1e6)");
    const started = startServer(server, { tap: [] });
    await once(started.child.stdout!, 'end');
    expect(started.child.exitCode).toBeNull();
    started.child.kill('SIGTERM');
    expect(await started.seen).toMatchObject({ end: 'SIGTERM' });
  });

  it('but not before those that it has left its streams to', async () => {
    const started = startServer(['sh', '-c', 'exec 3<&0; cat <&3 & echo $$; exit 0'], { tap: [] });
    const [told] = (await once(started.child.stdout!, 'data')) as [Buffer];
    const isGone = (): boolean => !processesWith(started.mark).some(({ pid }) => pid === Number(told));
    await expect.poll(isGone, { timeout: 20_000 }).toBe(true);
    started.child.stdin!.write('still there\n');
    await once(started.child.stdout!, 'data');
    started.child.stdin!.end();
    expect(await started.seen).toMatchObject({ bytes: told.length + 12, end: 0 });
    await ended(started);
  });

  it('its stdin, so that a client is told that nobody reads', async () => {
    const server = node("require('node:fs').closeSync(0); console.log('closed'); setInterval(() => {}, 1e6)");
    const started = startServer(server, { tap: [] });
    await once(started.child.stdout!, 'data');
    const failed = once(started.child.stdin!, 'error');
    const writing = setInterval(() => started.child.stdin!.write('x\n'), 20);
    expect((await failed)[0]).toMatchObject({ code: 'EPIPE' });
    clearInterval(writing);
    started.child.kill('SIGTERM');
    expect(await started.seen).toMatchObject({ end: 'SIGTERM' });
  });
});

/** Waits until it answers. */
async function spoken(started: Started): Promise<void> {
  started.child.stdin!.write('hello\n');
  await once(started.child.stdout!, 'data');
}

describe('leaves nobody behind', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('after %s', async (signal) => {
    const started = startServer(STAYS, { tap: [] });
    await spoken(started);
    started.child.kill(signal);
    expect(await started.seen).toMatchObject({ end: signal });
    expect((await ended(started)).findLast(({ type }) => type === 'life')).toMatchObject({ signal });
  });

  it('of a whole group that is told to end', async () => {
    const started = startServer(['sh', '-c', 'sleep 1000 & cat; true'], { tap: [] });
    await spoken(started);
    started.child.kill('SIGTERM');
    expect(await started.seen).toMatchObject({ end: 'SIGTERM' });
    await ended(started);
  });

  it.each([
    ['a server that ends with its stdin', ECHO],
    ['a server that takes no notice', DEAF],
  ])('when it is killed: %s', async (_, command) => {
    const started = startServer(command, { tap: [] });
    await spoken(started);
    // What was said is on the disk by then.
    await expect.poll(() => transcripts(started.state), { timeout: 20_000 }).toHaveLength(1);
    const [file = ''] = transcripts(started.state);
    await expect.poll(() => readFileSync(file, 'utf8'), { timeout: 20_000 }).toContain('hello');
    started.child.kill('SIGKILL');
    await expect.poll(() => processesWith(started.mark), { timeout: 20_000 }).toEqual([]);
    expect(refusedLines(file)).toEqual([]);
  });

  it.each([
    ['a server that ends with its stdin', ECHO],
    ['a server that takes no notice', DEAF],
  ])('when its client is killed: %s', async (_, command) => {
    const folder = scratch();
    const path = join(folder, 'session.mcp.jsonl');
    const mark = `LOUPE_TEST_MARK=client-${process.pid}-${Math.random()}`;
    const [name = '', value = ''] = mark.split('=');
    const program = new URL('../../dist/mcp-loupe.js', import.meta.url).pathname;
    const client = node(`
      const { spawn } = require('node:child_process');
      const server = spawn(process.execPath, ${JSON.stringify([program, 'tap', '--record', path, '--', ...command])});
      server.stdin.write('hello\\n');
      server.stdout.once('data', () => console.log('ready'));
      setInterval(() => {}, 1e6);
    `);
    const child = spawn(client[0]!, client.slice(1), {
      env: { ...process.env, XDG_STATE_HOME: folder, [name]: value },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await expect.poll(() => processesWith(mark), { timeout: 30_000 }).toEqual([]);
    expect(linesOf(path).findLast(({ type }) => type === 'life')).toMatchObject({ event: 'exit' });
  });

  it('when the server is killed', async () => {
    const started = startServer(STAYS, { tap: [] });
    await spoken(started);
    const [server] = processesWith(started.mark).filter(({ parent }) => parent === started.child.pid);
    process.kill(server!.pid, 'SIGKILL');
    expect(await started.seen).toMatchObject({ end: 'SIGKILL' });
    await ended(started);
  });
});

describe('harms no session', () => {
  const nothing = { stdout: sha(TEXT), bytes: TEXT.length, end: 0 };

  it.runIf(existsSync('/dev/full'))('when the disk is full', async () => {
    const started = startServer(ECHO, { tap: ['--record', '/dev/full', '--force'] });
    await write(started, TEXT, () => 100);
    const seen = await started.seen;
    expect(seen).toMatchObject(nothing);
    expect(seen.stderr).toMatch(
      /mcp-loupe: not recorded(?: from here on)?, the session goes on: .*no space left/,
    );
    expect(seen.stderr.split('mcp-loupe:')).toHaveLength(2);
  });

  it('when there is no folder for it', async () => {
    const folder = scratch();
    writeFileSync(join(folder, 'file'), '');
    const started = startServer(ECHO, { tap: ['--record', join(folder, 'file/a.mcp.jsonl')] });
    await write(started, TEXT, () => 100);
    const seen = await started.seen;
    expect(seen).toMatchObject(nothing);
    // One line, wherever it comes between those of the server.
    expect(seen.stderr.replace(/mcp-loupe: not recorded, the session[^\n]*\n/, '')).toBe(sha(TEXT));
  });

  it.skipIf(process.getuid?.() === 0)('when its folder is not ours to write', async () => {
    const folder = join(scratch(), 'closed');
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    const started = startServer(ECHO, { tap: [], env: { XDG_STATE_HOME: folder } });
    await write(started, TEXT, () => 100);
    expect(await started.seen).toMatchObject(nothing);
  });
});
