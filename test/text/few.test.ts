import { expect, it } from 'vitest';
import { few } from '../../src/text/few.ts';

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
