import { describe, expect, it } from 'vitest';
import { SURFACE } from '../../src/check/families/surface/surface.ts';
import { valueAt } from '../../src/json/path.ts';
import { subjectOf } from '../support/check-subject.ts';

/** Properties of the input schema of one tool, and what must be said: rule, path below the schema, part of the message. */
const SCHEMAS: readonly (readonly [string, object, readonly (readonly [string, string, string])[]])[] = [
  ['a default that fits', { properties: { size: { type: 'integer', default: 5 } } }, []],
  [
    'a default of null',
    { properties: { size: { type: 'integer', default: null } } },
    [['default-refused', '/properties/size/default', 'the default null of size']],
  ],
  ['null that is allowed', { properties: { size: { type: ['integer', 'null'], default: null } } }, []],
  [
    'null as OpenAPI allows it',
    { properties: { size: { type: 'integer', nullable: true, default: null } } },
    [],
  ],
  [
    'null of an object',
    { properties: { filter: { type: 'object', default: null } } },
    [['default-refused', '/properties/filter/default', 'must be an object']],
  ],
  [
    'a default above its bound, deep inside',
    {
      properties: {
        page: { type: 'object', properties: { size: { type: 'number', maximum: 10, default: 11 } } },
      },
    },
    [['default-refused', '/properties/page/properties/size/default', 'of page.size']],
  ],
  [
    'a default of a definition',
    { properties: { at: { $ref: '#/$defs/At', default: 'x' } }, $defs: { At: { enum: ['a', 'b'] } } },
    [['default-refused', '/properties/at/default', 'the default "x" of at']],
  ],
  [
    'a default in a branch',
    { properties: { at: { anyOf: [{ type: 'string', maxLength: 1, default: 'ab' }, { type: 'null' }] } } },
    [['default-refused', '/properties/at/anyOf/0/default', 'the default "ab" of at']],
  ],
  [
    'a default with a pattern that it meets',
    { properties: { a: { type: 'string', pattern: '^a', default: 'ab' } } },
    [],
  ],
  ['a format is a hint', { properties: { a: { type: 'string', format: 'email', default: 'x' } } }, []],
  ['a property called default', { properties: { default: { type: 'integer' } }, required: ['default'] }, []],
  [
    'a choice of another type',
    { properties: { mode: { type: 'string', enum: ['a', 1] } } },
    [['choice-refused', '/properties/mode/enum/1', 'the choice 1 of mode']],
  ],
  ['choices without a type', { properties: { mode: { enum: ['a', 1, null] } } }, []],
  ['whole numbers as numbers', { properties: { mode: { type: 'number', enum: [1, 2.5] } } }, []],
  [
    'an example in the items of a list',
    { properties: { ids: { type: 'array', items: { type: 'string', minLength: 3, examples: ['ab'] } } } },
    [['example-refused', '/properties/ids/items/examples/0', 'the example "ab" of ids[]']],
  ],
  [
    'a required name that is not described',
    { properties: { a: {} }, required: ['a', 'b', 'c'] },
    [['required-unknown', '/required', 'b, c are required, but no properties describe them']],
  ],
  [
    'one in an object inside',
    { properties: { a: { type: 'object', properties: {}, required: ['b'] } } },
    [['required-unknown', '/properties/a/required', 'b is required, but no property describes it']],
  ],
  ['one that a branch describes', { required: ['b'], allOf: [{ properties: { b: {} } }] }, []],
  [
    'one of a branch, described around it',
    { properties: { b: {}, c: {} }, anyOf: [{ required: ['b'] }, { required: ['c'] }] },
    [],
  ],
  ['one of a condition', { properties: { b: {} }, if: { required: ['b'] }, else: { required: ['x'] } }, []],
  [
    'one that additionalProperties describe',
    { required: ['b'], additionalProperties: { type: 'string' } },
    [],
  ],
  [
    'a definition that is not there',
    { properties: { at: { $ref: '#/$defs/Place' } } },
    [['ref-to-nowhere', '/properties/at/$ref', 'of at leads nowhere']],
  ],
  [
    'a schema of elsewhere',
    { properties: { at: { $ref: 'https://example.com/place.json' } } },
    [['ref-to-nowhere', '/properties/at/$ref', 'leads out of the schema']],
  ],
  ['a reference to itself', { properties: { child: { $ref: '#' } } }, []],
  [
    'an anchor',
    { properties: { at: { $ref: '#place' } }, $defs: { P: { $anchor: 'place', type: 'string' } } },
    [],
  ],
  ['a property called $ref', { properties: { $ref: { type: 'string' } } }, []],
];

