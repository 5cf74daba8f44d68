import { describe, expect, test } from 'vitest';
import { checkAgainst } from '../../src/form/check.ts';
import { pathText } from '../../src/form/problem.ts';

const said = (schema: unknown, value: unknown) =>
  checkAgainst(schema, value).problems.map(({ path, sentence }) => `${pathText(path)}: ${sentence}`);

const cat = {
  title: 'Cat',
  properties: { kind: { const: 'cat' }, lives: { type: 'integer' } },
  required: ['kind'],
};
const dog = {
  title: 'Dog',
  properties: { kind: { const: 'dog' }, breed: { type: 'string' } },
  required: ['kind', 'breed'],
};

describe('each problem is one plain sentence', () => {
  test.each<[string, unknown, unknown, readonly string[]]>([
    ['type', { type: 'integer' }, 1.5, [': must be an integer']],
    ['types', { type: ['string', 'number', 'null'] }, [], [': must be a string, a number or null']],
    ['const', { const: 'a' }, 'b', [': must be "a"']],
    ['enum', { enum: ['a', 'b', 3] }, 'c', [': must be one of: a, b, 3']],
    [
      'titled values',
      { oneOf: [{ const: 'a', title: 'One' }, { const: 'b' }, { const: 3 }] },
      'c',
      [': must be one of: a, b, 3'],
    ],
    ['enum of one', { enum: ['a'] }, 'c', [': must be a']],
    ['long enum', { enum: [...'abcdefghij'] }, 'z', [': must be one of: a, b, c, d, e, f, g, h … (10)']],
    ['empty enum', { enum: [] }, 'z', [': has an empty enum, so no value is valid']],
    ['minimum', { minimum: 1 }, 0, [': must be at least 1']],
    ['maximum', { maximum: 1 }, 2, [': must be at most 1']],
    ['exclusiveMinimum', { exclusiveMinimum: 0 }, 0, [': must be more than 0']],
    ['exclusiveMaximum', { exclusiveMaximum: 0 }, 0, [': must be less than 0']],
    ['multipleOf', { multipleOf: 0.01 }, 0.015, [': must be a multiple of 0.01']],
    ['minLength 1', { minLength: 1 }, '', [': must not be empty']],
    ['minLength', { minLength: 3 }, '😀', [': must have at least 3 characters, has 1']],
    ['maxLength', { maxLength: 1 }, 'ab', [': must have at most 1 character, has 2']],
    ['pattern', { pattern: '^a$' }, 'b', [': must match ^a$']],
    ['minItems', { minItems: 2 }, ['a'], [': must have at least 2 items, has 1']],
    ['minItems from nothing', { minItems: 2 }, [], [': must have at least 2 items, has 0']],
    ['maxItems', { maxItems: 1 }, [1, 2, 3], [': must have at most 1 item, has 3']],
    ['uniqueItems', { uniqueItems: true }, ['a', 'b', 'a'], [': has "a" twice']],
    ['contains', { contains: { const: 1 } }, [2], [': must contain an item matching {"const":1}']],
    [
      'maxContains',
      { contains: { const: 1 }, maxContains: 1 },
      [1, 1],
      [': must contain at most 1 item matching {"const":1}'],
    ],
    ['minProperties', { minProperties: 1 }, {}, [': must not be empty']],
    ['maxProperties', { maxProperties: 1 }, { a: 1, b: 2 }, [': must have at most 1 property, has 2']],
    [
      'required, each where it is missing',
      { required: ['a', 'b'] },
      {},
      ['a: is required', 'b: is required'],
    ],
    [
      'additionalProperties',
      { properties: {}, additionalProperties: false },
      { x: 1 },
      ['x: is not a known property'],
    ],
    ['unevaluatedProperties', { unevaluatedProperties: false }, { x: 1 }, ['x: is not a known property']],
    ['a property that must not be', { properties: { x: false } }, { x: 1 }, ['x: must not be given']],
    [
      'propertyNames',
      { propertyNames: { pattern: '^x' } },
      { ab: 1, xb: 1 },
      ['ab: the property name “ab” must match ^x'],
    ],
    [
      'dependentRequired',
      { dependentRequired: { a: ['b', 'c'] } },
      { a: 1, c: 1 },
      ['b: is required because a is given'],
    ],
    ['not a type', { not: { type: 'string' } }, 'a', [': must not be a string']],
    ['not together', { not: { required: ['a', 'b'] } }, { a: 1, b: 1 }, [': must not have a and b together']],
    ['not one of', { not: { enum: [1, 2] } }, 1, [': must not be one of: 1, 2']],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    ['then', { if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1 }, ['b: is required']],
    [
      'deep',
      { properties: { a: { items: { properties: { 'b.c': { type: 'null' } } } } } },
      { a: [{}, { 'b.c': 1 }] },
      ['a[1]."b.c": must be null'],
    ],
    [
      'every one of several',
      { properties: { a: { type: 'string' }, b: { minimum: 1 } } },
      { a: 1, b: 0 },
      ['a: must be a string', 'b: must be at least 1'],
    ],
    [
      'through a reference',
      { $defs: { x: { minimum: 5 } }, properties: { a: { $ref: '#/$defs/x' } } },
      { a: 1 },
      ['a: must be at least 5'],
    ],
    [
      'a member by a strange name',
      { properties: { 'a/b~c%20#': { type: 'string' } } },
      { 'a/b~c%20#': 1 },
      ['a/b~c%20#: must be a string'],
    ],
  ])('%s', (_, schema, value, sentences) => {
    expect(said(schema, value)).toEqual(sentences);
  });
});

