import { beforeAll, describe, expect, it } from 'vitest';
import { followedLog, type LogUi } from '../../../../src/tui/kit/log/state.ts';
import { loadFilters } from '../../../../src/tui/screens/traffic/filtering.ts';
import { filterProblem, shownTraffic } from '../../../../src/tui/screens/traffic/state.ts';
import type { Step } from '../../../support/conversation.ts';
import { type Told, told } from '../../../support/told.ts';

beforeAll(loadFilters);

const call = (id: number): Step => ['c2s', { id, method: 'tools/call', params: { name: 'echo' } }];
const answer = (id: number): Step => ['s2c', { id, result: { content: [] } }];

function shown({ host }: Told, look: Partial<LogUi>): readonly number[] {
  const { seqs } = shownTraffic(host, { ...followedLog, ...look }, 1_000);
  return Array.from({ length: seqs.length }, (_, place) => seqs.at(place));
}

describe('what is shown while it changes', () => {
  it('loses a request that is answered, and gains its latency', () => {
    const session = told(call(1), call(2));
    expect(shown(session, { filter: 'status:pending' })).toEqual([1, 2]);
    session.tell(answer(1), call(3));
    expect(shown(session, { filter: 'status:pending' })).toEqual([2, 4]);
    expect(shown(session, { filter: '>=100ms' })).toEqual([1, 3]);
    session.tell({ event: 'exit', code: 1 });
    expect(shown(session, { filter: 'status:pending' })).toEqual([]);
  });

  it('goes on with marks and findings that come later', () => {
    const session = told(call(1), answer(1));
    expect(shown(session, { filter: 'mark:yes' })).toEqual([]);
    session.tell({ note: { mark: true }, at: 1 });
    expect(shown(session, { filter: 'mark:yes' })).toEqual([1]);
    session.tell({ note: { mark: false }, at: 1 });
    expect(shown(session, { filter: 'mark:yes' })).toEqual([]);
  });

  it('keeps what is shown while a filter is not one yet', () => {
    const session = told(call(1), answer(1));
    expect(shown(session, { filter: 'kind:result' })).toEqual([2]);
    expect(shown(session, { filter: 'kind:result and' })).toEqual([2]);
    expect(filterProblem({ ...followedLog, filter: 'kind:result and' })).toMatchObject({ at: 15 });
    expect(filterProblem({ ...followedLog, filter: 'kind:result and ' })).toBeDefined();
    expect(filterProblem(followedLog)).toBeUndefined();
    expect(shown(session, { filter: 'kind:result and id:1' })).toEqual([2]);
  });

  it('counts back from now as time goes by', () => {
    const session = told(call(1), call(2));
    session.wait(1_000);
    expect(shown(session, { filter: 'since:5s' })).toEqual([1, 2]);
    session.wait(10_000);
    expect(shown(session, { filter: 'since:5s' })).toEqual([]);
    session.wait(10_000);
    expect(shown(session, { filter: 'status:hung' })).toEqual([1, 2]);
  });
});
