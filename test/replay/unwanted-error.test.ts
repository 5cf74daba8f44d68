import { expect, it } from 'vitest';
import { readExpectations } from '../../src/replay/expectation.ts';
import { unwantedError } from '../../src/replay/unwanted-error.ts';

const FAILED =
  '{"result":{"content":[{"type":"text","text":"database\\nis down"},{"type":"image"}],"isError":true}}';
const REFUSED = '{"error":{"code":-32602,"message":"no such user"}}';

it.each<
  [what: string, expected: string, failing: readonly string[], message: string, got: string | undefined]
>([
  [
    'no error',
    '{"/result/isError":{"$not":true}}',
    ['/result/isError'],
    FAILED,
    'an error: database / is down',
  ],
  ['a value that is not there', '{"/result/a":1}', ['/result/a'], FAILED, 'an error: database / is down'],
  ['something that the error has', '{"/result/content":[],"/result/a":1}', ['/result/a'], FAILED, undefined],
  ['the error', '{"/result/isError":true,"/result/a":1}', ['/result/a'], FAILED, undefined],
  ['nothing', '{}', [], FAILED, 'an error: database / is down'],
  ['a result', '{"/result/a":1}', ['/result/a'], REFUSED, 'an error: -32602 no such user'],
  ['another error', '{"/error/code":1}', ['/error/code'], REFUSED, undefined],
  ['a value of a result', '{"/result/a":1}', ['/result/a'], '{"result":{"isError":false}}', undefined],
  ['no error with a text', '{}', [], '{"result":{"isError":true}}', 'an error without a text'],
])('a step that expects %s', (_, expected, failing, message, got) => {
  const differences = failing.map((pointer) => ({ pointer, kind: 'missing' as const }));
  expect(unwantedError(message, readExpectations(expected), differences)?.got).toBe(got);
});

it('says no more of an error than its beginning', () => {
  const text = JSON.stringify('word '.repeat(10_000));
  const error = unwantedError(`{"error":{"code":1,"message":${text}}}`, undefined, []);
  expect(error?.got?.length).toBeLessThan(500);
});
