import { expect, test } from 'vitest';
import { createAnswerer, wordOf } from '../../src/connection/answerer.ts';

test.each([
  ['elicitation/create', 'elicitation'],
  ['vendor', 'vendor'],
  ['', 'an input without a method'],
  [undefined, 'an input without a method'],
  [7, 'an input without a method'],
])('what is asked for is called by its method: %j', (method, word) => {
  expect(wordOf(method)).toBe(word);
});

test.each([
  [{ message: 'Who?' }, { action: 'accept', content: { name: 'Ada' } }],
  [
    { mode: 'form', message: 'Who?' },
    { action: 'accept', content: { name: 'Ada' } },
  ],
  // Content belongs to forms alone (client/elicitation#url-mode).
  [{ mode: 'url', message: 'Who?', url: 'https://x' }, { action: 'accept' }],
])('a rule that accepts answers %j', (params, result) => {
  const answerer = createAnswerer({
    ...{ roots: [], otherwise: 'refuse', elicitation: true, sampling: true },
    rules: {
      elicitation: [{ match: undefined, action: 'accept', content: () => ({ name: 'Ada' }) }],
      sampling: [],
    },
  });
  expect(answerer.answer('elicitation/create', params)).toEqual({ result });
});
