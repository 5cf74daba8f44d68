import { describe, expect, it } from 'vitest';
import { textAt } from '../../src/json/inner.ts';

const inText = (value: unknown) =>
  JSON.stringify({ text: typeof value === 'string' ? value : JSON.stringify(value) });

describe('the text a pointer leads to', () => {
  it.each<[string, string, string | undefined]>([
    [' {"a": 1} ', '', '{"a": 1}'],
    ['{"a": 1.0}', '/a', '1.0'],
    ['{"a":12345678901234567890}', '/a', '12345678901234567890'],
    ['{"a":[{"b": null}]}', '/a/0/b', 'null'],
    ['{"a":[1]}', '/a/1', undefined],
    ['{"a":[1]}', '/a/00', undefined],
    ['{"a":[1]}', '/a/-', undefined],
    ['{"0":1}', '/0', '1'],
    ['{"a/b":1,"c~d":2,"":3}', '/a~1b', '1'],
    ['{"a/b":1,"c~d":2,"":3}', '/c~0d', '2'],
    ['{"a/b":1,"c~d":2,"":3}', '/', '3'],
    ['{"a":1,"a":2}', '/a', '2'],
    ['{"a":1}', '/a/b', undefined],
    ['{"a":null}', '/a/b', undefined],
    ['{"a":1}', 'a', undefined],
    ['{"a":1}', '/a~2', undefined],
    ['{"__proto__":1}', '/__proto__', '1'],
    ['{"a":1}', '/toString', undefined],
  ])('%s at "%s"', (text, pointer, found) => expect(textAt(text, pointer)).toBe(found));

  it.each<[string, string, string, string | undefined]>([
    ['an object in a text', inText('{"total": 7.50}'), '/text/total', '7.50'],
    ['an array in a text', inText(' [1, {"a":"b"}]\n'), '/text/1/a', '"b"'],
    [
      'a text in a text in a text',
      inText({ a: JSON.stringify({ b: JSON.stringify([1, 2]) }) }),
      '/text/a/b/1',
      '2',
    ],
    ['a name with a slash', inText({ 'a/b': { '~': 1 } }), '/text/a~1b/~0', '1'],
    ['the text itself', inText('{"a":1}'), '/text', '"{\\"a\\":1}"'],
    ['nothing there', inText('{"a":1}'), '/text/b', undefined],
    ['a number, which holds nothing', inText('7'), '/text/0', undefined],
    ['a string as JSON, which holds nothing', inText('"{\\"a\\":1}"'), '/text/a', undefined],
    ['no JSON', inText('{"a":1'), '/text/a', undefined],
    ['JSON with something behind it', inText('{"a":1} etc.'), '/text/a', undefined],
    ['two lines of JSON', inText('{"a":1}\n{"a":2}'), '/text/a', undefined],
  ])('goes on into %s', (_, text, pointer, found) => expect(textAt(text, pointer)).toBe(found));

  it('goes into a string only where it has steps left', () => {
    expect(textAt('"[1]"', '/0')).toBe('1');
    expect(textAt('"[1]"', '')).toBe('"[1]"');
  });
});
