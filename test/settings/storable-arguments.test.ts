import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/session/redaction/redactor.ts';
import { storableArguments } from '../../src/settings/storable-arguments.ts';

const redactor = createRedactor(['known-value-of-an-option']);

describe('storableArguments', () => {
  it.each([
    ['{ "a" : 1.0, "b": 12345678901234567890, "a": 2 }'],
    ['{"tokenizer":"bpe","maxTokens":"9","id":"x","cursor":"y"}'],
    ['{}'],
  ])('keeps %s to the character', (text) => {
    expect(storableArguments(text, redactor)).toEqual({ text, left: [] });
  });

  it.each([
    ['a value under a secret name', '{"a": 1.0,"password":"x"}', '{"a":1.0}', ['/password']],
    ['a known value', '{"a":"the known-value-of-an-option here"}', '{}', ['/a']],
    ['a token by its shape', '{"x":{"y":"ghp_0123456789abcdefghij","z":0}}', '{"x":{"z":0}}', ['/x/y']],
    ['an item', '{"h":["A: Bearer abcdefgh12345","B: c"]}', '{"h":["B: c"]}', ['/h']],
    ['a name', '{"m":{"ghp_0123456789abcdefghij":1,"b":2}}', '{"m":{"b":2}}', ['/m']],
    ['what is left of one already', '{"a":"[redacted]","b":"x[redacted]y","c":1}', '{"c":1}', ['/a', '/b']],
    ['the same, escaped', '{"a":"\\u005bredacted]"}', '{}', ['/a']],
    ['every item', '{"tokens":[],"token":["a","b"]}', '{"tokens":[]}', ['/token']],
    [
      'all that is in it',
      '{"a":{"password":"x"},"b":[{"pwd":"y"},1]}',
      '{"b":[1]}',
      ['/a/password', '/b/0/pwd'],
    ],
  ])('leaves out %s', (_, text, kept, left) => {
    expect(storableArguments(text, redactor)).toEqual({ text: kept, left });
  });

  it('looks into what is nested deeper than forms go', () => {
    const deep = `${'['.repeat(300)}"ghp_0123456789abcdefghij"${']'.repeat(300)}`;
    const { text, left } = storableArguments(`{"deep":${deep}}`, redactor);
    expect(text).not.toContain('ghp_');
    expect(text).not.toContain('redacted');
    expect(left).toHaveLength(1);
  });
});
