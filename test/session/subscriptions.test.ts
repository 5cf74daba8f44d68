import { describe, expect, it } from 'vitest';
import { subscriptionFor } from '../../src/session/subscriptions.ts';
import { converse, handshake, type Step } from '../support/conversation.ts';

const A = 'file:///a';
const B = 'file:///b';
const asks = (id: number, method: string, uri: string): Step => ['c2s', { id, method, params: { uri } }];
const answered = (id: number, result: object = {}): Step => ['s2c', { id, result }];
const changed = (uri: string, _meta = {}): Step => [
  's2c',
  { method: 'notifications/resources/updated', params: { uri, _meta } },
];
const contents = { contents: [] };
const state = (...steps: readonly Step[]) => converse(steps).state.subscriptions;

describe('subscriptions to resources, legacy', () => {
  const open = handshake({ resources: { subscribe: true } });
  const on = [...open, asks(2, 'resources/subscribe', A), answered(2)];

  it('hold from the answer on, until they are given up or the process is another one', () => {
    expect(state(...on.slice(0, -1))).toEqual([]);
    expect(state(...on)).toEqual([{ uri: A, since: 6 }]);
    const refused: Step = ['s2c', { id: 3, error: { code: -32602, message: 'no' } }];
    expect(state(...on, asks(3, 'resources/subscribe', B), refused)).toHaveLength(1);
    expect(state(...on, asks(3, 'resources/unsubscribe', A), answered(3))).toEqual([]);
    expect(state(...on, asks(3, 'resources/unsubscribe', A), refused)).toHaveLength(1);
    expect(state(...on, { event: 'spawn', pid: 2 })).toEqual([]);
    expect(state(...on, { event: 'reconnect' })).toEqual([]);
    // What was subscribed to when the server ended can still be seen.
    expect(state(...on, { event: 'exit', code: 0 })).toHaveLength(1);
  });

  it('know when the resource changed, and how often', () => {
    expect(state(...on, changed(A), changed(B), changed(A))).toEqual([
      { uri: A, since: 6, updated: { seq: 9, t: 900, count: 2 } },
    ]);
  });

  it('know the last two times that it was read', () => {
    const reads = [2, 3, 4].flatMap((n) => [asks(n + 1, 'resources/read', A), answered(n + 1, contents)]);
    const others = [asks(8, 'resources/read', B), answered(8, contents), asks(9, 'resources/read', A)];
    expect(state(...on, ...reads.slice(0, 2))).toEqual([{ uri: A, since: 6, read: 7 }]);
    expect(state(...on, ...reads, ...others)).toEqual([{ uri: A, since: 6, before: 9, read: 11 }]);
  });
});

describe('subscriptions to resources, modern', () => {
  const open: readonly Step[] = [
    ['c2s', { id: 1, method: 'server/discover', params: {} }],
    answered(1, { supportedVersions: ['2026-07-28'], capabilities: { resources: { subscribe: true } } }),
  ];
  const tagged = (id: unknown) => ({ 'io.modelcontextprotocol/subscriptionId': id });
  const listens = (id: number, ...resourceSubscriptions: string[]): Step => [
    'c2s',
    { id, method: 'subscriptions/listen', params: { notifications: { resourceSubscriptions } } },
  ];
  const agrees = (id: unknown, ...resourceSubscriptions: unknown[]): Step => [
    's2c',
    {
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { resourceSubscriptions }, _meta: tagged(id) },
    },
  ];
  const uris = (...steps: readonly Step[]) => state(...open, ...steps).map(({ uri }) => uri);

  it('hold for what the server agreed to', () => {
    expect(uris(listens(2, A, B))).toEqual([]);
    expect(uris(listens(2, A, B), agrees(2, A, 7))).toEqual([A]);
    expect(uris(listens(2, A), agrees(3, A))).toEqual([]);
    expect(uris(listens(2, A), agrees('2', A))).toEqual([A]);
  });

  it.each<[unknown, readonly string[]]>([
    [2, []],
    ['2', ['id/type']],
    [3, ['modern/notification']],
    ['x', ['modern/notification']],
    [1, ['modern/notification']],
  ])('are named by the id of their stream: %j', (id, rules) => {
    const { accepted } = converse([...open, listens(2, A), agrees(id, A), changed(A, tagged(id))]);
    const news = accepted.filter(({ envelope }) => envelope?.kind === 'notification');
    expect(news.map(({ findings }) => findings.map(({ rule }) => rule))).toEqual([rules, rules]);
  });

  it('end with their stream', () => {
    const two = [listens(2, A), agrees(2, A), listens(3, B), agrees(3, B)];
    expect(uris(...two)).toEqual([A, B]);
    expect(uris(...two, answered(2, { resultType: 'complete' }))).toEqual([B]);
    const listening = converse([...open, ...two]).state.running.map(({ seq }) => seq);
    expect(uris(...two, { event: 'cancel', re: listening[1] ?? 0 })).toEqual([A]);
    expect(uris(...two, { event: 'lost', re: listening[0] ?? 0 })).toEqual([B]);
  });
});

it.each([
  ['file:///a/b', ['file:///a', 'file:///a/b'], 'file:///a/b'],
  ['file:///a/b/c', ['file:///a', 'file:///a/b'], 'file:///a/b'],
  ['file:///ab', ['file:///a'], undefined],
  ['file:///a/b', ['file:///a/'], 'file:///a/'],
])('news of %s is meant for one of %j', (uri, subscriptions, expected) => {
  expect(subscriptionFor(uri, subscriptions)).toBe(expected);
});
