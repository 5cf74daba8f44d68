import { describe, expect, it } from 'vitest';
import { shortJson } from '../../src/json/short-json.ts';

describe('brief', () => {
  it.each([
    [null, 'null'],
    [undefined, 'nothing'],
    [1.5, '1.5'],
    [true, 'true'],
    ['a"b', '"a\\"b"'],
    [[], '[]'],
    [{}, '{}'],
    [['object', 'null'], '["object","null"]'],
    [{ a: { b: { c: { d: 1 } } } }, '{"a":{"b":{"c":{…}}}}'],
    [[1, 2, 3, 4, 5, 6, 7, 8], '[1,2,3,4,5,6,…]'],
  ])('%j', (value, expected) => {
    expect(shortJson(value)).toBe(expected);
  });

  it('cuts what is long', () => {
    expect(shortJson('x'.repeat(1_000_000))).toHaveLength(80);
    expect(shortJson({ ['k'.repeat(500)]: 1 })).toHaveLength(80);
  });

  it('takes any depth', () => {
    expect(shortJson(JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))).toBe('[[[[…]]]]');
  });
});
