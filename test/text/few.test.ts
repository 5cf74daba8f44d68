import { expect, it } from 'vitest';
import { andMore, few, firstOf } from '../../src/text/few.ts';

it.each([
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['a', 'b', 'c', 'd'],
    ['a', 'b', 'and 2 more of that kind'],
  ],
])('of %j', (sentences, told) => {
  expect(few(sentences, 2)).toEqual(told);
});

it.each([
  [0, ''],
  [-1, ''],
  [3, ' and 3 more'],
])('%d left out: "%s"', (left, words) => expect(andMore(left)).toBe(words));

it.each([
  [['a', 'b'], 2, 'a, b'],
  [['a', 'b', 'c'], 2, 'a, b and 1 more'],
  [[], 2, ''],
])('%j, the first %d: "%s"', (words, most, said) => expect(firstOf(words, most)).toBe(said));

it('puts what it is told between the words', () => {
  expect(firstOf(['a', 'b', 'c'], 2, '; ')).toBe('a; b and 1 more');
});
