import { expect, test } from 'vitest';
import { checkInputs } from '../../../src/spec/check/sent.ts';

const asks = (inputRequests: unknown) => ({ resultType: 'input_required', inputRequests });
const announced = { elicitation: { form: {} } };

test.each<[string, unknown, readonly (readonly [rule: string, path: string])[]]>([
  ['what is announced', asks({ a: { method: 'elicitation/create', params: {} } }), []],
  [
    'what is not',
    asks({ a: { method: 'elicitation/create' }, 'b/c': { method: 'roots/list' } }),
    [['server/unannounced-request', '/result/inputRequests/b~1c/method']],
  ],
  [
    'what nobody knows, or may be asked for no more',
    asks({ a: { method: 'vendor/ask' }, b: { method: 'ping' }, c: { method: 'toString' } }),
    [
      ['server/unknown-request', '/result/inputRequests/a/method'],
      ['server/unknown-request', '/result/inputRequests/b/method'],
      ['server/unknown-request', '/result/inputRequests/c/method'],
    ],
  ],
  [
    'in a task',
    { resultType: 'complete', status: 'input_required', inputRequests: { a: { method: 'roots/list' } } },
    [['server/unannounced-request', '/result/inputRequests/a/method']],
  ],
  ['where nothing is asked for', { inputRequests: { a: { method: 'roots/list' } } }, []],
  ['no object of requests', asks([{ method: 'roots/list' }]), []],
  ['no requests', asks({ a: null, b: {}, c: { method: 7 } }), []],
  ['no result', null, []],
])('inputs asked for: %s', (_, result, found) => {
  expect(checkInputs(result, announced, true).map(({ rule, path }) => [rule, path])).toEqual(found);
});
