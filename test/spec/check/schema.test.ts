import { describe, expect, it } from 'vitest';
import { schemaFaults } from '../../../src/spec/check/schema.ts';

describe('the inside of a schema', () => {
  it.each([
    [{ properties: { a: true, b: { type: ['string', 'null'] }, c: { $ref: '#' } } }, []],
    [{ $defs: { 'a/b': {} }, properties: { a: { $ref: '#/$defs/a~1b' } } }, []],
    [{ $defs: { a: { $id: 'a', items: { $ref: '#/$defs/b' }, $defs: { b: {} } } } }, []],
    [
      { $defs: { a: { $id: 'a', $defs: { b: {} } }, c: { $ref: '#/$defs/b' } } },
      ['s.$defs.c.$ref is "#/$defs/b", which leads nowhere'],
    ],
    [{ properties: { a: { $ref: '#anchor' }, b: { $ref: 'https://x.y/z' } } }, []],
    [
      { properties: { a: { type: 'nope' } } },
      ['s.properties.a.type is "nope", which JSON Schema does not know'],
    ],
    [
      { items: [{ anyOf: [{}, { type: 7 }] }] },
      ['s.items[0].anyOf[1].type is 7, which JSON Schema does not know'],
    ],
    [{ properties: { a: { $ref: '#/nope' } } }, ['s.properties.a.$ref is "#/nope", which leads nowhere']],
    [{ additionalProperties: { $ref: 3 } }, ['s.additionalProperties.$ref is a number; it must be a string']],
    [
      { properties: { a: { required: true }, b: { required: ['x', 1] } } },
      [
        's.properties.a.required is true; it must be a list of names',
        's.properties.b.required is ["x",1]; it must be a list of names',
      ],
    ],
    [{ properties: { required: { type: 'string' }, enum: { type: 'string' }, properties: {} } }, []],
    [{ items: { properties: ['a'] } }, ['s.items.properties is an array; it must be an object']],
    [
      { properties: { a: { enum: 'x' }, b: { enum: [] } } },
      [
        's.properties.a.enum is a string; it must be a list of values',
        's.properties.b.enum is an empty list, so no value is valid',
      ],
    ],
    [
      { items: { minLength: 3, maxLength: 2 } },
      ['s.items.minLength is 3 and maxLength is 2, so no value is valid'],
    ],
    [{ items: { minimum: 2, maximum: 2 } }, []],
    [
      {
        properties: { a: { type: 'object', propertyNames: { type: 'string' }, additionalProperties: false } },
      },
      [
        's.properties.a names its properties by propertyNames, but additionalProperties is false: only {} is valid',
      ],
    ],
    [{ properties: { a: { type: 'object', additionalProperties: false } } }, []],
    [
      {
        properties: {
          a: { properties: { b: {} }, propertyNames: { minLength: 1 }, additionalProperties: false },
        },
      },
      [],
    ],
    [{ properties: { a: null } }, ['s.properties.a is null; it must be a schema']],
    [{ properties: { a: { pattern: '^\\p{L}+$' }, b: { pattern: '' } } }, []],
    [
      { properties: { a: { pattern: '(?i)yes' }, b: { pattern: 'a\\Z' }, c: { pattern: 7 } } },
      [
        's.properties.a.pattern is "(?i)yes", which is not a valid JavaScript pattern: validators refuse the schema',
        's.properties.b.pattern is "a\\\\Z", which is not a valid JavaScript pattern: validators refuse the schema',
        's.properties.c.pattern is 7; it must be text',
      ],
    ],
    [
      { patternProperties: { '^[[:alpha:]]+$': {} } },
      [
        's.patternProperties has "^[[:alpha:]]+$", which is not a valid JavaScript pattern: validators refuse the schema',
      ],
    ],
    [
      {
        properties: { a: { minLength: -1 }, b: { maxItems: 1.5 }, c: { minimum: '1' }, d: { multipleOf: 0 } },
      },
      [
        's.properties.a.minLength is -1; it must be a whole number, 0 or more',
        's.properties.b.maxItems is 1.5; it must be a whole number, 0 or more',
        's.properties.c.minimum is "1"; it must be a number',
        's.properties.d.multipleOf is 0; it must be a number above 0',
      ],
    ],
    [{ items: { exclusiveMinimum: true, minimum: 1 } }, []],
    [{ properties: { minimum: { type: 'number' }, pattern: { type: 'string' } } }, []],
    [{ required: ['a', 'b', 'a'] }, ['s.required has "a" twice']],
  ])('%j', (schema, faults) => expect(schemaFaults('s', schema).map(({ says }) => says)).toEqual(faults));

  it('may have any depth and width', () => {
    let deep: object = { type: 'nope' };
    for (let level = 0; level < 1_000; level += 1) deep = { items: deep };
    expect(schemaFaults('s', deep as Record<string, unknown>)).toEqual([]);
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`p${at}`, { type: 'nope' }]));
    expect(schemaFaults('s', { properties: wide })).toHaveLength(5);
  });
});
