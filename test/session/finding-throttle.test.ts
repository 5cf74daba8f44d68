import { expect, test } from 'vitest';
import { createFindingThrottle } from '../../src/session/finding-throttle.ts';
import type { Entry } from '../../src/session/frame.ts';

const line = (seq: number, t: number): Entry => ({
  ...{ type: 'stderr', text: '', seq, t },
  ...{ conn: 1, session: 0 },
});

test('of one rule fifty lines a second are told, and the others as a sum', () => {
  const often = createFindingThrottle();
  const told = (rule: string, from: number, count: number, t: number): number =>
    Array.from({ length: count }, (_, i) =>
      often.passes({ rule, message: `${rule} ${i}` }, line(from + i, t)),
    ).filter(Boolean).length;
  expect(told('a', 1, 80, 10)).toBe(50);
  expect(told('b', 200, 50, 20)).toBe(50);
  expect(told('a', 300, 10, 1_010)).toBe(10);
  expect(often.take()).toEqual([
    {
      finding: { rule: 'a', message: '30 more lines in a second, the last one: a 79' },
      count: 30,
      last: line(80, 10),
    },
  ]);
  expect(often.take()).toEqual([]);
});

test('all that is wrong with one line is told', () => {
  const often = createFindingThrottle();
  for (let i = 0; i < 1_000; i += 1)
    expect(often.passes({ rule: 'a', path: `/${i}`, message: '' }, line(1, 0))).toBe(true);
});