describe('a member that is wrong, or whose branch is, is a parameter all the same', () => {
  const schema = {
    properties: { a: { minimum: 1 } },
    oneOf: [
      { properties: { kind: { const: 'x' }, b: {} }, required: ['kind', 'b'] },
      { properties: { kind: { const: 'y' }, c: {} }, required: ['kind'] },
    ],
    unevaluatedProperties: false,
  };
  test.each<[string, unknown, readonly string[]]>([
    ['wrong', { kind: 'x', b: 1, a: 0 }, ['a: must be at least 1']],
    ['in a branch that fails', { kind: 'x' }, ['b: is required']],
    ['unknown beside it', { kind: 'x', z: 1 }, ['b: is required', 'z: is not a known property']],
    ['of another branch', { kind: 'x', b: 1, c: 1 }, ['c: is not a known property']],
  ])('%s', (_, value, sentences) => expect(said(schema, value)).toEqual(sentences));
});

describe('of a union the branch that fits best is explained', () => {
  test.each<[string, unknown, unknown, readonly string[]]>([
    [
      'one of several names',
      { anyOf: [{ required: ['url'] }, { required: ['id', 'key'] }] },
      {},
      [': needs url or id and key'],
    ],
    [
      'two names of which only one may be',
      { oneOf: [{ required: ['url'] }, { required: ['id'] }] },
      { url: 1, id: 1 },
      [': must have only one of: url, id'],
    ],
    ['types', { anyOf: [{ type: 'string' }, { type: 'array' }] }, 1, [': must be a string or an array']],
    [
      'by the type',
      { anyOf: [{ type: 'string', minLength: 2 }, { type: 'array' }] },
      'a',
      [': must have at least 2 characters, has 1'],
    ],
    ['by the constant', { oneOf: [cat, dog] }, { kind: 'dog' }, ['breed: is required']],
    ['by what is inside', { oneOf: [cat, dog] }, { kind: 'cat', lives: 'x' }, ['lives: must be an integer']],
    [
      'in a list',
      { items: { oneOf: [cat, dog] } },
      [{ kind: 'cat' }, { kind: 'dog', breed: 1 }],
      ['[1].breed: must be a string'],
    ],
    [
      'unions in unions',
      { anyOf: [{ type: 'null' }, { anyOf: [{ type: 'string', maxLength: 1 }, { type: 'number' }] }] },
      'ab',
      [': must have at most 1 character, has 2'],
    ],
    [
      'choices in several branches',
      { oneOf: [{ enum: ['a', 'b'] }, { type: 'string', const: 'c' }, { enum: ['d'] }] },
      'x',
      [': must be one of: a, b, c, d'],
    ],
    [
      'choices or a type',
      { anyOf: [{ type: 'integer' }, { const: 'max' }] },
      'x',
      [': must be an integer or max'],
    ],
    [
      'choices or an object',
      {
        oneOf: [
          { type: 'string', enum: ['Unit', 'Nil'] },
          { type: 'object', required: ['Circle'] },
        ],
      },
      'x',
      [': must be an object or one of: Unit, Nil'],
    ],
    [
      'choices in a union within',
      { anyOf: [{ oneOf: [{ enum: ['a', 'b'] }, { const: '' }] }, { enum: ['c'] }] },
      'x',
      [': must be one of: a, b, "", c'],
    ],
    ['choices or null', { anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] }, 'x', [': must be one of: a, b']],
    ['no known kind', { oneOf: [cat, dog] }, { kind: 'cow' }, ['kind: must be one of: cat, dog']],
    [
      'no known kind in a list',
      { items: { anyOf: [cat, dog, { type: 'object', properties: { kind: { enum: ['eel', 'ox'] } } }] } },
      [{ kind: 'cow' }],
      ['[0].kind: must be one of: cat, dog, eel, ox'],
    ],
    [
      'more than one that fits',
      { oneOf: [{ type: 'number' }, { type: 'integer' }] },
      1,
      [': matches 2 of the variants, must match exactly one'],
    ],
  ])('%s', (_, schema, value, sentences) => {
    expect(said(schema, value)).toEqual(sentences);
  });
});

test('a format is a hint, no problem', () => {
  expect(said({ format: 'email' }, 'no address')).toEqual([]);
  expect(said({ format: 'own-thing' }, 'x')).toEqual([]);
});
