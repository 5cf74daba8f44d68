import { describe, expect, test } from 'vitest';
import { checkAgainst, checkValue } from '../../src/form/check.ts';
import { compileSchema } from '../../src/form/compile.ts';

const messages = (schema: unknown) =>
  compileSchema(schema).findings.map(({ at, message }) => `${at} ${message}`);

/** A property that OpenAPI 3.0 says to be nullable, without a type. */
const nullable = (a: object) => ({
  properties: { a: { ...a, nullable: true } },
  $defs: { a: { type: 'string' } },
});

/** Schemas with ids of their own in one document (JSON Schema 2020-12, core §9.3). */
const bundled = {
  $id: 'https://example.com/schemas/customer',
  properties: {
    home: { $ref: 'address' },
    state: { $ref: '#/$defs/state' },
    again: { $ref: 'https://example.com/schemas/customer' },
  },
  $defs: {
    state: { type: 'string' },
    zip: { type: 'integer' },
    address: {
      $id: '/schemas/address',
      properties: { state: { $ref: '#/$defs/state' }, zip: { $ref: '#/$defs/zip' }, former: { $ref: '#' } },
      $defs: { state: { enum: ['CA', 'NY'] } },
    },
  },
};

describe('what is malformed is left out with a finding', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['a well-formed schema', { type: 'object', properties: { a: { type: 'string' } } }, []],
    ['an unknown keyword', { 'x-own': 1, message: {}, type: 'string' }, []],
    ['no schema at all', 'nonsense', [' a string is not a schema']],
    ['null', null, [' null is not a schema']],
    ['a list', [], [' an array is not a schema']],
    ['an unknown type', { type: 'unknown' }, ['/type "unknown" is not a type of JSON Schema']],
    ['one unknown type of two', { type: ['string', 'date'] }, ['/type "date" is not a type of JSON Schema']],
    [
      'names that are no list',
      { required: true },
      ['/required “required” should be an array of names, is true; it is ignored'],
    ],
    [
      'a bound that is text',
      { minimum: '1' },
      ['/minimum “minimum” should be a number, is "1"; it is ignored'],
    ],
    [
      'a negative count',
      { minLength: -1 },
      ['/minLength “minLength” should be a non-negative number, is -1; it is ignored'],
    ],
    [
      'properties in a list',
      { properties: [] },
      ['/properties “properties” should be an object of schemas, is []; it is ignored'],
    ],
    ['an empty union', { anyOf: [] }, ['/anyOf “anyOf” should be an array of schemas, is []; it is ignored']],
    [
      'an empty enum',
      { properties: { 'a/b': { enum: [] } } },
      ['/properties/a~1b/enum enum is empty, so no value is valid'],
    ],
    ['a property that is not a schema', { properties: { a: 5 } }, ['/properties/a a number is not a schema']],
    ['a reference to nothing', { $ref: '#/$defs/Nope' }, ['/$ref “#/$defs/Nope” points at nothing']],
    [
      'a reference to a file',
      { $ref: 'other.json#/a' },
      ['/$ref “other.json#/a” is outside this schema and is not fetched'],
    ],
    [
      'a reference to the network',
      { $ref: 'http://example.com/x' },
      ['/$ref “http://example.com/x” is outside this schema and is not fetched'],
    ],
    ['a reference that is no text', { $ref: 5 }, ['/$ref $ref is not a string']],
    [
      'a pattern of another language',
      { pattern: '(?i)a' },
      ['/pattern the pattern (?i)a is not valid in JavaScript and is not checked'],
    ],
    ['a reference to itself', { $ref: '#' }, ['# refers only to itself, so it has no effect']],
    [
      'two that refer to each other',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
      ['#/$defs/a refers only to itself, so it has no effect'],
    ],
    [
      'a loop through allOf',
      { $defs: { a: { allOf: [{ anyOf: [{ $ref: '#/$defs/a' }] }] } }, $ref: '#/$defs/a' },
      ['#/$defs/a refers only to itself, so it has no effect'],
    ],
  ])('%s', (_, schema, expected) => {
    expect(messages(schema)).toEqual(expected);
  });
});

