import { describe, expect, it } from 'vitest';
import { type Difference, jsonDiff } from '../../src/json/diff.ts';

/** A difference in one line, as short as can be. */
function short(one: Difference): string {
  switch (one.kind) {
    case 'added':
      return `+ ${one.path} ${one.text}`;
    case 'removed':
      return `- ${one.path} ${one.text}`;
    case 'changed':
      return `~ ${one.path} ${one.before} ${one.after}`;
    case 'lines':
      return `= ${one.path} ${one.runs.map(({ kind, items }) => `${kind}(${items.join('|')})`).join(' ')}`;
    case 'inside':
      return `in ${one.path}: ${one.differences.map(short).join('; ')}`;
    case 'order':
      return `order ${one.path} ${one.before.join(',')} ${one.after.join(',')}`;
  }
}

const diff = (before: string, after: string) => jsonDiff(before, after).map(short);
const inText = (value: unknown) =>
  JSON.stringify({ text: typeof value === 'string' ? value : JSON.stringify(value) });

describe('what differs in two JSON texts', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['nothing', '{"a":[1,{"b":null}]}', '{"a":[1,{"b":null}]}', []],
    ['white space, which does not count', ' {"a" : [1, 2]} ', '{"a":[1,2]}', []],
    ['the spelling of a string, which does not count', '["\\u0041"]', '["A"]', []],
    ['the spelling of a name, which does not count', '{"\\u0041":[1]}', '{"A":[1]}', []],
    ['a scalar', '1', '2', ['~  1 2']],
    ['the kind of a value', '{"a":1}', '{"a":"1"}', ['~ /a 1 "1"']],
    ['an object for an array', '{"a":{}}', '{"a":[]}', ['~ /a {} []']],
    [
      'numbers that are alike to JavaScript',
      '[9007199254740992,1]',
      '[9007199254740993,1.0]',
      ['~ /0 9007199254740992 9007199254740993', '~ /1 1 1.0'],
    ],
    ['a member that came', '{"a":1}', '{"a":1,"b":{"c":2}}', ['+ /b {"c":2}']],
    ['a member that went', '{"a":1,"b":2}', '{"a":1}', ['- /b 2']],
    ['a name with signs of a pointer', '{"a/b~":1}', '{"a/b~":2}', ['~ /a~1b~0 1 2']],
    ['a name of the prototype', '{"__proto__":1}', '{"__proto__":2}', ['~ /__proto__ 1 2']],
    ['a member deep down', '{"a":[{"b":{"c":1}}]}', '{"a":[{"b":{"c":2}}]}', ['~ /a/0/b/c 1 2']],
    ['a name that stands twice', '{"a":1,"a":2}', '{"a":1,"a":3}', ['~ /a 2 3']],
    ['the order of members', '{"a":1,"b":2,"c":3}', '{"c":3,"a":1,"b":2}', ['order  a,b,c c,a,b']],
    [
      'the order, beside what came and went',
      '{"a":1,"b":2,"x":0}',
      '{"b":2,"y":0,"a":1}',
      ['- /x 0', '+ /y 0', 'order  a,b b,a'],
    ],
    ['an element that came first', '[2,3]', '[1,2,3]', ['+ /0 1']],
    ['an element that went', '[1,2,3]', '[1,3]', ['- /1 2']],
    ['an element that changed', '[{"n":1,"v":"a"},{"n":2}]', '[{"n":1,"v":"b"},{"n":2}]', ['~ /0/v "a" "b"']],
    ['more elements that changed than came', '["a","b","z"]', '["c","z"]', ['~ /0 "a" "c"', '- /1 "b"']],
    ['more elements that came than changed', '["a","z"]', '["b","c","z"]', ['~ /0 "a" "b"', '+ /1 "c"']],
    ['elements in another order', '[1,2]', '[2,1]', ['- /0 1', '+ /1 1']],
    [
      'lines of a text',
      inText('a\nb\nc'),
      inText('a\nx\nc'),
      ['= /text same(a) removed(b) added(x) same(c)'],
    ],
    ['JSON in a text', inText({ n: 1, at: [1] }), inText({ n: 2, at: [1] }), ['in /text: ~ /n 1 2']],
    [
      'the white space of JSON in a text',
      inText('{"n":1}'),
      inText('{"n": 1}'),
      [`~ /text ${JSON.stringify('{"n":1}')} ${JSON.stringify('{"n": 1}')}`],
    ],
    ['a text that is JSON no more', inText('[1]'), inText('[1'), ['~ /text "[1]" "[1"']],
  ])('%s', (_, before, after, expected) => {
    expect(diff(before, after)).toEqual(expected);
  });

  it('is found at any depth, and in texts within texts', () => {
    const deep = (inner: string) => `${'['.repeat(5_000)}${inner}${']'.repeat(5_000)}`;
    expect(jsonDiff(deep('1'), deep('1 '))).toEqual([]);
    expect(jsonDiff(deep('1'), deep('2'))).toHaveLength(1);
    let [before, after] = ['[1]', '[2]'];
    for (let level = 0; level < 12; level += 1)
      [before, after] = [JSON.stringify([before]), JSON.stringify([after])];
    expect(jsonDiff(before, after)).toHaveLength(1);
  });

  it('is found in a large list in time', () => {
    const list = (changed: number) =>
      JSON.stringify(
        Array.from({ length: 100_000 }, (_, place) => ({ id: place, value: place === changed ? 'x' : 'y' })),
      );
    expect(diff(list(-1), list(75_000))).toEqual(['~ /75000/value "y" "x"']);
  });
});
