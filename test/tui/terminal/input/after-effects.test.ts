import { unstable_NormalPriority, unstable_scheduleCallback } from 'scheduler';
import { expect, it } from 'vitest';
import { afterEffects } from '../../../../src/tui/terminal/input/after-effects.ts';

it('comes after what React has queued until then, and after what a commit queues', async () => {
  const said: string[] = [];
  const effect = (name: string) =>
    unstable_scheduleCallback(unstable_NormalPriority, () => void said.push(name));
  effect('effect of before');
  const next = new Promise<void>((done) => {
    afterEffects(() => {
      said.push('next');
      done();
    });
  });
  // Where React commits a change of an external store.
  queueMicrotask(() => effect('effect of the commit'));
  await next;
  expect(said).toEqual(['effect of before', 'effect of the commit', 'next']);
});

it('can be called off before and after the commit', async () => {
  const said: string[] = [];
  const soon = afterEffects(() => said.push('soon'));
  const later = afterEffects(() => said.push('later'));
  soon();
  await new Promise(setImmediate);
  later();
  await new Promise<void>((done) => afterEffects(done));
  expect(said).toEqual([]);
});
