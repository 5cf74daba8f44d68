import { describe, expect, it } from 'vitest';
import { compact } from '../../src/json/compact.ts';
import { pretty } from '../../src/json/pretty.ts';

describe('pretty', () => {
  it.each<unknown>([
    1,
    'x',
    null,
    [],
    {},
    [[]],
    [{}, {}],
    { a: 1, b: [1, 2, { c: 'd: [,]' }], e: {}, f: [[], [[1]]] },
    [1, 'two', { three: [4] }],
  ])('prints %j as JSON.stringify does', (value) => {
    const expected = JSON.stringify(value, null, 2);
    expect(pretty(JSON.stringify(value))).toBe(expected);
    expect(pretty(`\n ${JSON.stringify(value, null, '\t')} `)).toBe(expected);
    expect(pretty(expected)).toBe(expected);
  });

  it('keeps digits, escapes and duplicates', () => {
    expect(pretty('{"n":12345678901234567890,"n":1.0,"\\u00e9":"\\/"}')).toBe(
      '{\n  "n": 12345678901234567890,\n  "n": 1.0,\n  "\\u00e9": "\\/"\n}',
    );
  });

  it('survives ten thousand levels without growing beyond measure', () => {
    const text = '['.repeat(10_000) + ']'.repeat(10_000);
    const printed = pretty(text);
    expect(printed.length).toBeLessThan(3_000_000);
    expect(printed.replaceAll(/\s+/g, '')).toBe(text);
  });

  it.each(['', '{', 'hello', '[1,]', '{"a":1} x'])('gives %j back', (text) =>
    expect(pretty(text)).toBe(text),
  );
});

describe('compact', () => {
  it.each<[string, number, string]>([
    ['{"a":[1,2,{"b":"c"}]}', 40, '{"a": [1, 2, {"b": "c"}]}'],
    ['{"a":[1,2,{"b":"c"}]}', 12, '{"a": [1, 2…'],
    ['{\n  "a": [\n    1\n  ]\n}', 40, '{"a": [1]}'],
    ['"abcdef"', 8, '"abcdef"'],
    ['"abcdef"', 7, '"abcde…'],
    ['"a\\"b"', 9, '"a\\"b"'],
    ['[]', 9, '[]'],
    ['12', 9, '12'],
    ['"😀😀"', 5, '"😀…'],
    ['"😀😀"', 4, '"😀…'],
    [`[${' '.repeat(100)}1]`, 9, '[…'],
    ['not json', 20, 'not json'],
    ['', 5, ''],
    ['{"a"', 9, '{"a"'],
  ])('%j in %i', (text, limit, line) => expect(compact(text, limit)).toBe(line));

  it('stops where the value that begins at the offset ends', () => {
    const text = '{"a":1,"b":[2],"c":"x"}';
    expect([5, 11, 19].map((from) => compact(text, 20, from))).toEqual(['1', '[2]', '"x"']);
  });

  it('reads no more than it shows', () => {
    const text = `["${'x'.repeat(12_000_000)}"]`;
    // To read all of it each time would take minutes.
    const lines = new Set(Array.from({ length: 50_000 }, () => compact(text, 80)));
    expect([...lines]).toEqual([`["${'x'.repeat(77)}…`]);
  });
});
