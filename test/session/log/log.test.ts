import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/session/frame.ts';
import { createLog, type EntrySource } from '../../../src/session/log/log.ts';
import { outcomeOf } from '../../../src/session/outcome.ts';
import { converse, handshake, type Step } from '../../support/conversation.ts';
import { exchange } from '../../support/exchange.ts';

function logOf(steps: readonly Step[], limit = 1_000_000, source?: EntrySource) {
  const { accepted } = converse(steps);
  const log = createLog(limit, source);
  for (const one of accepted) log.add(one, { offset: one.entry.seq * 10, length: 10 });
  return { log, accepted };
}

const call = (id: number | string, name = 'echo') =>
  ['c2s', { id, method: 'tools/call', params: { name } }] as const;

const finding = (seq: number, at: number, rule: string): Entry => ({
  type: 'finding',
  seq,
  t: seq,
  conn: 1,
  session: 0,
  at,
  rule,
  message: rule,
});

describe('rows', () => {
  it('show a request and its answer with each other', () => {
    const { log } = logOf([call(7), ['s2c', { id: 7, result: { content: [] } }]]);
    expect(log.row(1)).toMatchObject({
      type: 'frame',
      dir: 'c2s',
      kind: 'request',
      id: 7,
      method: 'tools/call',
      answer: 2,
      ended: 'answered',
    });
    expect(log.row(2)).toMatchObject({
      dir: 's2c',
      kind: 'result',
      id: 7,
      method: 'tools/call',
      re: 1,
      ms: 100,
    });
    expect(log.row(3)).toBeUndefined();
    expect(log.row(0)).toBeUndefined();
  });

  it.each([
    ['that it says, as where no times were kept', 7],
    ['but where none is known', undefined],
  ])('show the latency of an answer %s', (_, ms) => {
    const { accepted } = converse([call(7), ['s2c', { id: 7, result: {} }]]);
    const log = createLog(1_000_000);
    for (const [at, one] of accepted.entries()) {
      const { ms: _, ...entry } = { ...one.entry, ms: 0, t: 100 };
      const told = ms === undefined || at === 0 ? entry : { ...entry, ms };
      log.add({ ...one, entry: told as Entry }, { offset: at, length: 1 });
    }
    expect(log.row(2)).toMatchObject({ re: 1 });
    expect([log.row(2)?.ms, outcomeOf(log, 1)?.ms]).toEqual([ms, ms]);
  });

  it.each([
    [2 ** 31, 2 ** 31],
    [-1, -1],
    [0, 0],
    [1.5, 1.5],
    ['abc', 'abc'],
    ['7', '7'],
  ])('keep the id %j as it is', (id, expected) => {
    expect(logOf([call(id)]).log.row(1)?.id).toBe(expected);
  });

  it('tell no id from a null id', () => {
    const { log } = logOf([
      ['s2c', { method: 'notifications/x' }],
      ['s2c', { id: null, error: { code: 1, message: 'x' } }],
    ]);
    expect(log.row(1)).not.toHaveProperty('id');
    const late = [1, 2, 3, 4].map((seq) => log.row(seq)).find((row) => row?.kind === 'error');
    expect(late?.id).toBeNull();
  });

  it('mark lines that have findings, which are read back in place', () => {
    const { log } = logOf([['s2c', { id: 5, result: {}, extra: 1 }], { invalid: 'x' }]);
    expect(log.row(1)?.finding).toBe(true);
    expect(log.findings(1).map((finding) => finding.rule)).toEqual(['id/unknown', 'message/extra-member']);
    expect(log.row(4)).toMatchObject({ type: 'invalid', finding: false });
  });

  it('have their findings wherever these come in', () => {
    const { log } = logOf([
      ['s2c', { id: 5, result: {} }],
      ['s2c', { method: 'notifications/x' }],
    ]);
    const first = log.findings(1);
    const next = log.length;
    const late = [
      finding(next, 1, 'lint/one'),
      finding(next + 1, 3, 'lint/other'),
      finding(next + 2, 1, 'lint/two'),
    ];
    for (const entry of late) log.add({ entry, findings: [] });
    expect(log.findings(1)).toEqual([...first, late[0], late[2]]);
    expect(log.findings(3).slice(1)).toEqual([late[1]]);
  });

  it('say how a request ended', () => {
    const { log } = logOf([
      call(1),
      { event: 'timeout', re: 1 },
      call(2),
      { event: 'cancel', re: 4 },
      call(3),
      { event: 'exit', code: 1 },
    ]);
    expect([1, 4, 6].map((seq) => log.row(seq)?.ended)).toEqual(['timeout', 'cancel', 'closed']);
    expect(log.row(1)?.answer).toBe(2);
  });

  it('take a late answer for the answer', () => {
    const { log } = logOf([call(1), { event: 'timeout', re: 1 }, ['s2c', { id: 1, result: {} }]]);
    expect(log.row(1)).toMatchObject({ ended: 'answered', answer: 4 });
    expect(log.row(4)).toMatchObject({ re: 1, finding: true });
  });
});

describe('the views of the log', () => {
  it('hold traffic and output by seq', () => {
    const { log } = logOf([
      ...handshake({}),
      { stderr: 'boot' },
      { invalid: 'hello' },
      ['s2c', { method: 'notifications/message', params: { level: 'info', data: 1 } }],
    ]);
    const seqs = (list: typeof log.traffic) =>
      Array.from({ length: list.length }, (_, place) => list.at(place));
    expect(seqs(log.traffic)).toEqual([1, 2, 3, 4, 6, 7]);
    expect(seqs(log.output)).toEqual([5, 7]);
    expect(log.traffic.placeOf(5)).toBe(3);
    expect(log.traffic.placeOf(0)).toBe(-1);
    expect(log.traffic.placeOf(99)).toBe(5);
  });
});

