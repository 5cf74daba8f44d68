import { describe, expect, it } from 'vitest';
import { waitingIn } from '../../src/session/inbox.ts';
import { createLog, latest } from '../../src/session/log/log.ts';
import { converse, handshake, type Step } from '../support/conversation.ts';

const server = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'f', version: '1' } };
const legacy: readonly Step[] = [
  { event: 'spawn', pid: 1 },
  ['c2s', { id: 1, method: 'initialize', params: { capabilities: { elicitation: {}, sampling: {} } } }],
  ['s2c', { id: 1, result: server }],
  ['c2s', { method: 'notifications/initialized' }],
];
const ask: Step = ['s2c', { id: 'a', method: 'elicitation/create', params: { message: 'who?' } }];
const takesBack: Step = ['s2c', { method: 'notifications/cancelled', params: { requestId: 'a' } }];
const inbox = (...steps: Step[]) => waitingIn(converse([...legacy, ...steps]).state);

describe('what waits for a person', () => {
  it('is what the server asks for, until it is answered', () => {
    const params = { message: 'who?' };
    const asked = { seq: 5, key: '', method: 'elicitation/create', params, since: 500, id: 'a' };
    expect(inbox(ask)).toEqual([asked]);
    expect(inbox(ask, ['c2s', { id: 'a', result: { action: 'decline' } }])).toEqual([]);
  });

  it('is not ping, nor what was not announced', () => {
    expect(inbox(['s2c', { id: 'p', method: 'ping' }])).toEqual([]);
    expect(waitingIn(converse([...handshake({}), ask]).state)).toEqual([]);
  });

  it('goes when the server takes it back, or ends', () => {
    expect(inbox(ask, takesBack)).toEqual([]);
    expect(inbox(ask, { event: 'exit', code: 0 })).toEqual([]);
  });

  it('is over for the log as well when the server takes it back', () => {
    const log = createLog(1_000_000);
    for (const one of converse([...legacy, ask, takesBack]).accepted) log.add(one);
    expect(log.row(5)).toMatchObject({ ended: 'cancel', answer: 6 });
  });

  it('stands in its order, however many come', () => {
    const ids = Array.from({ length: 600 }, (_, id) => `q${id}`);
    const asks = ids.map((id): Step => ['s2c', { id, method: 'elicitation/create', params: {} }]);
    expect(inbox(...asks).map(({ id }) => id)).toEqual(ids);
    const left = inbox(...asks, ['c2s', { id: 'q300', result: { action: 'decline' } }]);
    expect(left.map(({ id }) => id)).toEqual(ids.filter((id) => id !== 'q300'));
  });

  it('can be several, answered in any order', () => {
    const second: Step = ['s2c', { id: 'b', method: 'sampling/createMessage', params: {} }];
    expect(inbox(ask, second, ['c2s', { id: 'a', result: {} }])).toMatchObject([{ id: 'b' }]);
  });
});

describe('input inside a result', () => {
  const call = (id: number, more: object = {}): Step => [
    'c2s',
    { id, method: 'tools/call', params: { name: 'ok', ...more } },
  ];
  const wants: Step = [
    's2c',
    {
      id: 2,
      result: {
        resultType: 'input_required',
        requestState: 's',
        inputRequests: { q: { method: 'elicitation/create', params: {} } },
      },
    },
  ];
  const modern: readonly Step[] = [
    { event: 'spawn', pid: 1 },
    ['c2s', { id: 1, method: 'server/discover' }],
    ['s2c', { id: 1, result: { supportedVersions: ['2026-07-28'], capabilities: {} } }],
  ];
  const goesOn = call(3, { inputResponses: { q: { action: 'decline' } }, requestState: 's' });
  /** The seq of the newest frame of a kind: findings come between. */
  const seqs = (steps: readonly Step[]): readonly number[] =>
    converse(steps).accepted.flatMap(({ entry }) => (entry.type === 'frame' ? [entry.seq] : []));

  it('waits by its key until the request goes on, or is given up', () => {
    const steps = [...modern, call(2), wants];
    const [request, result] = seqs(steps).slice(-2);
    expect(waitingIn(converse(steps).state)).toMatchObject([{ seq: result, key: 'q', for: request }]);
    expect(waitingIn(converse([...steps, goesOn]).state)).toEqual([]);
    const givenUp: Step = { event: 'cancel', re: request ?? 0, detail: 'not continued: sampling refused' };
    expect(waitingIn(converse([...steps, givenUp]).state)).toEqual([]);
  });

  it('leads from the request to the one that goes on with it', () => {
    const steps = [...modern, call(2), wants, goesOn];
    const [request = 0, result, next] = seqs(steps).slice(-3);
    const log = createLog(1_000_000);
    for (const one of converse(steps).accepted) log.add(one);
    expect(log.row(request)).toMatchObject({ ended: 'answered', answer: result, next });
    expect(log.row(result ?? 0)).toMatchObject({ asks: true });
    expect([latest(log, request), latest(log, next ?? 0)]).toEqual([next, next]);
  });

  it.each([
    ['another state', call(3, { requestState: 'other' })],
    ['another tool', call(3, { requestState: 's', name: 'x' })],
    ['no state at all', call(3)],
  ])('does not lead on with %s', (_, other) => {
    const { accepted } = converse([...modern, call(2), wants, other]);
    expect(accepted.filter(({ continues }) => continues !== undefined)).toEqual([]);
  });
});
