import { describe, expect, it } from 'vitest';
import { elementTexts, memberText, memberTexts, minified, withMember } from '../../src/json/parts.ts';

describe('memberTexts', () => {
  it.each([
    ['{}', []],
    [' { } ', []],
    ['{"a":1}', [['a', '1']]],
    [
      '{ "a" : 1.0e3 , "b":12345678901234567890 }',
      [
        ['a', '1.0e3'],
        ['b', '12345678901234567890'],
      ],
    ],
    [
      '{"a":1,"a":2}',
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
    [
      '{"a":{"b":[1, {"c":"}"}]},"d":"]"}',
      [
        ['a', '{"b":[1, {"c":"}"}]}'],
        ['d', '"]"'],
      ],
    ],
    [
      String.raw`{"a\"b":"c\\","d":"\\\""}`,
      [
        ['a"b', String.raw`"c\\"`],
        ['d', String.raw`"\\\""`],
      ],
    ],
    [
      '{"":true,"__proto__":null}',
      [
        ['', 'true'],
        ['__proto__', 'null'],
      ],
    ],
    ['{\n  "a": [\n    1\n  ]\n}', [['a', '[\n    1\n  ]']]],
  ])('%s', (text, members) => {
    expect(memberTexts(text)).toEqual(members);
  });

  it.each(['[]', '"{}"', '1', 'null'])('knows that %s is no object', (text) => {
    expect(memberTexts(text)).toBeUndefined();
  });
});

describe('memberText', () => {
  it('takes the last of several members with the name, as JSON.parse does', () => {
    expect(memberText('{"a":1,"b":2,"a":3}', 'a')).toBe('3');
  });
  it('gives nothing where there is none', () => {
    expect(memberText('{"a":1}', 'b')).toBeUndefined();
    expect(memberText('[1]', 'b')).toBeUndefined();
  });
  it('passes a string of 12 MB', () => {
    const long = 'x\\\\'.repeat(4_000_000);
    expect(memberText(`{"id":1,"result":{"text":"${long}"}}`, 'result')).toHaveLength(long.length + 11);
  });
});

describe('elementTexts', () => {
  it.each([
    ['[]', []],
    ['[ 1 , "a,b" , [2,3] , {"c":[]} ]', ['1', '"a,b"', '[2,3]', '{"c":[]}']],
    ['[\n{"name":"a"},\n{"name":"b"}\n]', ['{"name":"a"}', '{"name":"b"}']],
  ])('%s', (text, elements) => {
    expect(elementTexts(text)).toEqual(elements);
  });
  it.each(['{}', '"[]"', 'null'])('knows that %s is no array', (text) => {
    expect(elementTexts(text)).toBeUndefined();
  });
});

describe('withMember', () => {
  it.each([
    ['{ "id" : 0 ,"a":{"id":1}}', '{ "id" : 42 ,"a":{"id":1}}'],
    ['{"a":1.50,"\\u0069d":"x", "id":null}', '{"a":1.50,"\\u0069d":42, "id":42}'],
    ['{"a":1}', '{"a":1}'],
    ['[0]', '[0]'],
  ])('puts another value in %s and leaves all else', (text, changed) => {
    expect(withMember(text, 'id', '42')).toBe(changed);
  });
});

describe('minified', () => {
  it.each([
    ['{\n  "a": [1.0e3, " [ \\" ] ", null],\r\n  "a": {} }\n', '{"a":[1.0e3," [ \\" ] ",null],"a":{}}'],
    [' 12 ', '12'],
    ['[ ]', '[]'],
  ])('%s', (text, line) => {
    expect(minified(text)).toBe(line);
  });
});