describe('memory', () => {
  const steps = Array.from({ length: 50 }, (_, id) => call(id, 'x'.repeat(100)));

  it('keeps the newest texts and counts what it dropped', () => {
    const { log, accepted } = logOf(steps, 2_000);
    expect(log.text(50)).toBe(
      accepted.at(-1)?.entry.type === 'frame' ? JSON.stringify({ jsonrpc: '2.0', ...steps[49]?.[1] }) : '',
    );
    expect(log.text(1)).toBeUndefined();
    expect(log.head(1, 10)).toBe('');
    expect(log.dropped).toBeGreaterThan(40);
    expect(log.row(1)).toMatchObject({ id: 0, method: 'tools/call' });
  });

  it('reads older ones back where there is a transcript', () => {
    const { accepted } = converse(steps);
    const source: EntrySource = {
      entry: (offset) => accepted[offset / 10 - 1]?.entry,
      head: (offset, _, limit) => `head of ${offset / 10}`.slice(0, limit),
      text: (offset) => `text of ${offset / 10}`,
      mayHold: (offset) => offset > 10,
    };
    const { log } = logOf(steps, 2_000, source);
    expect(log.dropped).toBe(0);
    expect(log.entry(1)).toBe(accepted[0]?.entry);
    expect(log.head(1, 7)).toBe('head of');
    expect(log.text(1)).toBe('text of 1');
    expect([log.mayHold(1, 'x'), log.mayHold(2, 'x')]).toEqual([false, true]);
  });

  it('keeps the newest, however large', () => {
    const { log } = logOf([call(1), call(2, 'y'.repeat(5_000))], 1_000);
    expect(log.text(2)).toContain('yyy');
    expect(log.text(1)).toBeUndefined();
  });
});

describe('exchanges over HTTP', () => {
  it('are found by their numbers, and stand in the output', () => {
    const { log } = logOf([...exchange(1, 200), ...exchange(2, 200).slice(0, 3)]);
    expect(log.exchange(1)).toEqual({ request: 1, response: 3, end: 5 });
    expect(log.exchange(2)).toEqual({ request: 6, response: 8 });
    expect(log.exchange(3)).toBeUndefined();
    expect([log.output.at(0), log.output.at(1), log.output.length]).toEqual([1, 6, 2]);
    expect(log.row(3)).toMatchObject({ type: 'http', x: 1 });
  });

  it('keep one row however often they are redirected', () => {
    const again = exchange(1, 200).filter((step) => 'http' in step);
    const { log } = logOf([...exchange(1, 307).slice(0, 3), ...again]);
    expect(log.exchange(1)).toMatchObject({ request: 1, response: 5, end: 6 });
    expect(log.output.length).toBe(1);
  });

  it('stand in the traffic where something was found', () => {
    const found = [{ rule: 'http/status', message: 'no' }];
    const { log } = logOf([
      ...exchange(1, 200).slice(0, 2),
      { http: { x: 1, phase: 'end' }, found: [...found, ...found] },
      ...exchange(2, 200),
    ]);
    const traffic = Array.from({ length: log.traffic.length }, (_, at) => log.traffic.at(at));
    expect(traffic).toEqual([2, 3, 7, 9]);
    expect(log.findings(3)).toHaveLength(2);
  });
});

describe('exchanges', () => {
  const seqs = (log: { readonly length: number; at(place: number): number }) =>
    Array.from({ length: log.length }, (_, place) => log.at(place));

  it.each<[string, readonly Step[], readonly number[]]>([
    ['an answer', [call(7), ['s2c', { id: 7, result: {} }]], [1]],
    ['an error', [call(7), ['s2c', { id: 7, error: { code: 1, message: '' } }]], [1]],
    [
      'a time-out and a late answer',
      [call(7), { event: 'timeout', re: 1 }, ['s2c', { id: 7, result: {} }]],
      [1],
    ],
    ['the end of the process', [call(7), { event: 'exit', code: 0 }], [1, 2]],
  ])('hold a request with %s', (_, steps, expected) => {
    const { log } = logOf(steps);
    expect(seqs(log.exchanges).filter((seq) => log.row(seq)?.type !== 'finding')).toEqual(expected);
    const last = log.row(1)?.answer ?? 0;
    expect(log.beginningOf(last)).toBe(expected.includes(last) ? last : 1);
  });

  it('hold what is alone: notifications, stray lines, an answer to nobody, a second answer', () => {
    const { log } = logOf([
      call(7),
      ['s2c', { method: 'notifications/progress', params: { progressToken: 1, progress: 1 } }],
      { invalid: 'Hello' },
      ['s2c', { id: 99, result: {} }],
      ['s2c', { id: 7, result: { content: [] } }],
      ['s2c', { id: 7, result: { content: [] } }],
    ]);
    const told = seqs(log.exchanges).map((seq) => log.row(seq)?.kind ?? log.row(seq)?.type);
    expect(told).toEqual(['request', 'notification', 'invalid', 'result', 'result']);
    for (const seq of seqs(log.exchanges)) expect(log.beginningOf(seq)).toBe(seq);
  });
});
