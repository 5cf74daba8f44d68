import { describe, expect, it } from 'vitest';
import type { SchemaTrait } from '../../src/clients/client.ts';
import { hasLookaround } from '../../src/clients/lookaround.ts';
import { mixedActions } from '../../src/clients/mixed-actions.ts';
import { traitPointer, traitsOf } from '../../src/clients/schema-traits.ts';

/** An object with one parameter. */
const of = (property: unknown) => ({ type: 'object', properties: { a: property }, required: ['a'] });

/** Where traits are, without those that most schemas have. */
const found = (schema: unknown, ...without: readonly SchemaTrait[]) =>
  Object.fromEntries(
    [...traitsOf(schema)]
      .filter(([trait]) => ![...without, 'open object', 'optional parameter'].includes(trait))
      .map(([trait, place]) => [trait, `${traitPointer(place)} ${place.count}`]),
  );

describe('traitsOf', () => {
  it.each<[string, unknown, Record<string, string>]>([
    ['nothing odd', of({ type: 'string' }), {}],
    ['a union at the root', { ...of({}), anyOf: [{ required: ['a'] }] }, { 'root union': '/anyOf 1' }],
    ['two of them', { ...of({}), oneOf: [], allOf: [] }, { 'root union': '/oneOf 2' }],
    ['a union further within', of({ anyOf: [{ type: 'string' }] }), {}],
    ['a condition at the root', { ...of({}), if: {}, else: {} }, {}],
    ['a keyword that is none', { ...of({}), anyOf: 'a' }, {}],
    ['no type at the root', { properties: {} }, { 'root is not an object': ' 1' }],
    ['an array as root', { type: 'array', items: {} }, { 'root is not an object': ' 1' }],
    [
      'a list of types at the root',
      { type: ['object'], properties: {} },
      {
        'root is not an object': ' 1',
        'list of types': ' 1',
      },
    ],
    ['an array without items', of({ type: 'array' }), { 'array without items': '/properties/a 1' }],
    ['an array of anything', of({ type: 'array', items: true }), {}],
    ['an array of nothing', of({ type: 'array', items: {} }), {}],
    ['a tuple', of({ type: 'array', prefixItems: [{}] }), { 'array without items': '/properties/a 1' }],
    [
      'an array or null',
      of({ type: ['array', 'null'] }),
      {
        'array without items': '/properties/a 1',
        'list of types': '/properties/a 1',
      },
    ],
    [
      'a tuple of an older draft',
      of({ type: 'array', items: [{ type: 'string' }] }),
      { 'array without items': '/properties/a 1' },
    ],
    ['a tuple with more', of({ type: 'array', prefixItems: [{}], items: {} }), {}],
    [
      'arrays in arrays',
      of({ type: 'array', items: { type: 'array' } }),
      {
        'array without items': '/properties/a/items 1',
      },
    ],
    [
      'an array in $defs',
      { ...of({ $ref: '#/$defs/x' }), $defs: { x: { type: 'array' } } },
      {
        'array without items': '/$defs/x 1',
      },
    ],
    [
      'an array in a variant',
      of({ oneOf: [{ type: 'array' }, { type: 'array' }] }),
      {
        'array without items': '/properties/a/oneOf/0 2',
      },
    ],
    ['a default that looks like a schema', of({ default: { type: 'array' }, enum: [{ type: 'array' }] }), {}],
    ['a parameter called items', { type: 'object', properties: { items: { type: 'array', items: {} } } }, {}],
    [
      'a name to be escaped',
      { type: 'object', properties: { 'a/b~': { type: 'array' } } },
      {
        'array without items': '/properties/a~1b~0 1',
      },
    ],
    ['no properties', { type: 'object' }, { 'object without properties': ' 1' }],
    ['no properties further within', of({ type: 'object' }), {}],
    ['properties that are empty', { type: 'object', properties: {} }, {}],
    ['one type in a list', of({ type: ['string'] }), { 'list of types': '/properties/a 1' }],
    ['lookahead', of({ type: 'string', pattern: '^(?=.*a)' }), { lookaround: '/properties/a 1' }],
    ['lookaround in a name', { ...of({}), patternProperties: { '^(?!x)': {} } }, { lookaround: ' 1' }],
    ['a parameter called pattern', of({ type: 'object', properties: { pattern: { type: 'string' } } }), {}],
    [
      'a union in items',
      of({ type: 'array', items: { anyOf: [] } }),
      { 'union in items': '/properties/a 1' },
    ],
    ['members that are closed', { ...of({}), additionalProperties: false }, { additionalProperties: ' 1' }],
  ])('%s', (_, schema, traits) => {
    expect(found(schema)).toEqual(traits);
  });

  it.each([undefined, null, 3, 'object', [], [{ type: 'array' }]])('takes %j for nothing', (schema) => {
    expect(traitsOf(schema).size).toBe(0);
  });

  it('comes to an end in a schema that holds itself, and in one that is very deep', () => {
    const recursive = of({ $ref: '#' });
    expect(found({ ...recursive, $defs: { x: { items: { $ref: '#/$defs/x' } } } })).toEqual({});
    let deep: object = { type: 'array' };
    for (let level = 0; level < 20_000; level += 1) deep = { type: 'array', items: deep };
    expect(traitsOf(of(deep)).size).toBeGreaterThan(0);
  });

  it('knows a parameter that may be left out, and an object that takes others', () => {
    const traits = traitsOf({ type: 'object', properties: { a: {}, b: {} }, required: 'a' });
    expect([...traits.keys()]).toEqual(['optional parameter', 'open object']);
  });
});

describe('hasLookaround', () => {
  it.each([
    ['^(?=.*[0-9])', true],
    ['(?!undefined$)', true],
    ['(?<=a)b', true],
    ['(?<!a)b', true],
    ['a(b(?=c))', true],
    ['\\\\(?=a)', true],
    ['[a](?!b)', true],
    ['(?:a|b)', false],
    ['(?<name>a)', false],
    ['\\(\\?=', false],
    ['\\(?=a', false],
    ['[(?=]', false],
    ['[\\](?!]', false],
    ['[a(?<!b]c', false],
    ['', false],
    ['(?', false],
  ])('%s: %s', (pattern, looks) => {
    expect(hasLookaround(pattern)).toBe(looks);
  });
});

describe('mixedActions', () => {
  const choice = (name: string, ...choices: readonly unknown[]) => ({
    properties: { [name]: { enum: choices } },
  });
  it.each<[string, unknown, readonly string[] | undefined]>([
    ['reads and writes', choice('action', 'list', 'delete'), ['action', 'list', 'delete']],
    ['methods of HTTP', choice('method', 'GET', 'POST'), ['method', 'GET', 'POST']],
    ['words put together', choice('op', 'listOrders', 'create_order'), ['op', 'listOrders', 'create_order']],
    ['reads alone', choice('view', 'list', 'get'), undefined],
    ['writes alone', choice('action', 'create', 'delete'), undefined],
    ['fields that are no verbs', choice('field', 'status', 'name', 'close', 'owner', 'age'), undefined],
    ['no text', choice('action', 1, null, {}), undefined],
    ['no properties', {}, undefined],
    ['no schema', 'x', undefined],
  ])('%s', (_, schema, mixed) => {
    expect(mixedActions(schema)).toEqual(mixed);
  });
});
