import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { ALL_CHECKS, type CheckQueue, createCheckQueue } from '../../src/host/check-queue.ts';
import { systemClock } from '../../src/host/clock.ts';
import { openLive } from '../../src/host/live.ts';
import type { FrameEntry, Origin } from '../../src/session/frame.ts';
import type { Log } from '../../src/session/log/log.ts';
import { redactorFor } from '../../src/session/redaction/redactor.ts';
import { initialState, reduce } from '../../src/session/reduce.ts';
import type { SessionState } from '../../src/session/state.ts';
import { checkShapes } from '../../src/spec/check/shapes.ts';
import type { Checks } from '../../src/spec/check/thorough.ts';
import { converse, handshake, type Step } from '../support/conversation.ts';
import { nobody } from '../support/nobody.ts';

interface Played {
  readonly checkQueue: CheckQueue;
  /** `#seq rule path` of each finding, as it is told. */
  readonly told: string[];
  /** Runs what was put off until the start is over. */
  readonly start: () => void;
  /** Takes a conversation in; `t` gives each frame its time, in ms, `by` the client's frames their origin. */
  readonly play: (steps: readonly Step[], t?: (place: number) => number, by?: Origin) => void;
}

/** A queue of checks whose clock moves on by `pace` ms whenever it is looked at. */
function played(checks: Checks = ALL_CHECKS, pace = 0): Played {
  const told: string[] = [];
  const atStart: (() => void)[] = [];
  let now = 0;
  let state: SessionState;
  const checkQueue = createCheckQueue({
    checks,
    clock: { now: () => (now += pace), soon: (task) => void setImmediate(task) },
    state: () => state,
    report: ({ rule, path }, { entry }) => told.push(`#${entry.seq} ${rule} ${path ?? ''}`.trim()),
    whenQuiet(task) {
      atStart.push(task);
      return () => void atStart.splice(atStart.indexOf(task), 1);
    },
  });
  return {
    checkQueue,
    told,
    start: () => {
      for (const task of atStart.splice(0)) task();
    },
    play(steps, t, by) {
      const { accepted, state: end } = converse(steps);
      state = initialState(end.target);
      for (const [place, one] of accepted.entries()) {
        const at = { ...one.entry, t: t?.(place) ?? one.entry.t };
        const { by: _, ...bare } = at as FrameEntry;
        const isSent = at.type === 'frame' && at.dir === 'c2s';
        const entry = isSent ? { ...bare, ...(by === undefined ? {} : { by }) } : at;
        state = reduce(state, one);
        checkQueue.add({ ...one, entry }, entry.type === 'frame' ? JSON.parse(entry.msg) : undefined);
      }
    },
  };
}

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const LISTED = {
  tools: [{ name: 'a', inputSchema: { type: 'object' }, annotations: { readOnlyHint: 'yes' } }],
};
const LIST: readonly Step[] = [
  ...handshake({ tools: {} }),
  ['c2s', { id: 2, method: 'tools/list' }],
  ['s2c', { id: 2, result: LISTED }],
];
const LIST_TOLD = [
  '#6 lint/type /result/tools/0/annotations/readOnlyHint',
  '#6 sdk/refuses /result/tools/0/annotations/readOnlyHint',
];
/** A notification that the table has something to say of, and inspections have not. */
const news = (uri: unknown): Step => ['s2c', { method: 'notifications/resources/updated', params: { uri } }];

