import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConnectionOptions } from '../../src/connection/ports.ts';
import { systemClock } from '../../src/host/clock.ts';
import { type LiveHost, openLive } from '../../src/host/live.ts';
import { openRecorded } from '../../src/host/recorded.ts';
import type { Entry } from '../../src/session/frame.ts';
import { redactorFor } from '../../src/session/redaction/redactor.ts';
import type { SessionState } from '../../src/session/state.ts';
import { VICTIM } from '../../src/spec/faults.ts';
import { ROWS, scriptOf } from '../support/faults.ts';
import { nobody } from '../support/nobody.ts';
import { portion } from '../support/portion.ts';
import { listed } from '../support/ready-host.ts';
import { refusedLines } from '../support/transcript-schema.ts';

/** Real and faulty servers, each played through, recorded and opened again. */
const modules = new URL('../../node_modules/', import.meta.url).pathname;
const tasks = new URL('../support/servers/tasks.mjs', import.meta.url).pathname;

interface How {
  /** What is started, where that is not Node itself. */
  readonly program?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly era?: 'legacy' | 'modern';
  readonly limits?: Pick<ConnectionOptions, 'timeout' | 'maxTimeout' | 'connectTimeout'>;
}

const PATIENT = { timeout: 20_000, maxTimeout: 60_000, connectTimeout: 20_000 };
/** For servers that never answer. */
const IMPATIENT = { timeout: 800, maxTimeout: 2_000, connectTimeout: 4_000 };

function record(
  command: readonly string[],
  { program = process.execPath, env = {}, era, limits = PATIENT }: How = {},
): LiveHost {
  return openLive({
    target: {
      transport: 'stdio',
      command: program,
      args: command,
      cwd: tmpdir(),
      env: { PATH: process.env['PATH'] ?? '', ...env },
      given: Object.keys(env),
      beyondClient: [],
    },
    connection: {
      client: { name: 'test', version: '0' },
      ...limits,
      answerer: nobody,
      rounds: 10,
      tasks: true,
      ...(era === undefined ? {} : { era }),
    },
    record: { path: join(mkdtempSync(join(tmpdir(), 'loupe-')), 'session.mcp.jsonl'), overwrite: false },
    redactorFor,
    redact: true,
    clock: systemClock,
    id: 'test',
  });
}

/** All that the state says, but for where it came from. */
function told(state: SessionState) {
  const { target: _, ...rest } = state;
  return rest;
}

async function expectSameWhenReopened(live: LiveHost): Promise<void> {
  // What is no longer in memory cannot be read back once the file is closed.
  const entries: (Entry | undefined)[] = [];
  const keep = () => void entries.push(...entriesOf(live, entries.length + 1));
  const leave = live.store.subscribe(keep);
  keep();
  await live.close();
  leave();
  keep();
  const path = live.recording()?.path ?? '';
  expect(refusedLines(path)).toEqual([]);
  const again = await openRecorded(path, systemClock);
  await again.whole;
  expect(again.remarks()).toEqual([]);
  expect(told(again.store.state())).toEqual(told(live.store.state()));
  expect(again.log.length).toBe(live.log.length);
  for (const [index, entry] of entries.entries()) {
    const seq = index + 1;
    expect(again.log.row(seq), `row ${seq}`).toEqual(live.log.row(seq));
    expect(again.log.entry(seq), `entry ${seq}`).toEqual(exact(entry));
    expect(again.log.findings(seq), `findings ${seq}`).toEqual(entries.filter(isFindingAt(seq)));
  }
  await again.close();
}

const entriesOf = ({ log }: LiveHost, from: number) =>
  Array.from({ length: log.length - from }, (_, index) => log.entry(from + index));

const isFindingAt = (seq: number) => (entry: Entry | undefined) =>
  entry?.type === 'finding' && entry.at === seq;

/** An entry without its undefined members, as a file has it. */
const exact = (entry: Entry | undefined): unknown =>
  entry === undefined ? undefined : JSON.parse(JSON.stringify(entry));

