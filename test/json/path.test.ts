import { describe, expect, it } from 'vitest';
import { jqOf, type Path, pointerOf, stepsOf, valueAt } from '../../src/json/path.ts';
import { spanAt } from '../../src/json/reader.ts';

it.each<[Path, string, string]>([
  [[], '', '.'],
  [['a'], '/a', '.a'],
  [['a', 0, 'b'], '/a/0/b', '.a[0].b'],
  [[0], '/0', '.[0]'],
  [['x-y', 'a/b', '~'], '/x-y/a~1b/~0', '.["x-y"]["a/b"]["~"]'],
  [['', '0'], '//0', '.[""]["0"]'],
  [['__proto__', 'é"'], '/__proto__/é"', '.__proto__["é\\""]'],
])('%j is %j and %j', (path, pointer, jq) => {
  expect(pointerOf(path)).toBe(pointer);
  expect(jqOf(path)).toBe(jq);
  expect(stepsOf(pointer)).toEqual(path.map(String));
});

it.each(['a', '/~2', '/a~', 'x/y'])('%j is no pointer', (pointer) => {
  expect(stepsOf(pointer)).toBeUndefined();
  expect(spanAt('{"a":1}', pointer)).toBeUndefined();
});

const text = '{"a": [1, {"b": 2.50}], "a/b": {"~": "x"}, "": [], "d": 1, "\\u0064": 2, "0": true}';
const value: unknown = JSON.parse(text);

describe('a pointer', () => {
  it.each<[string, string]>([
    ['', text],
    ['/a', '[1, {"b": 2.50}]'],
    ['/a/0', '1'],
    ['/a/1/b', '2.50'],
    ['/a~1b/~0', '"x"'],
    ['/', '[]'],
    ['/d', '2'],
    ['/0', 'true'],
  ])('%j leads to %s', (pointer, found) => {
    const span = spanAt(text, pointer);
    expect(text.slice(span?.start, span?.end)).toBe(found);
    expect(valueAt(value, pointer)).toEqual(JSON.parse(found));
  });

  it.each(['/x', '/a/2', '/a/-', '/a/01', '/a/b', '/a/0/x', '/length', '/a/length', '/constructor', '/d/0'])(
    '%j leads nowhere',
    (pointer) => {
      expect(spanAt(text, pointer)).toBeUndefined();
      expect(valueAt(value, pointer)).toBeUndefined();
    },
  );

  it('finds no span in what is no JSON', () => {
    expect(spanAt('{"a": [1, }', '/a')).toBeUndefined();
    expect(spanAt('', '')).toBeUndefined();
  });

  it('skips white space around', () => expect(spanAt('  {} ', '')).toEqual({ start: 2, end: 4 }));
});
