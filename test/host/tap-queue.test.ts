import { expect, it } from 'vitest';
import { createHeldClock, systemClock } from '../../src/host/clock.ts';
import { createTapQueue } from '../../src/host/tap-queue.ts';

it('does each task once, also where one adds others while too much waits', async () => {
  const said: number[] = [];
  const queue = createTapQueue({
    clock: createHeldClock(systemClock),
    open: async () => ({ accept() {}, life() {}, close() {} }) as never,
    onStop: (why) => expect.unreachable(why),
  });
  const MANY = 5 * 1024 * 1024;
  for (const one of [1, 2, 3])
    queue.add(() => {
      said.push(one);
      queue.add(() => said.push(one * 10), MANY);
    }, MANY);
  await queue.finish();
  expect(said).toEqual([1, 2, 3, 10, 20, 30]);
});

it('takes one step of a task after the other, and lets go of who waits once little is left', async () => {
  const said: string[] = [];
  const queue = createTapQueue({
    clock: createHeldClock(systemClock),
    open: async () => ({ unrecorded: (why: string) => said.push(why), close: () => said.push('closed') }),
    onStop: (why) => said.push(`stopped: ${why}`),
  });
  let steps = 0;
  queue.add(() => ++steps < 3, 100);
  queue.add(() => said.push(`after ${steps}`), 10);
  expect(queue.size()).toBe(110);
  await queue.fewer(50);
  queue.add(() => {
    throw new Error('disk full');
  }, 100);
  await queue.fewer(0);
  queue.add(() => said.push('too late'));
  await queue.finish();
  expect(said).toEqual(['after 3', 'disk full', 'closed', 'stopped: disk full']);
});