describe('each dialect has its own keywords', () => {
  const draft4 = 'http://json-schema.org/draft-04/schema#';
  const draft7 = 'http://json-schema.org/draft-07/schema#';
  const draft2019 = 'https://json-schema.org/draft/2019-09/schema';
  test.each<[string, unknown, unknown, boolean]>([
    [
      'items as a list, draft-07',
      { $schema: draft7, items: [{ type: 'string' }], additionalItems: false },
      ['a', 1],
      false,
    ],
    ['items as a list, 2020-12', { items: [{ type: 'string' }] }, [1], false],
    ['prefixItems, 2020-12', { prefixItems: [{ type: 'string' }], items: false }, ['a', 1], false],
    [
      'prefixItems mean nothing in draft-07',
      { $schema: draft7, prefixItems: [{ type: 'string' }] },
      [1],
      true,
    ],
    [
      'dependencies of both kinds',
      { $schema: draft7, dependencies: { a: ['b'], c: { required: ['d'] } } },
      { c: 1 },
      false,
    ],
    [
      'dependentRequired means nothing in draft-07',
      { $schema: draft7, dependentRequired: { a: ['b'] } },
      { a: 1 },
      true,
    ],
    ['dependentRequired, 2019-09', { $schema: draft2019, dependentRequired: { a: ['b'] } }, { a: 1 }, false],
    [
      'beside a reference, draft-07',
      { $schema: draft7, definitions: { a: {} }, $ref: '#/definitions/a', type: 'string' },
      1,
      false,
    ],
    [
      'a boolean exclusive bound, draft-04',
      { $schema: draft4, minimum: 1, exclusiveMinimum: true },
      1,
      false,
    ],
    ['the bound itself, draft-04', { $schema: draft4, minimum: 1, exclusiveMinimum: false }, 1, true],
    ['nullable of OpenAPI', { type: 'string', nullable: true }, null, true],
    ['nullable before its type', { nullable: true, type: 'string' }, null, true],
    [
      '$recursiveRef, 2019-09',
      { $schema: draft2019, properties: { a: { $recursiveRef: '#' } }, additionalProperties: false },
      { a: { b: 1 } },
      false,
    ],
    [
      '$dynamicRef, 2020-12',
      { $dynamicAnchor: 'n', properties: { a: { $dynamicRef: '#n' } }, additionalProperties: false },
      { a: { b: 1 } },
      false,
    ],
    ['an anchor', { $defs: { a: { $anchor: 'here', type: 'string' } }, $ref: '#here' }, 1, false],
    [
      'an id of the same document',
      { $defs: { a: { $id: 'urn:a', type: 'string' } }, $ref: 'urn:a' },
      1,
      false,
    ],
    [
      'an id in full that is written by its end alone',
      {
        $id: 'https://example.com/root.json',
        $defs: { a: { $id: 'a.json', type: 'string' } },
        properties: { b: { $ref: 'https://example.com/a.json' } },
      },
      { b: 1 },
      false,
    ],
    [
      'a pointer into properties',
      { properties: { a: { type: 'string' }, b: { $ref: '#/properties/a' } } },
      { b: 1 },
      false,
    ],
    [
      'a pointer with escapes',
      { $defs: { 'a/b c': { type: 'string' } }, $ref: '#/$defs/a~1b%20c' },
      1,
      false,
    ],
    ['null, nullable beside a reference', nullable({ $ref: '#/$defs/a' }), { a: null }, true],
    ['a value, nullable beside a reference', nullable({ $ref: '#/$defs/a' }), { a: 1 }, false],
    ['null, nullable beside allOf', nullable({ allOf: [{ $ref: '#/$defs/a' }] }), { a: null }, true],
    ['null, nullable beside oneOf', nullable({ oneOf: [{ $ref: '#/$defs/a' }] }), { a: null }, true],
    [
      'null, one of several and nullable',
      nullable({ oneOf: [{ type: 'string' }, { enum: [null] }] }),
      { a: null },
      true,
    ],
    ['null, nullable beside anyOf', nullable({ anyOf: [{ $ref: '#/$defs/a' }] }), { a: null }, true],
    ['null, nullable beside a list', nullable({ enum: ['a'] }), { a: null }, false],
    ['an id resolved against that of the document', bundled, { home: { state: 'NY' } }, true],
    ['a reference within what has an id of its own', bundled, { home: { state: 'ZZ' } }, false],
    ['the same reference elsewhere', bundled, { state: 'ZZ' }, true],
    ['the id of the document itself', bundled, { again: { home: { state: 'ZZ' } } }, false],
    ['a reference from the top within what has an id of its own', bundled, { home: { zip: 'x' } }, false],
    [
      '# within what has an id of its own',
      bundled,
      { home: { state: 'NY', former: { state: 'ZZ' } } },
      false,
    ],
    ['the schema true', true, 1, true],
    ['the schema false', false, 1, false],
  ])('%s', (_, schema, value, right) => {
    expect(checkAgainst(schema, value).problems.length === 0).toBe(right);
  });
});

