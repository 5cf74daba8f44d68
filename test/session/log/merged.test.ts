import { describe, expect, it } from 'vitest';
import type { Seqs } from '../../../src/session/log/column.ts';
import { createLog, type LogWriter } from '../../../src/session/log/log.ts';
import { createMergedLog, type LogPart } from '../../../src/session/log/merged.ts';
import { createOrdered } from '../../../src/session/log/ordered.ts';
import { createLiveSearch, createSearch } from '../../../src/session/log/search.ts';
import { converse, type Step } from '../../support/conversation.ts';

/** A session whose lines are given by when they come. */
function part(id: number, started: number, ...times: readonly number[]) {
  const log = createLog(1_000_000);
  const steps: Step[] = [];
  const come = (...more: readonly number[]): void => {
    for (const t of more) {
      steps.push(['s2c', { method: `at/${t}` }]);
      const one = converse(steps).accepted.findLast(({ entry }) => entry.type === 'frame');
      if (one === undefined) throw new Error('no line');
      log.add({ ...one, entry: { ...one.entry, seq: steps.length, t } });
    }
  };
  come(...times);
  return { part: { id, name: `s${id}`, log, started } satisfies LogPart, come };
}

const labels = (log: { label(seq: number): string }, seqs: Seqs): readonly string[] =>
  Array.from({ length: seqs.length }, (_, place) => log.label(seqs.at(place)));

describe('the lines of several sessions', () => {
  it.each([
    [
      'by the clock',
      [
        [0, 1, 4],
        [0, 2, 3],
      ],
      's1#1 s2#1 s2#2 s1#2',
    ],
    [
      'from when each began',
      [
        [1000, 0, 5],
        [1002, 0, 1],
      ],
      's1#1 s2#1 s2#2 s1#2',
    ],
    [
      'of the same time by session, then by number',
      [
        [0, 1, 1],
        [0, 1],
      ],
      's1#1 s1#2 s2#1',
    ],
    ['of one that has none', [[0, 1], [0]], 's1#1'],
    ['of none', [[0], [0]], ''],
    [
      'of one that has no clock from the first beginning',
      [
        [500, 3],
        [Number.NaN, 1, 4],
      ],
      's2#1 s1#1 s2#2',
    ],
    [
      'of one whose clock went back',
      [
        [0, 5, 2],
        [0, 3],
      ],
      's1#2 s2#1 s1#1',
    ],
  ])('stand %s', (_, sessions, order) => {
    const parts = sessions.map(([started = 0, ...times], at) => part(at + 1, started, ...times).part);
    const log = createMergedLog(parts);
    expect(labels(log, log.traffic).join(' ')).toBe(order);
    expect(labels(log, log.lines)).toEqual(labels(log, log.traffic));
  });

  it('are put in their place when they come late, and each keeps its number', () => {
    const [one, other] = [part(1, 0, 10, 30), part(2, 0)];
    const log = createMergedLog([one.part, other.part]);
    expect(labels(log, log.traffic)).toEqual(['s1#1', 's1#2']);
    const second = log.traffic.at(1);
    other.come(5, 20, 25, 40);
    one.come(41);
    expect(labels(log, log.traffic).join(' ')).toBe('s2#1 s1#1 s2#2 s2#3 s1#2 s2#4 s1#3');
    expect(log.traffic.placeOf(second)).toBe(4);
    expect(log.traffic.at(log.traffic.placeOf(second))).toBe(second);
  });

  it('are found by number where there is a gap, and at the ends', () => {
    const { part: one } = part(1, 0, 10, 20);
    const log = createMergedLog([one, part(2, 0, 15).part]);
    expect(log.traffic.placeOf(0)).toBe(-1);
    expect([log.traffic.at(-1), log.traffic.at(3)]).toEqual([0, 0]);
    const last = log.traffic.at(2);
    expect(log.traffic.placeOf(last)).toBe(2);
    expect(log.row(log.find('s1#9') ?? 0)).toBeUndefined();
    expect(log.placeOf(3)).toBeUndefined();
  });

  it('go by labels', () => {
    const log = createMergedLog([part(1, 0, 10).part, part(2, 0, 15).part]);
    const line = log.find('s2#1') ?? 0;
    expect(log.text(line)).toContain('at/15');
    expect([log.find('#1'), log.find('1'), log.find('s3#1'), log.find('s1#x')]).toEqual(
      Array(4).fill(undefined),
    );
  });
});

