import { beforeAll, describe, expect, it } from 'vitest';
import { followedLog, type LogUi } from '../../../../src/tui/kit/log/state.ts';
import { loadFilters } from '../../../../src/tui/screens/traffic/filtering.ts';
import { allTraffic, shownTraffic } from '../../../../src/tui/screens/traffic/state.ts';
import type { Step } from '../../../support/conversation.ts';
import { told } from '../../../support/told.ts';

const STEPS: readonly Step[] = [
  { event: 'spawn', pid: 1 },
  ['c2s', { id: 1, method: 'tools/call', params: { name: 'get-sum' } }],
  { stderr: 'working' },
  ['s2c', { id: 1, result: { content: [] } }],
  { invalid: 'Loading "config"' },
];

/** What the lines are that are shown. */
function shown(look: Partial<LogUi>, steps = STEPS): readonly string[] {
  const { host } = told(...steps);
  const { seqs } = shownTraffic(host, { ...followedLog, ...look }, 1_000);
  return Array.from({ length: seqs.length }, (_, place) => {
    const { type, kind = '' } = host.log.row(seqs.at(place)) ?? {};
    return kind === '' ? String(type) : kind;
  });
}

beforeAll(loadFilters);

describe('the traffic that is shown', () => {
  it.each([
    [{}, ['life', 'request', 'result', 'invalid']],
    [{ filter: '  ' }, ['life', 'request', 'result', 'invalid']],
    [{ filter: 'get-sum' }, ['request']],
    [{ filter: 'GET-SUM' }, []],
    [{ filter: 'tools/call' }, ['request', 'result']],
    [{ filter: 'result' }, ['result']],
    [{ filter: '"config"' }, ['invalid']],
    [{ filter: '"\\"content\\": []"' }, []],
    [{ filter: '"\\"content\\":[]"' }, ['result']],
    [{ filter: 'kind:request or dir:in' }, ['request', 'result', 'invalid']],
    [{ stderr: true }, ['life', 'request', 'stderr', 'result', 'invalid']],
    [{ stderr: true, filter: 'working' }, ['stderr']],
    [{ filter: 'working' }, []],
    [{ exchanges: true }, ['life', 'request', 'invalid']],
    [{ exchanges: true, filter: 'result' }, ['request']],
    [{ exchanges: true, filter: 'get-sum' }, ['request']],
    [{ exchanges: true, filter: 'status:pending' }, []],
    [{ exchanges: true, filter: 'with:2' }, ['request']],
    [{ exchanges: true, stderr: true }, ['life', 'request', 'stderr', 'invalid']],
    [{ exchanges: true, findings: true }, []],
  ])('%o', (look, expected) => {
    expect(shown(look)).toEqual(expected);
  });

  it.each([
    [{}, 4],
    [{ stderr: true }, 5],
    [{ exchanges: true }, 3],
    [{ stderr: true, filter: 'get-sum' }, 5],
  ])('%o is of all that there would be without a filter', (look, all) => {
    const { host } = told(...STEPS);
    expect(allTraffic(host, { ...followedLog, ...look })).toBe(all);
  });

  it('finds an exchange once its answer fits, or something was found about that', () => {
    const call: Step = ['c2s', { id: 1, method: 'tools/call', params: { name: 'get-sum' } }];
    for (const look of [{ filter: 'isError' }, { filter: 'error:' }, { findings: true }]) {
      const session = told(call);
      const find = () => shownTraffic(session.host, { ...followedLog, ...look, exchanges: true }, 99).seqs;
      expect(find().length).toBe(0);
      session.tell(['s2c', { id: 1, result: { isError: true } }]);
      expect([find().length, find().at(0)]).toEqual([1, 1]);
    }
  });

  it('is what something was found about', () => {
    expect(shown({ findings: true }, [...STEPS, ['s2c', { id: 99, result: {} }]])).toEqual(['result']);
  });

  it('is what belongs to one request, which is not searched for', () => {
    const tick: Step = [
      's2c',
      { method: 'notifications/progress', params: { progressToken: 1, progress: 1 } },
    ];
    const others = Array.from({ length: 30 }, (): Step => ['s2c', { method: 'notifications/x' }]);
    const session = told(
      ['c2s', { id: 1, method: 'ping', params: { _meta: { progressToken: 1 } } }],
      ...others,
    );
    const look = { ...followedLog, filter: 'with:1' };
    expect(shownTraffic(session.host, look)).toMatchObject({ seqs: { length: 1 }, left: 0 });
    session.tell(tick, ...others, ['s2c', { id: 1, result: {} }]);
    const { seqs, left } = shownTraffic(session.host, look);
    expect([seqs.length, left, session.host.log.row(seqs.at(2))?.kind]).toEqual([3, 0, 'result']);
  });

  it('waits for a line that has not come yet', () => {
    const session = told();
    const look = { ...followedLog, filter: 'with:2' };
    expect(shownTraffic(session.host, look, 9)).toMatchObject({ seqs: { length: 0 }, left: 0 });
    session.tell({ event: 'spawn', pid: 1 }, ['c2s', { id: 1, method: 'ping' }]);
    expect(shownTraffic(session.host, look, 9)).toMatchObject({ seqs: { length: 1 }, left: 0 });
  });

  it('is searched in slices, and goes on when lines come', () => {
    const session = told(...Array.from({ length: 30 }, (): Step => ['s2c', { method: 'notifications/x' }]));
    const look = { ...followedLog, filter: 'notifications' };
    expect(shownTraffic(session.host, look).seqs.length).toBe(0);
    expect(shownTraffic(session.host, look, 10)).toMatchObject({ seqs: { length: 10 }, left: 20 });
    expect(shownTraffic(session.host, look, 100)).toMatchObject({ seqs: { length: 30 }, left: 0 });
    session.tell(['s2c', { method: 'notifications/y' }]);
    expect(shownTraffic(session.host, look)).toMatchObject({ left: 1 });
    expect(shownTraffic(session.host, look, 1).seqs.length).toBe(31);
  });
});
