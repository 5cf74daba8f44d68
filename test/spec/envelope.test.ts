import { describe, expect, it } from 'vitest';
import { classify } from '../../src/spec/envelope.ts';

describe('classify', () => {
  const cases: readonly (readonly [json: string, expected: object])[] = [
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}', { kind: 'request', id: 1, method: 'ping' }],
    ['{"id":"a","method":"ping","params":[1]}', { kind: 'request', id: 'a', params: [1] }],
    ['{"method":"notifications/x"}', { kind: 'notification', method: 'notifications/x' }],
    ['{"id":null,"method":"x"}', { kind: 'notification', method: 'x' }],
    ['{"id":1,"result":{}}', { kind: 'result', id: 1, result: {} }],
    ['{"id":1,"result":"yes"}', { kind: 'result', result: 'yes' }],
    ['{"id":1,"result":{},"error":null}', { kind: 'result', result: {} }],
    ['{"id":1,"result":{},"error":{"code":1}}', { kind: 'result', result: {} }],
    ['{"id":1,"result":null,"error":{"code":1}}', { kind: 'error', error: { code: 1 } }],
    ['{"id":1,"result":null}', { kind: 'result', result: null }],
    ['{"id":null,"error":{"code":-32700}}', { kind: 'error', id: null }],
    ['{"id":1,"error":"boom"}', { kind: 'error', error: { message: 'boom' } }],
    // Servers that write all messages with one record.
    ['{"id":1,"method":"x","params":null,"result":{},"error":null}', { kind: 'result', id: 1, result: {} }],
    ['{"id":1,"method":"","result":null,"error":{"code":1}}', { kind: 'error', id: 1, error: { code: 1 } }],
    ['{"id":1,"method":null,"result":{}}', { kind: 'result', id: 1 }],
    ['{"id":1,"method":"x","params":{},"result":null,"error":null}', { kind: 'request', id: 1, method: 'x' }],
    ['{"id":null,"method":"x","result":{}}', { kind: 'notification', method: 'x' }],
    ['{"level":"error","error":"boom"}', { kind: 'none' }],
    ['{"jsonrpc":"2.0","error":{"code":1}}', { kind: 'error', id: null }],
    [
      '{"level":"info","msg":"x"}',
      { kind: 'none', why: expect.stringContaining('no request, notification or response') },
    ],
    ['{"method":5}', { kind: 'none' }],
    ['42', { kind: 'none', why: 'a number is not a protocol message' }],
    ['null', { kind: 'none', why: 'null is not a protocol message' }],
    ['[]', { kind: 'none', why: 'an array is not a protocol message' }],
  ];
  it.each(cases)('%s', (json, expected) => {
    expect(classify(JSON.parse(json))).toMatchObject(expected);
  });
});
