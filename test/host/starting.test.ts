import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/host/clock.ts';
import { openLive } from '../../src/host/live.ts';
import { redactorFor } from '../../src/session/redaction/redactor.ts';
import { hostOn, server, state } from '../support/in-place.ts';
import { nobody } from '../support/nobody.ts';

const mark = join(mkdtempSync(join(tmpdir(), 'loupe-mark-')), 'speaks');

describe('a session that does not begin', () => {
  it.each([
    [
      'exits',
      'process.stderr.write("no key\\n"); process.exit(3)',
      'the server exited with code 3 before it answered initialize; its stderr says: no key',
    ],
    [
      'refuses',
      server(`initialize: (m) => send({ id: m.id, error: { code: -32000, message: 'not today' } }),`),
      'initialize was refused: -32000 not today',
    ],
  ])('because the server %s', async (_, script, why) => {
    const host = hostOn(script);
    expect(await host.connection.connect()).toBe('failed');
    expect(state(host)).toMatchObject({ phase: 'failed' });
    expect(state(host).why[0]).toBe(why);
  });

  it('because the command does not exist', async () => {
    const host = openLive({
      target: {
        transport: 'stdio',
        command: 'no-such-command-here',
        args: [],
        cwd: tmpdir(),
        env: {},
        given: [],
        beyondClient: [],
      },
      connection: {
        client: { name: 'test', version: '0' },
        timeout: 1_000,
        maxTimeout: 1_000,
        connectTimeout: 1_000,
        answerer: nobody,
        rounds: 10,
        tasks: true,
      },
      redactorFor,
      redact: true,
      clock: systemClock,
      id: 'test',
    });
    onTestFinished(() => host.close());
    expect(await host.connection.connect()).toBe('failed');
    expect(state(host)).toMatchObject({
      phase: 'failed',
      why: [expect.stringContaining('no-such-command-here')],
    });
  });

  it('because the server never answers', async () => {
    const host = hostOn('setInterval(() => {}, 1000)');
    const impatient = openLive({
      ...optionsOf(),
      connection: {
        client: { name: 'test', version: '0' },
        timeout: 0,
        maxTimeout: 0,
        connectTimeout: 300,
        answerer: nobody,
        rounds: 10,
        tasks: true,
      },
    });
    onTestFinished(() => impatient.close());
    expect(await impatient.connection.connect()).toBe('failed');
    expect(state(impatient).why[0]).toBe('no answer to initialize within 0.3 s');
    expect(host.recording()?.path).toBeTruthy();
  });
});

it('of two restarts at once one goes on, and no process of the other is left', async () => {
  const host = hostOn(server(''));
  await host.connection.connect();
  const ends = await Promise.all([host.connection.restart(), host.connection.restart()]);
  expect(ends).toEqual(['failed', 'ready']);
  const lives = Array.from({ length: host.log.length }, (_, seq) => host.log.entry(seq)).flatMap((entry) =>
    entry?.type === 'life' && ['spawn', 'exit', 'ready'].includes(entry.event) ? [entry.event] : [],
  );
  expect(lives).toEqual(['spawn', 'ready', 'exit', 'spawn', 'ready']);
});

it('a restart takes over from a start that waits, whatever the era', async () => {
  const mute = "process.stdin.resume().on('end', () => process.exit(0));";
  for (const era of ['legacy', 'auto'] as const) {
    const host = hostOn(
      `require('node:fs').existsSync('${mark}') ? eval(${JSON.stringify(server(''))}) : eval(${JSON.stringify(mute)})`,
      { era },
    );
    const first = host.connection.connect();
    await expect.poll(() => state(host).running).toHaveLength(1);
    writeFileSync(mark, '');
    const second = host.connection.restart();
    expect(await first).toBe('failed');
    expect(await second).toBe('ready');
    const asked = Array.from({ length: host.log.length }, (_, seq) => host.log.row(seq)).filter(
      (row) => row?.kind === 'request' && row.method === 'initialize',
    );
    expect(asked).toHaveLength(era === 'legacy' ? 2 : 1);
    rmSync(mark);
  }
});

function optionsOf() {
  return {
    target: {
      transport: 'stdio',
      command: process.execPath,
      args: ['-e', 'setInterval(() => {}, 1000)'],
      cwd: tmpdir(),
      env: {},
      given: [],
      beyondClient: [],
    },
    redactorFor,
    redact: true,
    clock: systemClock,
    id: 'test',
  } as const;
}
