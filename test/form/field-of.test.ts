import { describe, expect, test } from 'vitest';
import { compileSchema } from '../../src/form/compile.ts';
import type { Field } from '../../src/form/field.ts';
import { fieldOf } from '../../src/form/field-of.ts';
import { isGroup } from '../../src/form/place.ts';
import { constraintWords, defaultText, typeWord } from '../../src/form/sentence.ts';

/** The field of a schema, and its type in words. */
function read(schema: unknown): { readonly field: Field; readonly word: string } {
  const document = compileSchema(schema);
  const field = fieldOf(document, document.root);
  return { field, word: typeWord(document, field) };
}

const labels = (field: Field) =>
  'variants' in field
    ? field.variants.map(({ label }) => label)
    : 'options' in field
      ? field.options.map(({ label }) => label)
      : [];

describe('a schema becomes a field', () => {
  test.each<[string, unknown, Field['kind'], string]>([
    ['text', { type: 'string' }, 'text', 'string'],
    ['text of a format', { type: 'string', format: 'date-time' }, 'text', 'date-time'],
    ['number', { type: 'number' }, 'number', 'number'],
    ['integer', { type: 'integer' }, 'integer', 'integer'],
    ['integer or number', { type: ['integer', 'number'] }, 'number', 'number'],
    ['boolean', { type: 'boolean' }, 'boolean', 'boolean'],
    ['null', { type: 'null' }, 'choice', 'constant or null'],
    ['enum', { enum: ['a', 'b'] }, 'choice', 'one of 2'],
    ['const', { const: 1 }, 'choice', 'constant'],
    [
      'titled consts',
      {
        oneOf: [
          { const: 1, title: 'Low' },
          { const: 2, title: 'High' },
        ],
      },
      'choice',
      'one of 2',
    ],
    [
      'consts with null',
      { anyOf: [{ const: 1 }, { const: 2 }, { type: 'null' }] },
      'choice',
      'one of 3 or null',
    ],
    ['an empty enum', { enum: [] }, 'json', 'JSON'],
    ['list', { type: 'array', items: { type: 'string' } }, 'list', 'array of strings'],
    ['list of anything', { type: 'array' }, 'list', 'array'],
    ['list of lists', { items: { items: { type: 'number' } } }, 'list', 'array of arrays'],
    ['tuple', { type: 'array', prefixItems: [{}, {}] }, 'list', 'array of 2'],
    ['list of choices', { type: 'array', items: { enum: ['a', 'b'] } }, 'multi-choice', 'any of 2'],
    ['group', { type: 'object', properties: { a: {} } }, 'group', 'object'],
    ['group without a type', { properties: { a: {} } }, 'group', 'object'],
    ['map', { type: 'object', additionalProperties: { type: 'number' } }, 'map', 'map of numbers'],
    [
      'map by pattern',
      { type: 'object', patternProperties: { '^x': { type: 'boolean' } } },
      'map',
      'map of booleans',
    ],
    ['free-form object', { type: 'object' }, 'map', 'map'],
    ['an object that must be empty', { type: 'object', additionalProperties: false }, 'map', 'map'],
    ['anything', {}, 'any', 'any'],
    ['anything, described', { description: 'd', 'x-own': 1 }, 'any', 'any'],
    ['true', true, 'any', 'any'],
    ['false', false, 'json', 'JSON'],
    ['not anything', { not: {} }, 'json', 'JSON'],
    ['no common type', { allOf: [{ type: 'string' }, { type: 'number' }] }, 'json', 'JSON'],
    ['nullable text', { type: ['string', 'null'] }, 'text', 'string or null'],
    ['nullable by anyOf', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer', 'integer or null'],
    [
      'nullable beside a reference',
      { allOf: [{ $ref: '#/$defs/a' }], nullable: true, $defs: { a: { type: 'integer' } } },
      'integer',
      'integer or null',
    ],
    ['nullable by oneOf', { oneOf: [{ type: 'null' }, { enum: ['a', 'b'] }] }, 'choice', 'one of 3 or null'],
    ['several types', { type: ['string', 'number', 'null'] }, 'union', 'string or number or null'],
    [
      'text or list',
      { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      'union',
      'string or array of strings',
    ],
    ['choices or free text', { anyOf: [{ enum: ['a', 'b'] }, { type: 'string' }] }, 'text', 'string'],
    [
      'two patterns',
      {
        anyOf: [
          { type: 'string', pattern: 'a' },
          { type: 'string', pattern: 'b' },
        ],
      },
      'text',
      'string',
    ],
    [
      'choices, free text or number',
      { anyOf: [{ enum: ['a'] }, { type: 'string' }, { type: 'number' }] },
      'union',
      'string or number',
    ],
    [
      'kinds of objects',
      { oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
      'union',
      '2 variants',
    ],
    ['one that cannot be', { anyOf: [{ not: {} }, { type: 'string' }] }, 'text', 'string'],
    [
      'branches that only ask',
      { properties: { a: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      'group',
      'object',
    ],
    ['a reference', { $defs: { a: { type: 'boolean' } }, $ref: '#/$defs/a' }, 'boolean', 'boolean'],
    ['a reference to nothing', { $ref: '#/gone' }, 'any', 'any'],
    ['a reference to itself', { $ref: '#' }, 'any', 'any'],
    ['allOf', { allOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }, 'group', 'object'],
    ['guessed from minLength', { minLength: 1 }, 'text', 'string'],
    ['guessed from minimum', { minimum: 1 }, 'number', 'number'],
    ['guessed from uniqueItems', { uniqueItems: true }, 'list', 'array'],
  ])('%s', (_, schema, kind, expected) => {
    const { field, word } = read(schema);
    expect([field.kind, word]).toEqual([kind, expected]);
  });
});

describe('variants and options are named', () => {
  const kind = (name: string, more = {}) => ({ properties: { kind: { const: name }, ...more } });
  test.each<[string, unknown, readonly string[]]>([
    ['by their constant', { oneOf: [kind('cat'), kind('dog')] }, ['cat', 'dog']],
    [
      'by their title',
      {
        anyOf: [
          { title: 'Cat', properties: { a: {} } },
          { title: 'Dog', properties: { a: {} } },
        ],
      },
      ['Cat', 'Dog'],
    ],
    [
      'by the name they are referred to',
      {
        $defs: { Cat: { properties: { a: {} } }, Dog: { properties: { a: {} } } },
        oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }],
      },
      ['Cat', 'Dog'],
    ],
    [
      'by what only they require',
      {
        anyOf: [
          { properties: { a: {}, b: {} }, required: ['a'] },
          { properties: { a: {}, b: {} }, required: ['b'] },
        ],
      },
      ['a', 'b'],
    ],
    [
      'by what only they have',
      { anyOf: [{ properties: { a: {}, b: {} } }, { properties: { a: {}, c: {}, d: {} } }] },
      ['b', 'c, d'],
    ],
    [
      'by their type',
      { anyOf: [{ type: 'string' }, { items: { type: 'integer' } }] },
      ['string', 'array of integers'],
    ],
    [
      'by the values of few choices',
      { anyOf: [{ type: 'number' }, { enum: ['top', 'bottom'] }, { items: {} }] },
      ['number', 'top, bottom', 'array'],
    ],
    [
      'differently even when they are the same',
      {
        anyOf: [
          { type: 'object', title: 'X', properties: { a: {} } },
          { type: 'object', title: 'X', properties: { a: {} } },
        ],
      },
      ['X', 'X 2'],
    ],
    [
      'unions within unions in one row',
      { anyOf: [{ type: 'number' }, { anyOf: [{ type: 'string' }, { type: 'boolean' }] }] },
      ['number', 'string', 'boolean'],
    ],
    ['options by enumNames', { enum: ['a', 'b'], enumNames: ['Alpha', 'Beta'] }, ['Alpha', 'Beta']],
    ['options that are no text', { enum: [1, true, null, 'x', ''] }, ['1', 'true', 'null', 'x', '']],
  ])('%s', (_, schema, expected) => {
    expect(labels(read(schema).field)).toEqual(expected);
  });
});

describe('the properties of a group', () => {
  const names = (schema: unknown) => {
    const { field } = read(schema);
    return isGroup(field)
      ? field.properties.map(({ name, required }) => `${name}${required ? '*' : ''}`)
      : [];
  };
  test.each<[string, unknown, readonly string[]]>([
    [
      'required ones first, then in order',
      { properties: { a: {}, b: {}, c: {} }, required: ['c', 'b'] },
      ['b*', 'c*', 'a'],
    ],
    [
      'of allOf and references',
      {
        allOf: [{ properties: { a: {} }, required: ['a'] }, { $ref: '#/$defs/x' }],
        $defs: { x: { properties: { b: {} } } },
      },
      ['a*', 'b'],
    ],
    [
      'that only a condition names',
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      { properties: { a: {} }, if: {}, then: { properties: { b: {} } }, else: { properties: { c: {} } } },
      ['a', 'b', 'c'],
    ],
    [
      'that another brings along',
      { properties: { a: {} }, dependentSchemas: { a: { properties: { b: {} } } } },
      ['a', 'b'],
    ],
    [
      'that one of several conditions names',
      {
        properties: { a: {} },
        allOf: ['b', 'c', 'd'].map((name) => ({
          if: { properties: { a: { const: name } } },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
          then: { properties: { [name]: {} }, required: [name] },
        })),
      },
      ['a', 'b', 'c', 'd'],
    ],
    [
      'that one of several unions names',
      {
        properties: { a: {} },
        allOf: [
          { oneOf: [{ properties: { b: {} } }] },
          { oneOf: [{ properties: { c: {} } }, { properties: { d: {} } }] },
        ],
      },
      ['a', 'b', 'c', 'd'],
    ],
    [
      'that a condition asks for and nobody declares',
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      { properties: { a: {} }, if: {}, then: { required: ['b'] }, dependentRequired: { a: ['c'] } },
      ['a', 'b', 'c'],
    ],
    [
      'but not where there must be none',
      { properties: { a: {} }, dependentRequired: { a: ['c'] }, additionalProperties: false },
      ['a'],
    ],
    ['required but nowhere declared', { properties: { a: {} }, required: ['x'] }, ['x*', 'a']],
    ['that must not be are not offered', { properties: { a: {}, b: false, c: { not: {} } } }, ['a']],
    [
      'with the names of an object’s own methods',
      JSON.parse('{"properties": {"__proto__": {}, "constructor": {}, "": {}}, "required": ["toString"]}'),
      ['toString*', '__proto__', 'constructor', ''],
    ],
  ])('%s', (_, schema, expected) => {
    expect(names(schema)).toEqual(expected);
  });
});

describe('what several conditions say of a property', () => {
  test.each<[string, readonly unknown[], string]>([
    ['two types', [{ type: 'integer' }, { type: 'string' }], 'integer or string'],
    [
      'one type',
      [
        { type: 'integer', minimum: 1 },
        { type: 'integer', maximum: 9 },
      ],
      'integer',
    ],
    ['the same choices', [{ enum: ['x', 'y'] }, { enum: ['x', 'y'] }], 'one of 2'],
    ['other choices', [{ enum: ['x', 'y'] }, { enum: ['z'] }], 'one of 3'],
    ['what must not be', [{ enum: ['x', 'y'] }, false], 'one of 2'],
  ])('%s', (_, said, word) => {
    const document = compileSchema({
      properties: { kind: { enum: said.map((_one, at) => at) } },
      allOf: said.map((value, at) => ({
        if: { properties: { kind: { const: at } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
        then: { properties: { value } },
      })),
    });
    const field = fieldOf(document, document.root);
    const node = isGroup(field) ? field.properties.find(({ name }) => name === 'value')?.node : undefined;
    expect(typeWord(document, fieldOf(document, node ?? {}))).toBe(word);
  });
});

describe('constraints in words', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['none', { type: 'string' }, []],
    ['both bounds', { minimum: 1, maximum: 10 }, ['1 to 10']],
    ['one bound', { minimum: 0 }, ['at least 0']],
    ['bounds that say nothing', { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, []],
    ['half of them', { minimum: Number.MIN_SAFE_INTEGER, maximum: 5 }, ['at most 5']],
    ['an exclusive bound', { exclusiveMinimum: 0, multipleOf: 5 }, ['more than 0', 'a multiple of 5']],
    ['length', { minLength: 1, maxLength: 80, pattern: '^a' }, ['1 to 80 characters', 'matches ^a']],
    ['exact length', { minLength: 3, maxLength: 3, format: 'uuid' }, ['exactly 3 characters', 'format uuid']],
    ['items', { minItems: 1, uniqueItems: true }, ['at least 1 item', 'no duplicates']],
    ['a least of nothing', { minItems: 0, minLength: 0 }, []],
    ['the header', { 'x-mcp-header': 'Region' }, ['sent as the header Mcp-Param-Region']],
  ])('%s', (_, schema, words) => {
    expect(constraintWords(read(schema).field.schema)).toEqual(words);
  });

  test.each([
    [{ default: 'x' }, 'x'],
    [{ default: '' }, '""'],
    [{ default: 20 }, '20'],
    [{ default: null }, 'null'],
    [{ default: ['a'] }, '["a"]'],
    [{}, undefined],
  ])('the default of %j', (schema, text) => {
    expect(defaultText(read(schema).field.schema)).toBe(text);
  });
});

test('what is said beside a reference comes first', () => {
  const { field } = read({
    $ref: '#/$defs/a',
    description: 'here',
    $defs: { a: { type: 'string', title: 'There', description: 'there' } },
  });
  expect(field.schema).toMatchObject({ description: 'here', title: 'There' });
});
