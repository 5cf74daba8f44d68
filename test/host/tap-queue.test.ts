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
