import { describe, expect, it } from 'vitest';
import { createWindow } from '../../../src/session/log/window.ts';

/** What of the things with these numbers is held when each weighs `weight`. */
function held(seqs: readonly number[], weight: number, ...limits: [number, number?]): number[] {
  const window = createWindow<string>(...limits);
  for (const seq of seqs) window.keep(seq, `#${seq}`, weight);
  expect(window.fallen()).toBe(seqs.filter((seq) => window.get(seq) === undefined).length);
  return seqs.filter((seq) => window.get(seq) === `#${seq}`);
}

const many = Array.from({ length: 50_000 }, (_, at) => at * 3 + 1);

describe('the newest things', () => {
  it.each<[string, readonly number[], number, [number, number?], readonly number[]]>([
    ['all that weighs little enough', [1, 2, 3], 1, [3], [1, 2, 3]],
    ['not more weight than allowed', [1, 2, 3, 4], 1, [3], [2, 3, 4]],
    ['the newest, whatever it weighs', [1, 2], 9, [3], [2]],
    ['not more than allowed in number', [1, 5, 9], 1, [100, 2], [5, 9]],
    ['those of many, with gaps between their numbers', many, 1, [20_000], many.slice(-20_000)],
    ['few of many', many, 1, [20_000, 100], many.slice(-100)],
  ])('%s', (_, seqs, weight, limits, expected) => {
    expect(held(seqs, weight, ...limits)).toEqual(expected);
  });

  it('has nothing by a number that never came', () => {
    const window = createWindow<string>(10);
    expect(window.get(0)).toBeUndefined();
    window.keep(5, 'five', 1);
    expect([window.get(4), window.get(5), window.get(6)]).toEqual([undefined, 'five', undefined]);
  });
});
