import { describe, expect, it } from 'vitest';
import { together } from '../../../src/session/log/waits.ts';
import { handshake, type Step } from '../../support/conversation.ts';
import { told } from '../../support/told.ts';

const OFFERED = handshake({ tools: {} }, {}, { elicitation: {}, sampling: {} });

const call = (id: number): Step => ['c2s', { id, method: 'tools/call', params: { name: 'report' } }];
const ask = (id: string, method = 'elicitation/create'): Step => ['s2c', { id, method, params: {} }];
const answer = (id: string): Step => ['c2s', { id, result: { action: 'accept' } }];
const done = (id: number, result: object = { content: [] }): Step => ['s2c', { id, result }];
const log: Step = ['s2c', { method: 'notifications/message', params: { level: 'info', data: 1 } }];
const inputs = { resultType: 'input_required', inputRequests: { a: { method: 'elicitation/create' } } };

/** ms of the newest response, and how many of them a person was waited for; every step takes 100 ms. */
function newest(steps: readonly Step[]): readonly [ms: number | undefined, yours: number] {
  const { host } = told(...OFFERED, ...steps);
  const rows = Array.from({ length: host.log.length }, (_, seq) => host.log.row(seq));
  const last = rows.findLast((row) => row?.kind === 'result');
  return [last?.ms, last?.yours ?? 0];
}

describe('what a person is waited for', () => {
  it.each<readonly [string, readonly Step[], readonly [number, number]]>([
    ['is nothing where nobody is asked', [call(7), log, done(7)], [200, 0]],
    ['is the time until the answer', [call(7), ask('a'), log, log, answer('a'), done(7)], [500, 300]],
    [
      'is told of an answer to a sampling request',
      [call(7), ask('a', 'sampling/createMessage'), answer('a'), done(7)],
      [300, 100],
    ],
    ['is not what answers itself', [call(7), ask('a', 'roots/list'), answer('a'), done(7)], [400, 0]],
    [
      'counts once where two are asked',
      [call(7), ask('a'), ask('b'), answer('a'), answer('b'), done(7)],
      [500, 300],
    ],
    [
      'counts twice where one is asked twice',
      [call(7), ask('a'), answer('a'), ask('b'), answer('b'), done(7)],
      [500, 200],
    ],
    ['counts for no call that begins later', [ask('a'), answer('a'), call(7), done(7)], [100, 0]],
    [
      'counts for neither of two calls side by side',
      [call(7), call(8), ask('a'), answer('a'), done(7)],
      [400, 0],
    ],
    [
      'counts for the call that is left',
      [call(8), call(7), done(8), ask('a'), answer('a'), done(7)],
      [400, 100],
    ],
    ['is the whole of what a person is asked', [call(7), ask('a'), log, answer('a')], [200, 200]],
  ])('%s', (_, steps, expected) => {
    expect(newest(steps)).toEqual(expected);
  });

  it('counts for the call in whose exchange it was asked', () => {
    const other: Step = ['c2s', { id: 8, method: 'tools/call', params: { name: 'other' } }, 2];
    const mine: Step = ['c2s', { id: 7, method: 'tools/call', params: { name: 'report' } }, 3];
    const asked: Step = ['s2c', { id: 'a', method: 'elicitation/create', params: {} }, 3];
    expect(newest([other, mine, asked, answer('a'), done(7)])).toEqual([300, 100]);
    expect(newest([other, mine, asked, answer('a'), done(8)])).toEqual([400, 0]);
  });

  it('lies between the rounds of a call that asks for inputs', () => {
    const again: Step = [
      'c2s',
      { id: 8, method: 'tools/call', params: { name: 'report', inputResponses: { a: {} } } },
    ];
    const { host } = told(...OFFERED, call(7), done(7, inputs), log, again, done(8));
    const rows = Array.from({ length: host.log.length }, (_, seq) => host.log.row(seq));
    const first = rows.find((row) => row?.id === 7)?.seq ?? 0;
    const last = rows.findLast((row) => row?.kind === 'result');
    const { log: lines } = host;
    expect(last?.yours).toBeUndefined();
    const asked = rows.find((row) => row?.asks)?.t ?? 0;
    const next = rows.find((row) => row?.kind === 'request' && row.id === 8)?.t ?? 0;
    expect(lines.between(first, last?.seq ?? 0)).toBe(next - asked);
    expect(next - asked).toBeGreaterThan(0);
  });
});

describe('spans together', () => {
  it.each<readonly [string, Parameters<typeof together>, number]>([
    ['none', [[], 0, 10], 0],
    ['one', [[[2, 5]], 0, 10], 3],
    [
      'apart',
      [
        [
          [2, 3],
          [5, 7],
        ],
        0,
        10,
      ],
      3,
    ],
    [
      'over each other',
      [
        [
          [2, 5],
          [4, 8],
        ],
        0,
        10,
      ],
      6,
    ],
    [
      'within each other, the longer one ended later',
      [
        [
          [4, 5],
          [2, 8],
        ],
        0,
        10,
      ],
      6,
    ],
    ['beyond both ends', [[[-5, 20]], 0, 10], 10],
    [
      'outside',
      [
        [
          [-5, 0],
          [10, 12],
        ],
        0,
        10,
      ],
      0,
    ],
  ])('%s', (_, [spans, from, to], expected) => {
    expect(together(spans, from, to)).toBe(expected);
  });
});
