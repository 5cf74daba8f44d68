import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type AnswerRules, createAnswerer } from '../../src/connection/answerer.ts';
import { systemClock } from '../../src/host/clock.ts';
import { type LiveHost, openLive } from '../../src/host/live.ts';
import { latest } from '../../src/session/log/log.ts';
import { redactorFor } from '../../src/session/redaction/redactor.ts';
import { listed } from '../support/ready-host.ts';

const SERVER = fileURLToPath(new URL('../support/servers/tasks.mjs', import.meta.url));
const NO_RULES: AnswerRules = { elicitation: [], sampling: [] };
const ANSWERS: AnswerRules = {
  elicitation: [{ match: undefined, action: 'accept', content: () => ({ name: 'Ada', mood: 'calm' }) }],
  sampling: [{ match: undefined, answer: { text: 'Steam' } }],
};

interface Options {
  readonly era: 'legacy' | 'modern';
  readonly rules?: AnswerRules;
  readonly mode?: string;
  readonly maxTimeout?: number;
  readonly tasks?: boolean;
}

async function connected({ era, rules = NO_RULES, mode, maxTimeout = 60_000, tasks = true }: Options) {
  const host = openLive({
    target: {
      transport: 'stdio',
      command: process.execPath,
      args: [SERVER, ...(mode === undefined ? [] : [mode])],
      cwd: tmpdir(),
      env: {},
      given: [],
      beyondClient: [],
    },
    connection: {
      client: { name: 'test', version: '0' },
      ...{ era, timeout: 20_000, maxTimeout, connectTimeout: 20_000, rounds: 10, tasks },
      answerer: createAnswerer({
        ...{ roots: [], rules, otherwise: 'refuse', elicitation: true, sampling: true },
      }),
    },
    redactorFor,
    redact: true,
    clock: systemClock,
    id: 'test',
  });
  onTestFinished(() => host.close());
  expect(await host.connection.connect()).toBe('ready');
  await listed(host);
  return host;
}

const call = (host: LiveHost, name: string, asTask?: boolean) =>
  host.connection.request('tools/call', { name, arguments: {} }, { asTask });

const sent = ({ log }: LiveHost): readonly string[] =>
  Array.from({ length: log.length }, (_, seq) => log.row(seq)).flatMap((row) =>
    row?.dir === 'c2s' &&
    row.method !== undefined &&
    /^(?:tools\/call|tasks\/|notifications\/cancelled)/.test(row.method)
      ? [row.method]
      : [],
  );

const rules = ({ store }: LiveHost): readonly string[] =>
  store
    .state()
    .findings.map(({ rule }) => rule)
    .filter((rule) => rule.startsWith('task/'));

/** Resolves when this holds of the state. */
const until = ({ store }: LiveHost, holds: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!holds()) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(look);
    queueMicrotask(look);
  });

const text = (value: string) => ({ content: [{ type: 'text', text: value }] });

describe('a call that runs as a task', () => {
  it.each(['legacy', 'modern'] as const)('ends with the result of the task (%s)', async (era) => {
    const host = await connected({ era });
    const running = call(host, 'slow');
    const other = call(host, 'plain');
    await expect(other.done).resolves.toMatchObject({ kind: 'result', result: text('plain came at once') });
    const byUser = host.store.state().running.filter(({ by }) => by === 'user');
    expect(byUser).toMatchObject([{ seq: running.seq, subject: 'slow', task: 'task-1' }]);
    const outcome = await running.done;
    expect(outcome).toMatchObject({ kind: 'result', result: text('slow is done') });
    expect(host.store.state()).toMatchObject({
      running: [],
      tasks: [
        { id: 'task-1', status: 'completed', subject: 'slow', call: running.seq, ttl: 60_000, interval: 150 },
      ],
    });
    // The result is found from the call, and each poll is our own doing.
    const answer = host.log.row(latest(host.log, running.seq))?.answer;
    expect(answer).toBe(outcome.kind === 'result' ? outcome.seq : undefined);
    const polls = sent(host).filter((method) => method === 'tasks/get').length;
    expect(polls).toBeGreaterThan(1);
    expect(polls).toBeLessThan(10);
    expect(sent(host).filter((method) => method === 'tasks/result')).toHaveLength(era === 'legacy' ? 1 : 0);
    expect(rules(host)).toEqual([]);
  });

  it.each(['legacy', 'modern'] as const)('answers what the task asks for (%s)', async (era) => {
    const host = await connected({ era, rules: ANSWERS });
    const outcome = await call(host, 'asks').done;
    expect(outcome).toMatchObject({ kind: 'result' });
    const said = JSON.stringify(outcome.kind === 'result' ? outcome.result : '');
    expect(said).toContain('Ada');
    expect(said).toContain('calm');
    expect(sent(host).filter((method) => method === 'tasks/update')).toHaveLength(era === 'legacy' ? 0 : 2);
    expect(host.store.state().inbox.waiting).toEqual([]);
    expect(rules(host)).toEqual([]);
  });

  it('is not continued when sampling is refused', async () => {
    const host = await connected({ era: 'modern' });
    await expect(call(host, 'asks').done).resolves.toEqual({
      kind: 'cancelled',
      why: 'not continued: sampling refused',
    });
    expect(sent(host).at(-1)).toBe('tasks/cancel');
    expect(host.store.state().running.filter(({ by }) => by === 'user')).toEqual([]);
  });

  it.each(['legacy', 'modern'] as const)('is cancelled by tasks/cancel (%s)', async (era) => {
    const host = await connected({ era });
    const running = call(host, 'endless');
    await until(host, () => host.store.state().tasks.length > 0);
    await until(host, () => host.connection.call(running.seq) !== undefined);
    host.connection.call(running.seq)?.cancel();
    await expect(running.done).resolves.toEqual({
      kind: 'cancelled',
      why: 'tools/call endless was cancelled',
    });
    expect(sent(host)).not.toContain('notifications/cancelled');
    await until(host, () => host.store.state().running.length === 0);
    expect(sent(host).at(-1)).toBe('tasks/cancel');
    expect(host.log.row(running.seq)?.ended).toBe('cancel');
  });

  it('says that the server is not told where it does not announce that', async () => {
    const host = await connected({ era: 'legacy', mode: 'silent' });
    const running = call(host, 'endless');
    await until(host, () => host.store.state().tasks.length > 0);
    running.cancel();
    await expect(running.done).resolves.toMatchObject({
      kind: 'cancelled',
      why: expect.stringContaining('does not declare tasks/cancel'),
    });
    expect(sent(host)).not.toContain('tasks/cancel');
  });

  it.each(['legacy', 'modern'] as const)('ends in time (%s)', async (era) => {
    const host = await connected({ era, maxTimeout: 3_000 });
    await expect(call(host, 'endless').done).resolves.toEqual({
      kind: 'timeout',
      why: 'the task of tools/call endless has not ended within 3 s',
    });
    expect(sent(host)).toContain('tasks/cancel');
  });

  it('goes on for as long as a person wants', async () => {
    const host = await connected({ era: 'legacy', mode: 'late', maxTimeout: 3_000 });
    const running = call(host, 'slow');
    await until(host, () => host.store.state().tasks.length > 0);
    running.extend(20_000);
    await expect(running.done).resolves.toMatchObject({ kind: 'result' });
  });

  it('ends with the server', async () => {
    const host = await connected({ era: 'legacy' });
    const running = call(host, 'endless');
    await until(host, () => host.store.state().tasks.length > 0);
    await host.close();
    await expect(running.done).resolves.toMatchObject({ kind: 'closed' });
    expect(host.store.state().running).toEqual([]);
  });
});

