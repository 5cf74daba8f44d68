import { describe, expect, it } from 'vitest';
import { locateError } from '../../src/json/reader.ts';

describe('locateError', () => {
  it.each<[string, number, number, string]>([
    ['', 1, 1, 'a value is missing'],
    ['  ', 1, 3, 'a value is missing'],
    ['{', 1, 2, 'a property name is missing: the text ends too early'],
    ['{"a"', 1, 5, 'a colon is missing after the name: the text ends too early'],
    ['{"a" 1}', 1, 6, 'a colon is missing after the name'],
    ['{"a":', 1, 6, 'a value is missing: the text ends too early'],
    ['{"a":1', 1, 7, 'a comma or } is missing: the text ends too early'],
    ['{"a":1,}', 1, 8, 'a comma cannot stand before }'],
    ['{a:1}', 1, 2, 'a needs double quotes'],
    ["{'a':1}", 1, 2, 'strings need double quotes'],
    ['[1 2]', 1, 4, 'a comma or ] is missing'],
    ['[1,\n 2,\n]', 3, 1, 'a comma cannot stand before ]'],
    ['[1}', 1, 3, 'a comma or ] is missing'],
    ['[,1]', 1, 2, 'a value is missing'],
    ['[]]', 1, 3, 'text after the end of the value'],
    ['{} {}', 1, 4, 'text after the end of the value'],
    ['"abc', 1, 5, 'the text ends inside a string'],
    ['"a\nb"', 1, 3, 'a string cannot hold a line break (write \\n) as it is'],
    ['"a\tb"', 1, 3, 'a string cannot hold a tab (write \\t) as it is'],
    ['"\u0001"', 1, 2, 'a string cannot hold a control character as it is'],
    ['"\\x41"', 1, 2, '\\x is not a JSON escape'],
    ['"\\u12g4"', 1, 2, '\\u is not a JSON escape'],
    ['[True]', 1, 2, 'True is written true'],
    ['[None]', 1, 2, 'None is written null'],
    ['NaN', 1, 1, 'JSON has no NaN'],
    ['[1, // one\n2]', 1, 5, 'JSON has no comments'],
    ['01', 1, 1, 'a number cannot begin with 0'],
    ['-', 1, 2, 'a digit is missing after the minus sign'],
    ['1.', 1, 3, 'a digit is missing after the decimal point'],
    ['1e+', 1, 4, 'a digit is missing in the exponent'],
    ['[+1]', 1, 2, '+ is not expected here'],
    ['{"日本": x}', 1, 8, 'x needs double quotes'],
    ['{"😀": x}', 1, 7, 'x needs double quotes'],
    ['\u202e', 1, 1, '<U+202E> is not expected here'],
    ['{\r\n"a": tru\r\n}', 2, 6, 'tru needs double quotes'],
  ])('%j', (text, line, column, message) => {
    expect(locateError(text)).toMatchObject({ line, column, message });
    expect(() => JSON.parse(text)).toThrow();
  });

  it.each([
    '1',
    ' {"a":[1,-0,1.5e+3,"\\u00e9\\n"],"a":{}} \n',
    '"\u007f\u2028😀"',
    '[[[]]]',
    'null',
    '-0.0E-1',
  ])('finds nothing in %j', (text) => expect(locateError(text)).toBeUndefined());

  it('agrees with JSON.parse on thousands of damaged texts', () => {
    const whole = '{"a": [1, -2.5e3, "x\\u0041\\"", true], "b": {"c": null, "c": false}, "": [[], {}]}';
    const pieces = ['', '"', ',', ':', '{', '}', '[', ']', '0', '-', '.', 'e', '\\', 'tru', ' ', '\n', 'u'];
    for (let at = 0; at <= whole.length; at += 1) {
      for (const piece of pieces) {
        for (const removed of [0, 1, 2]) {
          const text = whole.slice(0, at) + piece + whole.slice(at + removed);
          expect(locateError(text) === undefined, text).toBe(parses(text));
        }
      }
    }
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
