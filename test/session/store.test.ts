import { expect, it } from 'vitest';
import { initialState } from '../../src/session/reduce.ts';
import { createStore } from '../../src/session/store.ts';
import { converse } from '../support/conversation.ts';

const target = { transport: 'recorded', path: '/a', of: 'node a' } as const;

it('has the counts in its state, not in the state without them, and tells once a tick', () => {
  const tasks: (() => void)[] = [];
  const store = createStore(initialState(target), (task) => tasks.push(task));
  let told = 0;
  const leave = store.subscribe(() => {
    told += 1;
  });
  const before = store.state();
  for (const one of converse([
    ['s2c', { method: 'notifications/message', params: { level: 'info', data: 'x' } }],
    ['s2c', { method: 'notifications/message', params: { level: 'info', data: 'y' } }],
  ]).accepted)
    store.dispatch(one);
  expect(store.stateWithoutCounts().counts).toEqual(before.counts);
  expect(store.state().counts).toMatchObject({ traffic: 2, logs: 2 });
  expect(store.state()).toBe(store.state());
  expect([told, tasks.length]).toEqual([0, 1]);
  for (const task of tasks.splice(0)) task();
  expect(told).toBe(1);

  // What is drawn beside it asks for another picture.
  const state = store.state();
  store.touch();
  expect(store.state()).not.toBe(state);
  expect(store.state()).toEqual(state);
  for (const task of tasks.splice(0)) task();
  expect(told).toBe(2);
  leave();
  store.touch();
  expect(tasks).toEqual([]);
});
