import { describe, expect, it } from 'vitest';
import { checkMessage } from '../../../src/spec/check/message.ts';

describe('inspectMessage', () => {
  const cases: readonly (readonly [json: string, ...rules: string[]])[] = [
    ['{"jsonrpc":"2.0","id":1,"result":{}}'],
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}'],
    ['{"jsonrpc":"2.0","method":"x","params":{"_meta":{}}}'],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}'],
    ['{"id":1,"result":{}}', 'message/jsonrpc'],
    ['{"jsonrpc":"1.0","id":1,"result":{}}', 'message/jsonrpc'],
    ['{"jsonrpc":"2.0","id":1,"result":{},"time":12}', 'message/extra-member'],
    ['{"jsonrpc":"2.0","id":1,"method":"x","extra":1}', 'message/extra-member'],
    ['{"jsonrpc":"2.0","id":1,"method":"x","result":{}}', 'message/extra-member'],
    ['{"jsonrpc":"2.0","id":1,"result":{},"error":null}', 'message/error-null'],
    ['{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"boo"}}', 'message/both'],
    ['{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":1,"message":"boo"}}', 'message/both'],
    ['{"jsonrpc":"2.0","id":1,"result":"yes"}', 'message/scalar-result'],
    ['{"jsonrpc":"2.0","id":1,"result":null}', 'message/scalar-result'],
    ['{"jsonrpc":"2.0","id":1,"result":[]}', 'message/scalar-result'],
    ['{"jsonrpc":"2.0","id":1,"result":{"_meta":null}}', 'message/bad-meta'],
    ['{"jsonrpc":"2.0","method":"x","params":{"_meta":1}}', 'message/bad-meta'],
    ['{"jsonrpc":"2.0","method":"x","params":null}', 'message/bad-params'],
    ['{"jsonrpc":"2.0","method":"x","params":[1]}', 'message/bad-params'],
    ['{"jsonrpc":"2.0","id":1,"error":"boo"}', 'message/bad-error'],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":"E","message":"x"}}', 'message/bad-error'],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":-1.5,"message":"x"}}', 'message/bad-error'],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":-1}}', 'message/bad-error'],
    ['{"jsonrpc":"2.0","id":1,"error":{}}', 'message/bad-error', 'message/bad-error'],
    ['{"jsonrpc":"2.0","id":null,"method":"x"}', 'message/bad-id'],
    ['{"jsonrpc":"2.0","id":[7],"result":{}}', 'message/bad-id'],
    ['{"jsonrpc":"2.0","id":1.5,"result":{}}', 'message/bad-id'],
    ['{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}'],
    ['42'],
  ];
  it.each(cases)('%s', (json, ...rules) => {
    expect(checkMessage(JSON.parse(json)).map((finding) => finding.rule)).toEqual(rules);
  });
});
