import { describe, expect, it } from 'vitest';
import { jsoncPlaces, parseJsonc } from '../../src/json/jsonc.ts';

describe('parseJsonc', () => {
  it.each([
    ['{"a": 1}', { a: 1 }],
    ['// first\n{"a": [1, 2,], /* b */ "c": "//"}', { a: [1, 2], c: '//' }],
    ['null', null],
  ])('%j', (text, value) => {
    expect(parseJsonc(text)).toEqual({ value });
  });

  it.each([
    ['', { line: 1, column: 1, message: 'value expected' }],
    ['{"a" 1}', { line: 1, column: 6, message: 'colon expected' }],
    ['{\n  "a": tru\n}', { line: 2, column: 8, message: 'invalid symbol' }],
    ['[1', { line: 1, column: 3, message: 'close bracket expected' }],
  ])('says where %j is wrong', (text, problem) => {
    expect(parseJsonc(text)).toEqual({ problem });
  });
});

const TEXT = `{ // a comment
  "a": { "x": 1,
    "list": [
      true,
      { "deep": null, },
    ],
    "x": 2
  },
  "b.c": 3,
}`;

describe('places in JSON with comments', () => {
  const { line, names } = jsoncPlaces(TEXT);
  it.each<[number, (string | number)[]]>([
    [1, []],
    [2, ['a']],
    [7, ['a', 'x']],
    [5, ['a', 'list', 1, 'deep']],
    [5, ['a', 'list', 1, 'absent', 'deeper']],
    [9, ['b.c']],
    [1, ['nothing']],
  ])('line %i: %j', (at, path) => {
    expect(line(path)).toBe(at);
  });
  it('gives each name as often as it is written, and those of objects alone', () => {
    expect(names(['a'])).toEqual(['x', 'list', 'x']);
    expect(names(['a', 'list'])).toEqual([]);
    expect(names(['nothing'])).toEqual([]);
  });
  it('counts CRLF and CR as one line end each', () => {
    expect(jsoncPlaces('{\r\n\r\n"a": 1,\r"b": 2}').line(['b'])).toBe(4);
  });
  it('takes a text that is none', () => {
    expect(jsoncPlaces('').line(['a'])).toBe(1);
    expect(jsoncPlaces('').names([])).toEqual([]);
  });
});
