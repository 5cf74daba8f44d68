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

const FORM = { mode: 'form', message: 'Who?' };
const PAGE = { mode: 'url', message: 'Who?', url: 'https://x' };
const INVALID = { error: { code: -32602, message: 'Invalid params' } };
const UNKNOWN = { error: { code: -32601, message: 'Method not found' } };
const DECLINED = { result: { action: 'decline' } };

test.each([
  [{ elicitation: {} }, 'elicitation/create', FORM, DECLINED],
  [{ elicitation: {} }, 'elicitation/create', PAGE, INVALID],
  [{ elicitation: { url: {} } }, 'elicitation/create', FORM, INVALID],
  [{ elicitation: { form: {}, url: {} } }, 'elicitation/create', PAGE, DECLINED],
  [{ sampling: {} }, 'sampling/createMessage', { messages: [] }, { error: { code: -1 } }],
  [{ sampling: {} }, 'sampling/createMessage', { messages: [], tools: [] }, INVALID],
  [{ roots: {} }, 'roots/list', undefined, { result: { roots: [] } }],
  [{}, 'elicitation/create', FORM, UNKNOWN],
  [{}, 'sampling/createMessage', {}, UNKNOWN],
  [{}, 'roots/list', undefined, UNKNOWN],
  [{}, 'vendor/ask', undefined, UNKNOWN],
  [{}, 'ping', undefined, { result: {} }],
])('a client that announces %j answers %s as it would: %j', (capabilities, method, params, answer) => {
  const answerer = createAnswerer({
    ...{ roots: [], otherwise: 'refuse', elicitation: true, sampling: true },
    rules: { elicitation: [], sampling: [] },
    as: { name: 'one', capabilities },
  });
  expect(answerer.answer(method, params)).toMatchObject(answer);
  expect(answerer.capabilities()).toBe(capabilities);
});