describe('schemas', () => {
  it.each(SCHEMAS)('%s', (_, schema, wanted) => {
    const inputSchema = { type: 'object', ...schema };
    const found = SURFACE.find(subjectOf({ tools: [{ name: 't', inputSchema }] }));
    expect(found.map(({ rule, path }) => [rule, path])).toEqual(
      wanted.map(([rule, path]) => [`surface/${rule}`, `/inputSchema${path}`]),
    );
    for (const [at, { message, path }] of found.entries()) {
      expect(message).toContain(wanted[at]?.[2]);
      expect(valueAt({ inputSchema }, path)).not.toBe(undefined);
    }
  });

  it('a required name that nothing describes is an error where no others are allowed', () => {
    const inputSchema = { type: 'object', properties: {}, required: ['a'], additionalProperties: false };
    const [found] = SURFACE.find(subjectOf({ tools: [{ name: 't', inputSchema }] }));
    expect(found).toMatchObject({ level: 'error', message: expect.stringContaining('no call is valid') });
  });
});

/** Names of tools, and who gives them one name. */
const NAMES: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['apart', ['list_orders', 'get_order'], []],
  ['a case apart', ['list_orders', 'List_orders'], []],
  ['a sign apart', ['list.orders', 'list_orders'], ['claude-code']],
  ['apart only at their ends', [`${'a'.repeat(80)}1`, `${'a'.repeat(80)}2`], ['zed']],
];

describe('names', () => {
  it.each(NAMES)('%s', (_, names, clients) => {
    const tools = names.map((name) => ({ name, inputSchema: { type: 'object' } }));
    const found = SURFACE.find(subjectOf({ tools }));
    for (const one of clients) expect(found.map(({ client }) => client)).toContain(one);
    if (clients.length === 0) expect(found).toEqual([]);
    for (const { rule, source, message } of found) {
      expect([rule, typeof source]).toEqual(['surface/same-name', 'string']);
      expect(message).toContain('the same name');
    }
  });

  it('are told once of each that is there again', () => {
    const tools = ['a_b', 'a_b', 'a_b'].map((name) => ({ name, inputSchema: { type: 'object' } }));
    expect(SURFACE.find(subjectOf({ tools })).map(({ rule }) => rule)).toEqual([
      'surface/name-twice',
      'surface/name-twice',
    ]);
  });
});

/** Templates, with what is said. */
const TEMPLATES: readonly (readonly [string, string | undefined])[] = [
  ['shop://{+base}/orders{/id}{?page,sort*}{&x:3}{#part}', undefined],
  ['shop://{order-id}', undefined],
  ['shop://{id', 'a { has no }'],
  ['shop://id}', 'a } has no {'],
  ['shop://{}', '{} is not an expression'],
  ['shop://{order id}', '{order id} is not an expression'],
  ['shop://{id:0}', '{id:0} is not an expression'],
  ['shop://{!id}', '{!id} is not an expression'],
  ['shop://{a,,b}', '{a,,b} is not an expression'],
  ['shop://{{id}}', 'use single braces'],
  ['shop://orders/:id', ':id is not one'],
  ['shop://orders/<id>', '<id is not one'],
  ['shop://orders', 'has no variable'],
];

describe('templates', () => {
  it.each(TEMPLATES)('%s', (uriTemplate, says) => {
    const found = SURFACE.find(subjectOf({ resourceTemplates: [{ name: 'order', uriTemplate }] }));
    if (says === undefined) expect(found).toEqual([]);
    else expect(found.map(({ message }) => message)).toEqual([expect.stringContaining(says)]);
  });
});

describe('results', () => {
  const tools = [
    {
      name: 't',
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    },
  ];
  const said = (...results: readonly object[]) =>
    SURFACE.find(subjectOf({ tools }, results)).map(({ message, seq }) => [message, seq]);

  it('that are not as the outputSchema says are told of where none is', () => {
    expect(said({ content: [] })).toEqual([
      ['the only result so far of t does not meet its outputSchema: it has no structuredContent', 1],
    ]);
    expect(said({ structuredContent: {} }, { structuredContent: { n: '1' } })).toEqual([
      ['none of 2 results of t meets its outputSchema: n must be a number', 2],
    ]);
    expect(said({ structuredContent: {} }, { structuredContent: { n: 1 } })).toEqual([]);
    expect(said({ isError: true, content: [] })).toEqual([]);
    expect(said()).toEqual([]);
  });
});
