import { describe, expect, it } from 'vitest';
import { canonicalText } from '../../src/json/canonical.ts';

describe('canonicalText', () => {
  it.each([
    ['{ "b" : 1,\n"a":[ 2 , 1 ] }', '{"a":[2,1],"b":1}'],
    ['{"z":{"y":1,"x":{}},"a":[]}', '{"a":[],"z":{"x":{},"y":1}}'],
    ['{"a":1,"a":2}', '{"a":2}'],
    [String.raw`"\u00e9\/\u000a\u001f\ud83d\ude00"`, String.raw`"é/\n\u001f😀"`],
    [String.raw`"\ud800"`, String.raw`"\ud800"`],
    ['[true,false,null]', '[true,false,null]'],
    [' "a" ', '"a"'],
  ])('%s', (text, canonical) => {
    expect(canonicalText(text)).toBe(canonical);
  });

  // RFC 8785, 3.2.3: members by UTF-16 code units.
  it('sorts members as the RFC does', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
    const text = `{${names.map((name) => `${JSON.stringify(name)}:0`).join(',')}}`;
    const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'];
    expect(Object.keys(JSON.parse(canonicalText(text) ?? ''))).toEqual([
      '1',
      ...sorted.filter((name) => name !== '1'),
    ]);
    expect(canonicalText(text)).toBe(`{${sorted.map((name) => `${JSON.stringify(name)}:0`).join(',')}}`);
  });

  it.each([
    ['1.0', '1'],
    ['1e3', '1000'],
    ['0.10', '0.1'],
    ['-0', '0'],
    ['-0.0e5', '0'],
    ['100e-2', '1'],
    ['-12.50', '-12.5'],
    ['9007199254740993', '9007199254740993'],
    ['0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
    ['1e400', '1e+400'],
    ['12e-400', '1.2e-399'],
  ])('writes the number %s as %s', (text, canonical) => {
    expect(canonicalText(text)).toBe(canonical);
  });

  // What a double tells apart is written as JavaScript does, and so as the RFC wants it.
  it.each([
    0, 1, -1, 10, 0.5, 1e20, 1e21, 123e20, 1.5e21, 1e-6, 1e-7, 1.25e-7, 5e-324, 1.7976931348623157e308,
    123456.789,
  ])('writes %s as JavaScript does', (value) => {
    expect(canonicalText(String(value))).toBe(String(value));
    expect(canonicalText(value.toExponential())).toBe(String(value));
  });

  it.each(['', '{', '[1,]', '01', '1 2', 'nope'])('knows that %j is no JSON', (text) => {
    expect(canonicalText(text)).toBeUndefined();
  });

  it('goes as deep as the text', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    expect(canonicalText(deep)).toBe(deep);
  });
});
