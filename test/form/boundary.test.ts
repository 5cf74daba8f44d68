import { expect, test } from 'vitest';
import { boundaryCalls } from '../../src/form/boundary.ts';
import { openForm } from '../../src/form/form.ts';

const calls = (properties: unknown, initial = '{}', required: readonly string[] = []) =>
  boundaryCalls(openForm({ type: 'object', properties, required }, { initial })).map(
    ({ label, text }) => `${label} ${text}`,
  );

test.each<[string, unknown, readonly string[]]>([
  ['text', { type: 'string' }, ['null {"a":null}', 'a number instead {"a":1}', 'empty string {"a":""}']],
  [
    'text of a length',
    { type: ['string', 'null'], minLength: 3, maxLength: 4 },
    [
      'a number instead {"a":1}',
      'empty string {"a":""}',
      'one character too short {"a":"xx"}',
      'one character too long {"a":"xxxxx"}',
    ],
  ],
  [
    'an integer',
    { type: 'integer', minimum: 1, maximum: 9 },
    [
      'null {"a":null}',
      'a string instead {"a":"text"}',
      'below the minimum {"a":0}',
      'above the maximum {"a":10}',
      'a fraction {"a":0.5}',
      'beyond 2^53 {"a":9007199254740993}',
    ],
  ],
  [
    'a number above',
    { type: 'number', exclusiveMinimum: 0 },
    [
      'null {"a":null}',
      'a string instead {"a":"text"}',
      'below the minimum {"a":0}',
      'beyond 2^53 {"a":9007199254740993}',
    ],
  ],
  ['a choice', { enum: [1, 2] }, ['null {"a":null}', 'not one of the choices {"a":"text"}']],
  [
    'a choice of that text',
    { enum: ['text', 1] },
    ['null {"a":null}', 'not one of the choices {"a":"text?"}'],
  ],
  [
    'a group',
    { type: 'object', properties: { b: {} } },
    ['null {"a":null}', 'a string instead {"a":"text"}', 'empty object {"a":{}}'],
  ],
  ['anything', {}, []],
  ['text or a list', { type: ['string', 'array'] }, ['null {"a":null}']],
])('%s', (_, schema, expected) => {
  expect(calls({ a: schema })).toEqual(expected.map((one) => `a: ${one}`));
});

test('a list is repeated from what is there', () => {
  const list = { a: { type: 'array', items: { type: 'string' }, maxItems: 2 } };
  expect(calls(list)).toContain('a: empty array {"a":[]}');
  expect(calls(list)).not.toContain('a: one item too many {"a":[]}');
  expect(calls(list, '{"a":["x"]}')).toContain('a: one item too many {"a":["x","x","x"]}');
});

test('the other parameters stay as they are', () => {
  expect(calls({ a: { type: 'boolean' }, b: {} }, '{"b": 1.0}', ['a'])).toEqual([
    'a: missing {"b":1.0}',
    'a: null {"a":null,"b":1.0}',
    'a: a string instead {"a":"text","b":1.0}',
  ]);
});

test('a form that is no group has none', () => {
  expect(boundaryCalls(openForm({ oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }))).toEqual(
    [],
  );
});
