import { describe, expect, it } from 'vitest';
import { jsoncPlaces } from '../../src/json/jsonc-places.ts';

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
