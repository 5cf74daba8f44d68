import { expect, it } from 'vitest';
import type { Call } from '../../src/connection/call.ts';
import { followTask, type TaskWire } from '../../src/connection/task-run.ts';
import { initialState } from '../../src/session/reduce.ts';
import type { Task } from '../../src/session/state.ts';
import { fakeClock } from '../support/fake-clock.ts';

it('asks for a task at longer intervals when the server announces another status each time', async () => {
  const clock = fakeClock();
  const task: Task = {
    id: 't',
    status: 'working',
    interval: 60_000,
    seq: 1,
    last: 1,
    since: 0,
    at: 0,
    subject: '',
  };
  const target = { transport: 'recorded', path: 'a', of: 'b' } as const;
  const told: (string | undefined)[] = [];
  let asked = 0;
  const call = (done: Call['done']): Call => ({
    ...{ id: 1, method: 'tasks/get', seq: 1, done },
    cancel: () => {},
    extend: () => {},
  });
  const wire: TaskWire = {
    ...clock,
    state: () => ({ ...initialState(target), era: 'modern', tasks: [task] }),
    life: ({ detail }) => told.push(detail),
    ask() {
      asked += 1;
      clock.later(5, () => run.told('input_required'));
      return call(Promise.resolve({ kind: 'result', seq: 2, ms: 0, result: { status: 'working' } }));
    },
    input: () => new Promise(() => {}),
    forget: () => {},
  };
  const run = followTask(wire, task, call(new Promise(() => {})), 'tools/call one');
  await clock.pass(300_000);
  expect(asked).toBeGreaterThan(30);
  expect(asked).toBeLessThan(50);
  expect(told).toEqual([
    expect.stringMatching(
      /^the server announces a change of the task of tools\/call one whenever tasks\/get is sent: 4 times in /,
    ),
  ]);
  run.stop();
  expect(await run.end).toMatchObject({ kind: 'cancelled' });
});
