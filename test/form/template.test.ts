import { describe, expect, test } from 'vitest';
import { expand, templateSchema, templateVariables } from '../../src/form/template.ts';

/** The variables of RFC 6570 §3.2. */
const values = {
  count: ['one', 'two', 'three'],
  dom: ['example', 'com'],
  dub: 'me/too',
  hello: 'Hello World!',
  half: '50%',
  var: 'value',
  who: 'fred',
  base: 'http://example.com/home/',
  path: '/foo/bar',
  list: ['red', 'green', 'blue'],
  keys: { semi: ';', dot: '.', comma: ',' },
  v: '6',
  x: '1024',
  y: '768',
  empty: '',
  empty_keys: {},
  undef: null,
};

describe('expand', () => {
  test.each([
    // Level 1 and 2.
    ['{var}', 'value'],
    ['{hello}', 'Hello%20World%21'],
    ['{half}', '50%25'],
    ['O{empty}X', 'OX'],
    ['O{undef}X', 'OX'],
    ['{+var}', 'value'],
    ['{+hello}', 'Hello%20World!'],
    ['{+half}', '50%25'],
    ['{base}index', 'http%3A%2F%2Fexample.com%2Fhome%2Findex'],
    ['{+base}index', 'http://example.com/home/index'],
    ['up{+path}{var}/here', 'up/foo/barvalue/here'],
    ['X{#var}', 'X#value'],
    ['X{#hello}', 'X#Hello%20World!'],
    // Level 3.
    ['map?{x,y}', 'map?1024,768'],
    ['{x,hello,y}', '1024,Hello%20World%21,768'],
    ['{+x,hello,y}', '1024,Hello%20World!,768'],
    ['{+path,x}/here', '/foo/bar,1024/here'],
    ['{#x,hello,y}', '#1024,Hello%20World!,768'],
    ['X{.var}', 'X.value'],
    ['X{.x,y}', 'X.1024.768'],
    ['{/var}', '/value'],
    ['{/var,x}/here', '/value/1024/here'],
    ['{;x,y}', ';x=1024;y=768'],
    ['{;x,y,empty}', ';x=1024;y=768;empty'],
    ['{?x,y}', '?x=1024&y=768'],
    ['{?x,y,empty}', '?x=1024&y=768&empty='],
    ['{?x,y,undef}', '?x=1024&y=768'],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['{&x,y,empty}', '&x=1024&y=768&empty='],
    // Level 4.
    ['{var:3}', 'val'],
    ['{var:30}', 'value'],
    ['{list}', 'red,green,blue'],
    ['{list*}', 'red,green,blue'],
    ['{keys}', 'semi,%3B,dot,.,comma,%2C'],
    ['{keys*}', 'semi=%3B,dot=.,comma=%2C'],
    ['{+path:6}/here', '/foo/b/here'],
    ['{+list}', 'red,green,blue'],
    ['{+keys}', 'semi,;,dot,.,comma,,'],
    ['{+keys*}', 'semi=;,dot=.,comma=,'],
    ['{#path:6}/here', '#/foo/b/here'],
    ['{#keys*}', '#semi=;,dot=.,comma=,'],
    ['X{.var:3}', 'X.val'],
    ['X{.list}', 'X.red,green,blue'],
    ['X{.list*}', 'X.red.green.blue'],
    ['X{.keys}', 'X.semi,%3B,dot,.,comma,%2C'],
    ['X{.keys*}', 'X.semi=%3B.dot=..comma=%2C'],
    ['www{.dom*}', 'www.example.com'],
    ['X{.empty_keys}', 'X'],
    ['X{.empty_keys*}', 'X'],
    ['{/var:1,var}', '/v/value'],
    ['{/list}', '/red,green,blue'],
    ['{/list*}', '/red/green/blue'],
    ['{/list*,path:4}', '/red/green/blue/%2Ffoo'],
    ['{/keys*}', '/semi=%3B/dot=./comma=%2C'],
    ['{;hello:5}', ';hello=Hello'],
    ['{;list}', ';list=red,green,blue'],
    ['{;list*}', ';list=red;list=green;list=blue'],
    ['{;keys*}', ';semi=%3B;dot=.;comma=%2C'],
    ['{?var:3}', '?var=val'],
    ['{?list}', '?list=red,green,blue'],
    ['{?list*}', '?list=red&list=green&list=blue'],
    ['{?keys}', '?keys=semi,%3B,dot,.,comma,%2C'],
    ['{?keys*}', '?semi=%3B&dot=.&comma=%2C'],
    ['{&var:3}', '&var=val'],
    ['{&list*}', '&list=red&list=green&list=blue'],
    ['{/var,empty}', '/value/'],
    ['{/var,undef}', '/value'],
    ['{?x,who}', '?x=1024&who=fred'],
  ])('%s is %s', (template, uri) => {
    expect(expand(template, values)).toBe(uri);
  });

  test.each([
    [
      'a slash in a plain variable',
      'fake://events/{topic}',
      { topic: 'foo/bar baz' },
      'fake://events/foo%2Fbar%20baz',
    ],
    ['query variables that are not given', 'fake://q{?topic,limit}', { limit: '5' }, 'fake://q?limit=5'],
    ['no variable given at all', 'fake://q{?topic,limit}', {}, 'fake://q'],
    ['a literal with an accent', 'fake://café/{name}', { name: 'é' }, 'fake://caf%C3%A9/%C3%A9'],
    ['a literal with an escape', 'fake://a%20b/{x}', { x: '%20' }, 'fake://a%20b/%2520'],
    ['an escape in a reserved expansion', '{+x}', { x: 'a%20b%zz' }, 'a%20b%25zz'],
    ['a character of two code units', '{x:1}', { x: '😀😀' }, '%F0%9F%98%80'],
    ['half a surrogate pair', '{x}', { x: '\ud800' }, '%EF%BF%BD'],
    ['a number', '{x}', { x: 5 }, '5'],
    ['names that every object has', '{toString}{constructor}', {}, ''],
    ['an unfinished expression', 'a/{b', { b: 'c' }, 'a/%7Bb'],
    ['an expression that is none', 'a/{b c}/{d}', { d: 'e' }, 'a/%7Bb%20c%7D/e'],
    ['an operator reserved for later', '{=x}', { x: 'a' }, '%7B=x%7D'],
  ])('%s', (_, template, given, uri) => {
    expect(expand(template, given)).toBe(uri);
  });
});

describe('templateVariables', () => {
  test('each name once, in order, exploded if it is anywhere', () => {
    expect(templateVariables('x://{a}/{+b:3}{?a,c*}{&b}')).toEqual([
      { name: 'a', explode: false },
      { name: 'b', explode: false },
      { name: 'c', explode: true },
    ]);
  });

  test('make the schema of a form', () => {
    expect(templateSchema('x://{a}{?b*}')).toEqual({
      type: 'object',
      properties: {
        a: { type: 'string' },
        b: {
          type: ['string', 'array', 'object'],
          items: { type: 'string' },
          additionalProperties: { type: 'string' },
        },
      },
      required: ['a'],
      additionalProperties: false,
    });
  });
});