describe('what this program sends', () => {
  it('is what the revision defines, to a real server', async () => {
    const script = new URL(
      '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
      import.meta.url,
    );
    const host = openLive({
      target: {
        ...{ transport: 'stdio', command: process.execPath, args: [script.pathname], cwd: tmpdir() },
        ...{ env: { PATH: process.env['PATH'] ?? '' }, given: [], beyondClient: [] },
      },
      connection: {
        client: { name: 'test', version: '0' },
        ...{
          timeout: 20_000,
          maxTimeout: 20_000,
          connectTimeout: 20_000,
          answerer: nobody,
          rounds: 10,
          tasks: true,
        },
      },
      redactorFor,
      redact: true,
      clock: systemClock,
      id: 'test',
    });
    expect(await host.connection.connect()).toBe('ready');
    await host.connection.request('tools/call', { name: 'echo', arguments: { message: 'a' } }).done;
    host.connection.request('prompts/get', { name: 'simple-prompt' }).cancel('enough');
    await host.close();
    const sent = frames(host.log).filter(({ dir }) => dir === 'c2s');
    const revision = '2025-11-25';
    expect(sent.length).toBeGreaterThan(6);
    for (const { msg } of sent)
      expect(checkShapes(JSON.parse(msg), { dir: 'c2s', revision }), msg).toEqual([]);
    // Nor is there anything to say of the other side, whose frames were all looked at.
    const rules = host.store.state().findings.map(({ rule }) => rule);
    expect(rules.filter((rule) => /^(?:lint|sdk)\//.test(rule))).toEqual([]);
  });
});

function frames(log: Log): readonly FrameEntry[] {
  return Array.from({ length: log.length }, (_, seq) => log.entry(seq)).filter(
    (entry) => entry?.type === 'frame',
  );
}

describe('the queue of checks', () => {
  it.each([
    [60, ALL_CHECKS, []],
    [100, ALL_CHECKS, ['#5 lint/deep']],
    [1_200, ALL_CHECKS, ['#5 lint/deep']],
    [1_200, { spec: false, sdk: true }, []],
  ] as const)(
    'tells of %d levels with %o, and does not come to its end by them',
    async (levels, checks, expected) => {
      const { checkQueue, told, start, play } = played(checks);
      let value: unknown = 1;
      for (let level = 0; level < levels; level += 1) value = [value];
      play([
        ...handshake({}),
        ['s2c', { method: 'notifications/message', params: { level: 'info', data: value } }],
      ]);
      start();
      await checkQueue.finish(1_000);
      expect(told.filter((one) => one.includes('deep') || one.includes('fault'))).toEqual(expected);
    },
  );

  it('waits until the start is over, then tells in wire order', async () => {
    const { told, start, play } = played();
    play([...LIST, news(7)]);
    await soon();
    expect(told).toEqual([]);
    start();
    await expect
      .poll(() => told)
      .toEqual([
        '#2 lint/missing /params/clientInfo',
        '#2 sdk/refuses /params/clientInfo',
        ...LIST_TOLD,
        '#7 lint/unannounced /method',
        '#7 lint/type /params/uri',
        '#7 sdk/refuses /params/uri',
      ]);
  });

  it('goes on by itself once it has begun', async () => {
    const { checkQueue, told, play } = played({ spec: true, sdk: false });
    play([news(1)]);
    await checkQueue.finish(50);
    expect(told).toEqual(['#1 lint/type /params/uri']);
    play([news(1), news(2)]);
    await expect.poll(() => told).toHaveLength(3);
  });

  it.each([
    [{ spec: true, sdk: false }, LIST_TOLD.slice(0, 1)],
    [{ spec: false, sdk: true }, LIST_TOLD.slice(1)],
    [{ spec: false, sdk: false }, []],
  ])('with %o', async (checks, expected) => {
    const { checkQueue, told, play } = played(checks);
    play(LIST);
    await checkQueue.finish(50);
    expect(told.filter((line) => line.startsWith('#6'))).toEqual(expected);
  });

  it('does not tell again what an inspection has told', async () => {
    const { checkQueue, told, play } = played();
    play([...LIST.slice(0, -1), ['s2c', { id: 2, result: { tools: [{ name: 'a', inputSchema: null }] } }]]);
    await checkQueue.finish(50);
    expect(told.filter((line) => line.startsWith('#6'))).toEqual([
      '#6 sdk/refuses /result/tools/0/inputSchema',
    ]);
  });

  it('looks at twenty frames of a kind in a second', async () => {
    const { checkQueue, told, play } = played({ spec: true, sdk: false });
    const flood = Array.from({ length: 10_000 }, (_, at) => news(at));
    // Five thousand in each of two seconds, by their own time.
    play(flood, (place) => (place < 5_000 ? 0 : 1_000));
    await checkQueue.finish(50);
    expect(told).toHaveLength(40);
    expect(told[0]).toBe('#1 lint/type /params/uri');
    expect(told[20]).toBe('#5001 lint/type /params/uri');
  });

  it('looks at other kinds while one floods', async () => {
    const { checkQueue, told, play } = played({ spec: true, sdk: false });
    play(
      [...Array.from({ length: 50 }, () => news('a:b')), ['s2c', { id: 1, method: 'roots/lost' }]],
      () => 0,
    );
    await checkQueue.finish(50);
    // The inspection of requests says the same of /method.
    expect(told).toEqual([]);
    play(
      [['s2c', { method: 'notifications/progress', params: { progressToken: 1, progress: '1' } }]],
      () => 0,
    );
    await checkQueue.finish(50);
    expect(told).toEqual(['#1 lint/type /params/progress']);
  });

  it('does at the end what is quickly done', async () => {
    // Each look at the clock costs a second, so that nothing but the first fifty frames is in time.
    const { checkQueue, told, play } = played({ spec: true, sdk: false }, 1_000);
    play(
      Array.from({ length: 80 }, (_, at) => news(at)),
      (place) => place * 100,
    );
    await checkQueue.finish(50);
    expect(told).toHaveLength(50);
    checkQueue.end();
    await soon();
    expect(told).toHaveLength(50);
    play([news(1)]);
    await checkQueue.finish(50);
    expect(told).toHaveLength(50);
  });

  it.each([
    ['a revision of another era', '2026-07-28', []],
    ['an early revision', '2024-11-05', ['#6 lint/other-revision /result/tools/0/annotations']],
  ])('judges by %s', async (_, protocolVersion, expected) => {
    const { checkQueue, told, play } = played({ spec: true, sdk: false });
    const tool = { name: 'a', inputSchema: { type: 'object' }, annotations: {} };
    play([
      ...handshake({ tools: {} }, { protocolVersion }),
      ['c2s', { id: 2, method: 'tools/list' }],
      ['s2c', { id: 2, result: { tools: [tool] } }],
    ]);
    await checkQueue.finish(50);
    const last = protocolVersion === '2026-07-28' ? '#7' : '#6';
    expect(told.filter((line) => line.startsWith(last))).toEqual(expected);
  });

  it('has nothing to say of what this program sends', async () => {
    const { checkQueue, told, play } = played();
    play([news(1), ['c2s', { id: 1, method: 'no/such', params: [] }]], undefined, 'user');
    await checkQueue.finish(50);
    expect(told.filter((line) => line.startsWith('#2'))).toEqual([]);
  });

  it('judges the modern era by its own revision, and without the SDK that does not know it', async () => {
    const { checkQueue, told, play } = played();
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const cached = { resultType: 'complete', ttlMs: 0, cacheScope: 'public' };
    play([
      { event: 'spawn', pid: 42 },
      ['c2s', { id: 1, method: 'server/discover', params: { _meta: meta } }],
      [
        's2c',
        { id: 1, result: { ...cached, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } } },
      ],
      ['c2s', { id: 2, method: 'tools/list', params: { _meta: meta } }],
      ['s2c', { id: 2, result: { ...cached, tools: [{ ...LISTED.tools[0], execution: {} }] } }],
    ]);
    await checkQueue.finish(50);
    expect(told.map((line) => line.replace(/^#\d+ /, ''))).toEqual([
      'lint/type /result/tools/0/annotations/readOnlyHint',
      'lint/other-revision /result/tools/0/execution',
    ]);
  });
});