describe('a line among those of several sessions', () => {
  const session = (id: number, started: number, steps: readonly Step[]): LogPart & { log: LogWriter } => {
    const log = createLog(1_000_000);
    for (const one of converse(steps).accepted) log.add(one);
    return { id, name: `s${id}`, log, started };
  };
  const steps: readonly Step[] = [
    ['c2s', { id: 1, method: 'tools/call', params: { name: 'echo' } }, 1],
    ['s2c', { method: 'notifications/message', params: { level: 'info', data: 'x' } }, 1],
    ['s2c', { id: 1, result: { content: [] } }, 1],
    { note: { mark: true, text: 'here' }, at: 3 },
  ];
  const parts = [session(1, 0, steps), session(2, 50, steps)];
  const log = createMergedLog(parts);
  const at = (seq: number): number => log.find(`s2#${seq}`) ?? 0;

  it('tells of others by their numbers among all', () => {
    expect(log.row(at(1))).toMatchObject({ seq: at(1), t: 150, answer: at(3), method: 'tools/call' });
    expect(log.row(at(3))).toMatchObject({ re: at(1), ms: 200, marked: true });
    expect(log.entry(at(3))).toMatchObject({ seq: at(3), t: 350, re: at(1), type: 'frame' });
    expect(log.entry(at(4))).toMatchObject({ at: at(3) });
    expect([log.requestOf(at(2)), log.nextWith(at(1)), log.lastWith(at(1))]).toEqual([at(1), at(2), at(3)]);
    expect([log.beginningOf(at(3)), log.between(at(1), at(3))]).toEqual([at(1), 0]);
    expect(log.note(at(3))).toEqual({ mark: true, text: 'here' });
    expect(log.head(at(1), 12)).toBe('{"jsonrpc":"');
    expect(log.methods()).toEqual(['tools/call', 'notifications/message']);
  });

  it('is marked in the order of the clock', () => {
    expect(log.marked().map(log.label)).toEqual(['s1#3', 's2#3']);
  });

  it('stands among exchanges as in its session', () => {
    expect(labels(log, log.exchanges)).toEqual(['s1#1', 's2#1', 's1#2', 's2#2']);
    expect(labels(log, log.output)).toEqual(['s1#2', 's2#2']);
  });
});

describe('a search among several sessions', () => {
  it('goes on with what comes, wherever that stands', () => {
    const [one, other] = [part(1, 0, 10, 30), part(2, 0, 20)];
    const log = createMergedLog([one.part, other.part]);
    const search = createSearch(log.traffic, (line) => log.row(line)?.method !== 'at/30');
    expect(search.advance(2).left).toBe(1);
    expect(labels(log, search.advance(9).seqs)).toEqual(['s1#1', 's2#1']);
    other.come(5, 50);
    expect(search.advance(0).left).toBe(2);
    expect(labels(log, search.advance(9).seqs)).toEqual(['s2#2', 's1#1', 's2#1', 's2#3']);
  });

  it('finds in the order of the clock what may change', () => {
    const [one, other] = [part(1, 0, 10, 30), part(2, 0, 20)];
    const log = createMergedLog([one.part, other.part]);
    const hidden = new Set<number>();
    const search = createLiveSearch(log, (line) => !hidden.has(line));
    search.advance(9);
    other.come(5, 15);
    expect(labels(log, search.advance(9).seqs)).toEqual(['s2#2', 's1#1', 's2#3', 's2#1', 's1#2']);
  });
});

describe('a list with an order', () => {
  it('takes lines anywhere, and gives them back', () => {
    const list = createOrdered((seq) => seq % 100);
    const all: number[] = [];
    for (let round = 0; round < 40; round += 1) {
      const more = Array.from(
        { length: 1 + ((round * 7) % 11) },
        (_, at) => round * 1000 + ((at * 37) % 100),
      );
      list.add(more);
      all.push(...more);
    }
    const order = (one: number, other: number): number => (one % 100) - (other % 100) || one - other;
    const held = (): readonly number[] => Array.from({ length: list.length }, (_, place) => list.at(place));
    expect(held()).toEqual(all.sort(order));
    for (const seq of all.filter((__, place) => place % 3 === 0)) list.remove(seq);
    list.remove(77_777);
    const left = all.filter((__, place) => place % 3 !== 0);
    expect(held()).toEqual(left);
    expect(left.every((seq, place) => list.placeOf(seq) === place && list.has(seq))).toBe(true);
    expect(list.at(list.length)).toBe(0);
  });
});
