import { describe, expect, it } from 'vitest';
import { createIdTexts, createRuns } from '../../../src/session/log/column.ts';

describe('ids kept packed', () => {
  it('are what they were', () => {
    const ids = createIdTexts();
    const given = [
      '',
      'p1',
      '7',
      1.5,
      2 ** 40,
      -1e300,
      'ä日👩',
      '\ud800',
      '\u0000',
      'x'.repeat(70_000),
      'last',
    ];
    const places = given.map((id) => ids.add(id));
    expect(places.map((place) => ids.at(place))).toEqual(given);
  });
});

describe.each([
  ['none', []],
  ['one', [7]],
  ['without gaps', [1, 2, 3, 4, 5]],
  ['with gaps', [2, 3, 9, 20, 21, 22, 2_000_000_000]],
  ['nothing but gaps', [1, 10, 100, 1000]],
])('numbers: %s', (_, numbers) => {
  const runs = createRuns();
  for (const number of numbers) runs.push(number);

  it('are found by place', () => {
    expect(Array.from({ length: runs.length }, (__, place) => runs.at(place))).toEqual(numbers);
    expect([runs.at(-1), runs.at(runs.length)]).toEqual([0, 0]);
  });

  it('are found by number, and what is not there is not', () => {
    for (const number of [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 19, 20, 22, 23, 1000, 2_000_000_000, 2 ** 53]) {
      expect(runs.indexOf(number)).toBe(numbers.indexOf(number));
      expect(runs.placeOf(number)).toBe(numbers.findLastIndex((one) => one <= number));
    }
  });
});
