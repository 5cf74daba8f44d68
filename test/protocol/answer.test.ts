import { expect, test } from 'vitest';
import { wordOf } from '../../src/protocol/answer.ts';

test.each([
  ['elicitation/create', 'elicitation'],
  ['vendor', 'vendor'],
  ['', 'an input without a method'],
  [undefined, 'an input without a method'],
  [7, 'an input without a method'],
])('what is asked for is called by its method: %j', (method, word) => {
  expect(wordOf(method)).toBe(word);
});
