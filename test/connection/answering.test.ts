import { expect, it } from 'vitest';
import { createAnswering } from '../../src/connection/answering.ts';
import { fakeClock } from '../support/fake-clock.ts';

it('spaces out answers to what is asked over and over, in order, and never holds many back', async () => {
  const clock = fakeClock();
  const sent: unknown[] = [];
  const told: unknown[] = [];
  const answering = createAnswering({
    ...clock,
    life: ({ event }) => told.push(event),
    text: () => undefined,
    send: (message) => sent.push((message as { id: unknown }).id),
  });
  const ask = (from: number, to: number): void => {
    for (let seq = from; seq < to; seq += 1) {
      answering.owe(seq);
      answering.answer(seq, { method: 'ping', id: seq }, { result: {} });
    }
  };
  ask(1, 200);
  expect(sent).toHaveLength(199);
  ask(200, 300);
  expect(sent).toHaveLength(200);
  expect(told).toEqual(['throttled']);
  ask(300, 5_000);
  expect(5_000 - sent.length).toBeLessThan(1_001);
  await clock.pass(250);
  expect(sent).toEqual(Array.from({ length: 4_999 }, (_, at) => at + 1));
});