describe('patterns that mean another thing in JavaScript are not checked', () => {
  test.each([
    '^a\\Z',
    '\\Aa\\z',
    '^\\\\\\Z',
    '^[[:alpha:]]+$',
    '^[[:^digit:]]$',
    '^\\h+$',
    '^\\p{Han}$',
    '^\\pL$',
    '\\Qa.b\\E',
    '^[a-z&&[^b]]$',
    '^[]a]$',
    '^[^]a]$',
    '^x{,2}$',
    '(?i)a',
    '^a++$',
    '(?>a)b',
    '(?P<x>a)',
  ])('%s', (pattern) => {
    expect(checkAgainst({ pattern }, 'anything')).toEqual({
      problems: [],
      unchecked: `the pattern ${pattern} is not valid in JavaScript`,
    });
    expect(compileSchema({ pattern }).findings).toHaveLength(1);
  });

  test.each([
    ['^\\\\Z$', '\\Z'],
    ['^[A-Z]+$', 'AZ'],
  ])('%s means the same', (pattern, right) => {
    expect(checkAgainst({ pattern }, right)).toEqual({ problems: [] });
    expect(checkAgainst({ pattern }, 'other').problems).toHaveLength(1);
  });
});

describe('patterns of the old syntax are checked all the same', () => {
  test.each([
    ['^[\\w-.]+$', 'a-b.c', 'a b'],
    ['^[\\w-]+$', 'a-b', 'a b'],
    ['^\\_\\-\\@\\ $', '_-@ ', '_-@'],
    ['^a{$', 'a{', 'a'],
    ['^a]}$', 'a]}', 'a'],
    ['^[a\\-z]\\d{2,3}$', '-12', 'b12'],
    ['^[^\\s"\']{1,}\\/$', 'ab/', 'a b/'],
    ['^\\p{Lu}$', 'Ä', 'a'],
  ])('%s', (pattern, right, wrong) => {
    expect(checkAgainst({ pattern }, right).problems).toEqual([]);
    expect(checkAgainst({ pattern }, wrong).problems).toHaveLength(1);
    const named = { patternProperties: { [pattern]: { type: 'null' } } };
    expect(checkAgainst(named, { [right]: 1, [wrong]: 1 }).problems).toHaveLength(1);
  });
});

describe('nothing goes on for ever', () => {
  test('a schema nested ten thousand times', () => {
    let schema: unknown = {};
    for (let i = 0; i < 10_000; i += 1) schema = { items: schema };
    expect(messages(schema)).toHaveLength(1);
  });

  test('a chain of a thousand references', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 1000 }, (_, i) => [`d${i}`, { items: { $ref: `#/$defs/d${i + 1}` } }]),
    );
    expect(messages({ $ref: '#/$defs/d0', $defs: { ...$defs, d1000: {} } })).toEqual([]);
  });

  test('a value nested ten thousand times', () => {
    const schema = { $ref: '#/$defs/n', $defs: { n: { items: { $ref: '#/$defs/n' } } } };
    const value: unknown = JSON.parse('['.repeat(10_000) + ']'.repeat(10_000));
    expect(checkAgainst(schema, value).unchecked).toContain('too large');
  });

  test('unions that double at every level', () => {
    const branch = { properties: { a: { $ref: '#/$defs/n' } }, required: ['b'] };
    const schema = { $ref: '#/$defs/n', $defs: { n: { anyOf: [branch, { ...branch }, { ...branch }] } } };
    let value: unknown = {};
    for (let i = 0; i < 30; i += 1) value = { a: value };
    expect(checkAgainst(schema, value).unchecked).toContain('too large');
  });

  test('a check after one that was too large begins anew', () => {
    const document = compileSchema({ type: 'string' });
    expect(checkValue(document, document.root, 'a').problems).toEqual([]);
  });
});

test('the schema that was sent is not touched', () => {
  const freeze = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
    return value;
  };
  const schema = freeze({ $defs: { a: { properties: { b: { $ref: '#/$defs/a' } } } }, $ref: '#/$defs/a' });
  expect(checkAgainst(schema, { b: { b: 1 } }).problems).toEqual([]);
});

test('the same id in two schemas means two things', () => {
  const one = { $id: 'urn:same', properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: { type: 'string' } } };
  const two = { $id: 'urn:same', properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: { type: 'number' } } };
  expect(checkAgainst(one, { a: 'x' }).problems).toEqual([]);
  expect(checkAgainst(two, { a: 1 }).problems).toEqual([]);
});