describe('whether a call runs as a task', () => {
  it('is said by the tool, or by who calls it', async () => {
    const host = await connected({ era: 'legacy' });
    await expect(call(host, 'maybe').done).resolves.toMatchObject({ result: text('maybe ran directly') });
    await expect(call(host, 'maybe', true).done).resolves.toMatchObject({ result: text('maybe is done') });
    await expect(call(host, 'quick', false).done).resolves.toMatchObject({ kind: 'error' });
  });

  it('is no when tasks are switched off', async () => {
    const legacy = await connected({ era: 'legacy', tasks: false });
    await expect(call(legacy, 'quick').done).resolves.toMatchObject({ kind: 'error' });
    const modern = await connected({ era: 'modern', tasks: false });
    expect(modern.store.state().capabilities.client).not.toHaveProperty('extensions');
    await expect(call(modern, 'quick').done).resolves.toMatchObject({ kind: 'result' });
    expect(rules(modern)).toEqual(['task/unasked']);
  });
});

describe('what is wrong with a task', () => {
  it.each([
    ['legacy', 'no-id', 'result', ['task/no-id', 'task/unknown']],
    ['legacy', 'odd-status', 'result', ['task/status']],
    ['legacy', 'shapeless', 'result', ['task/shape']],
    ['legacy', 'absurd', 'result', ['task/interval']],
    ['legacy', 'unasked', 'result', ['task/unasked']],
    ['legacy', 'ignored', 'result', ['task/ignored']],
    ['legacy', 'other-id', 'result', ['task/unknown', 'task/other-id']],
    ['legacy', 'after-end', 'result', ['task/after-end']],
    ['legacy', 'early', 'result', ['task/early-result']],
    ['legacy', 'unrelated', 'result', ['task/related']],
    ['legacy', 'fails', 'error', []],
    ['legacy', 'ends', 'cancelled', []],
    ['modern', 'no-id', 'result', ['task/no-id']],
    ['modern', 'no-result', 'result', ['task/no-result']],
    ['modern', 'no-input', 'timeout', ['task/no-input']],
    ['modern', 'reuses', 'timeout', ['task/key-reused']],
    ['modern', 'fails', 'error', []],
    ['modern', 'ends', 'cancelled', []],
  ] as const)('is found (%s, %s)', async (era, tool, kind, found) => {
    const host = await connected({ era, ...(kind === 'timeout' ? { maxTimeout: 3_000 } : {}) });
    const outcome = await call(host, tool).done;
    expect(outcome.kind).toBe(kind);
    await until(host, () => rules(host).length >= found.length);
    // What the server tells by itself and what it answers may come in either order.
    expect([...rules(host)].sort()).toEqual([...found].sort());
    expect(host.store.state().running.filter(({ by }) => by === 'user')).toEqual([]);
  });

  it('is found of an id that two tasks have', async () => {
    const host = await connected({ era: 'legacy' });
    await call(host, 'same-id').done;
    await expect(call(host, 'same-id').done).resolves.toMatchObject({ result: text('same-id is done') });
    expect(rules(host)).toEqual(['task/id-reused']);
  });
});
