import { describe, expect, it } from 'vitest';
import { compileSchema } from '../../src/form/compile.ts';
import { commonTypes, flatten } from '../../src/form/merge.ts';
import type { TypeName } from '../../src/form/schema.ts';

const flattened = (...parts: readonly object[]): unknown => {
  const document = compileSchema({ allOf: parts });
  return flatten(document, document.root);
};

describe('flatten makes one schema of an allOf', () => {
  it.each([
    ['the larger minimum', { minimum: 1 }, { minimum: 3 }, { minimum: 3 }],
    ['the smaller maximum', { maximum: 1 }, { maximum: 3 }, { maximum: 1 }],
    [
      'the narrower exclusive bounds',
      { exclusiveMinimum: 1, exclusiveMaximum: 9 },
      { exclusiveMinimum: 3, exclusiveMaximum: 7 },
      { exclusiveMinimum: 3, exclusiveMaximum: 7 },
    ],
    [
      'the narrower lengths',
      { minLength: 2, maxLength: 5 },
      { minLength: 1, maxLength: 9 },
      { minLength: 2, maxLength: 5 },
    ],
    [
      'the narrower numbers of items',
      { minItems: 2, maxItems: 9 },
      { minItems: 3, maxItems: 5 },
      { minItems: 3, maxItems: 5 },
    ],
    [
      'the narrower numbers of properties',
      { minProperties: 2, maxProperties: 9 },
      { minProperties: 3, maxProperties: 5 },
      { minProperties: 3, maxProperties: 5 },
    ],
    ['a bound of one of them', { minimum: 1 }, { maximum: 3 }, { minimum: 1, maximum: 3 }],
    ['the common choices', { enum: [1, 2, 3] }, { enum: [3, 4, 2] }, { enum: [2, 3] }],
    [
      'the common choices that are objects',
      { enum: [null, { a: 1, b: [2] }, '1', 1] },
      { enum: [{ b: [2], a: 1 }, 1, 'null'] },
      { enum: [{ a: 1, b: [2] }, 1] },
    ],
    [
      'all that is required',
      { required: ['a', 'b'] },
      { required: ['b', 'c'] },
      { required: ['a', 'b', 'c'] },
    ],
    ['the common type', { type: 'integer' }, { type: 'number' }, { type: ['integer'] }],
  ])('with %s', (_, one, other, merged) => {
    expect(flattened(one, other)).toEqual(merged);
  });
});

it.each<[readonly TypeName[] | undefined, readonly TypeName[] | undefined, readonly TypeName[] | undefined]>([
  [undefined, undefined, undefined],
  [['string'], undefined, ['string']],
  [undefined, ['string'], ['string']],
  [['string', 'null'], ['null', 'array'], ['null']],
  [['string'], ['number'], []],
  [['integer'], ['number', 'string'], ['integer']],
  [
    ['number', 'string'],
    ['integer', 'string'],
    ['string', 'integer'],
  ],
  [['number'], ['integer', 'number'], ['number']],
])('the types of %j and %j are %j', (one, other, common) => {
  expect(commonTypes(one, other)).toEqual(common);
});