describe('a recorded session makes the same state as the live one', () => {
  it('of server-everything, with calls, a cancellation and errors', async () => {
    const live = record([`${modules}@modelcontextprotocol/server-everything/dist/index.js`]);
    expect(await live.connection.connect()).toBe('ready');
    const { connection } = live;
    await connection.request('tools/call', { name: 'get-sum', arguments: { a: 3, b: 4 } }).done;
    await connection.request('tools/call', { name: 'get-sum', arguments: { a: 'x' } }).done;
    const slow = connection.request('tools/call', {
      name: 'trigger-long-running-operation',
      arguments: { duration: 5, steps: 10 },
    });
    await expect.poll(() => live.store.state().running[0]?.progress?.progress).toBeGreaterThan(0);
    slow.cancel('enough');
    await connection.request('no/such/method').done;
    await connection.request('prompts/get', { name: 'simple-prompt' }).done;
    await expectSameWhenReopened(live);
  });

  it.each([
    ['filesystem', ['server-filesystem/dist/index.js', tmpdir()]],
    ['memory', ['server-memory/dist/index.js']],
  ])('of server-%s', async (_, [script = '', ...args]) => {
    const live = record([`${modules}@modelcontextprotocol/${script}`, ...args], {
      env: { MEMORY_FILE_PATH: join(mkdtempSync(join(tmpdir(), 'loupe-')), 'm.json') },
    });
    expect(await live.connection.connect()).toBe('ready');
    const tool = live.store.state().lists.tools.items[0]?.name;
    await live.connection.request('tools/call', { name: tool, arguments: {} }).done;
    await expectSameWhenReopened(live);
  });

  it.each(['legacy', 'modern'] as const)(
    'of tasks that end, fail, are cancelled and left (%s)',
    async (era) => {
      const live = record([tasks], { era });
      expect(await live.connection.connect()).toBe('ready');
      await listed(live);
      const call = (name: string) => live.connection.request('tools/call', { name, arguments: {} });
      await Promise.all(['quick', 'fails', 'ends', 'other-id', 'asks'].map((name) => call(name).done));
      const left = call('endless');
      await expect.poll(() => live.store.state().tasks.at(-1)?.subject).toBe('endless');
      left.cancel('enough');
      await left.done;
      // It is not at its end when the server is.
      void call('endless');
      await expect
        .poll(
          () =>
            live.store
              .state()
              .tasks.filter(({ ended, abandoned }) => ended === undefined && abandoned !== true).length,
        )
        .toBe(1);
      await expectSameWhenReopened(live);
    },
  );

  it('with a restart, a crash and a late answer', async () => {
    const script = `
      let rest = '', late;
      const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...m }) + '\\n');
      process.stdin.on('data', (d) => { rest += d; const lines = rest.split('\\n'); rest = lines.pop(); for (const l of lines) on(JSON.parse(l)); });
      process.stdin.on('end', () => process.exit(0));
      function on(m) {
        if (m.method === 'initialize') send({ id: m.id, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'f', version: '1' } } });
        if (m.params?.name === 'crash') { process.stderr.write('bye\\n'); process.kill(process.pid, 'SIGKILL'); }
        if (m.params?.name === 'slow') late = m;
        if (m.method === 'notifications/cancelled') send({ id: late.id, result: { content: [] } });
      }`;
    const live = record(['-e', script]);
    expect(await live.connection.connect()).toBe('ready');
    await live.connection.request('tools/call', { name: 'slow' }, { timeout: 300 }).done;
    await expect.poll(() => live.store.state().findings.map((finding) => finding.rule)).toContain('id/late');
    await live.connection.request('tools/call', { name: 'crash' }).done;
    expect(await live.connection.restart()).toBe('ready');
    await expectSameWhenReopened(live);
  });

  it('of a program that is no server', async () => {
    const docker = join(mkdtempSync(join(tmpdir(), 'loupe-')), 'docker');
    symlinkSync(process.execPath, docker);
    const script = `for (const n of [1, 2, 3]) console.log('listening', n, 'on http://localhost:8080/mcp');`;
    const live = record(['-e', script, 'run'], { program: docker, era: 'legacy' });
    expect(await live.connection.connect()).not.toBe('ready');
    const why = live.store.state().why.join('\n');
    expect(why).toContain('docker run closes stdin without -i');
    expect(why).toContain('does not look like an MCP server over stdio');
    await expectSameWhenReopened(live);
  });

  it('with an answer that comes when stdin is closed', async () => {
    const script = `
      let rest = '', late;
      const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...m }) + '\\n');
      process.stdin.on('data', (d) => { rest += d; const lines = rest.split('\\n'); rest = lines.pop(); for (const l of lines) on(JSON.parse(l)); });
      process.stdin.on('end', () => send({ id: late.id, result: { content: [] } }));
      function on(m) {
        if (m.method === 'initialize') send({ id: m.id, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'f', version: '1' } } });
        if (m.method === 'tools/call') late = m;
      }`;
    const live = record(['-e', script]);
    expect(await live.connection.connect()).toBe('ready');
    await live.connection.request('tools/call', { name: 'slow' }, { timeout: 300 }).done;
    await expectSameWhenReopened(live);
    expect(live.store.state().findings.map(({ rule }) => rule)).toContain('stdio/unflushed');
  });
});

describe('so does a recorded session of each faulty server', () => {
  it.concurrent.each(portion(ROWS.map(([scenario]) => scenario)))('%s', async (scenario) => {
    const live = record(scriptOf(scenario), { limits: IMPATIENT });
    if ((await live.connection.connect()) === 'ready')
      await live.connection.request('tools/call', { name: VICTIM, arguments: {} }).done;
    await expectSameWhenReopened(live);
  });
});
