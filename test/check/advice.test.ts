import { describe, expect, it } from 'vitest';
import { ADVICE } from '../../src/check/families/advice/advice.ts';
import { valueAt } from '../../src/json/path.ts';
import { subjectOf } from '../support/check-subject.ts';

/** What is said of tools: rules with their items, in order. */
const said = (...tools: readonly object[]) =>
  ADVICE.find(subjectOf({ tools })).map(({ rule, item }) => `${rule.replace('advice/', '')} ${item}`);

const DESCRIPTION = 'Does one of many things with an order of the shop, and says what came of it.';
const tool = (name: string, properties: object = {}, more: object = {}) => ({
  name,
  description: `${DESCRIPTION} ${name}`,
  inputSchema: { type: 'object', properties, ...more },
});

/** Descriptions of `list_orders`, and the rule that they meet. */
const DESCRIPTIONS: readonly (readonly [string, string | undefined])[] = [
  ['', 'no-description'],
  ['  \n', 'no-description'],
  ['List orders', 'repeats-name'],
  ['Lists all of the orders.', 'repeats-name'],
  ['This tool lists orders', 'repeats-name'],
  ['list_orders', 'repeats-name'],
  ['listOrders.', 'repeats-name'],
  ['Listing of an order', 'repeats-name'],
  ['Lists orders of one customer, newest first.', undefined],
  ['Orders of a customer', undefined],
];

describe('descriptions', () => {
  it.each(DESCRIPTIONS)('"%s"', (description, rule) => {
    const found = said({ ...tool('list_orders'), description });
    expect(found).toEqual(rule === undefined ? [] : [`${rule} tool:list_orders`]);
  });

  it('that are the same are told of each tool', () => {
    const tools = ['get_order', 'find_invoice'].map((name) => ({ ...tool(name), description: DESCRIPTION }));
    expect(said(...tools)).toEqual(['same-description tool:get_order', 'same-description tool:find_invoice']);
  });

  it('that are short are told of where another tool is about the same', () => {
    const short = { ...tool('find_order'), description: 'Finds an open order' };
    expect(said(short)).toEqual([]);
    expect(said(short, tool('get_order'))).toEqual(['short-description tool:find_order']);
  });

  it('of prompts and their arguments', () => {
    const prompts = [{ name: 'p', arguments: [{ name: 'a', description: 'An order.' }, { name: 'b' }] }];
    expect(ADVICE.find(subjectOf({ prompts })).map(({ rule, level, path }) => [rule, level, path])).toEqual([
      ['advice/no-description', 'note', ''],
      ['advice/parameter-undescribed', 'note', '/arguments/1'],
    ]);
  });
});

const number = { type: 'integer', description: 'How many.' };
const choice = { type: 'string', enum: ['a', 'b'], description: 'Which.' };
const text = (description: string) => ({ type: 'string', description });

/** Properties of a tool, whether something is said of them, and which names. */
const PARAMETERS: readonly (readonly [string, object, readonly [rule: string, says: string] | undefined])[] =
  [
    ['one letter', { n: text('A name.') }, ['one-letter', 'n is']],
    ['coordinates', { x: text('Across.'), y: text('Down.') }, undefined],
    ['x without y', { x: text('Across.') }, ['one-letter', 'x is']],
    [
      'no description',
      { a1: { type: 'string' }, b1: { type: 'number' } },
      ['parameter-undescribed', 'a1, b1 have'],
    ],
    [
      'a title is no description',
      { a1: { type: 'string', title: 'A' } },
      ['parameter-undescribed', 'a1 has'],
    ],
    [
      'no description inside',
      { rows: { type: 'array', description: 'Rows.', items: { type: 'object', properties: { of: {} } } } },
      ['parameter-undescribed', 'rows[].of has'],
    ],
    ['a description in a branch', { a1: { anyOf: [text('It.'), { type: 'null' }] } }, undefined],
    ['a constant', { kind: { const: 'a' } }, undefined],
    ['a limit', { limit: number }, ['no-bounds', 'limit is']],
    [
      'a limit that may be null',
      { maxResults: { ...number, type: ['integer', 'null'] } },
      ['no-bounds', 'maxResults is'],
    ],
    [
      'a limit in a branch',
      { page_size: { anyOf: [number, { type: 'null' }] } },
      ['no-bounds', 'page_size is'],
    ],
    ['a limit with a bound', { limit: { ...number, maximum: 100 } }, undefined],
    ['a limit above 0', { limit: { ...number, exclusiveMinimum: 0 } }, undefined],
    [
      'a limit with the bounds of whole numbers',
      { limit: { ...number, minimum: -9007199254740991, maximum: 9007199254740991 } },
      ['no-bounds', 'limit is'],
    ],
    ['a limit of a few', { limit: { ...number, enum: [10, 100], default: 10 } }, undefined],
    ['a limit as text', { limit: text('How many.') }, undefined],
    ['a timeout with its unit', { timeoutInSeconds: number }, ['no-bounds', 'timeoutInSeconds is']],
    ['a count of things', { number_of_results: number }, ['no-bounds', 'number_of_results is']],
    ['the id of a page', { pageId: number }, undefined],
    ['a price', { max_price: number }, undefined],
    ['an amount', { amount: number }, undefined],
    ['a choice', { sort: choice }, ['no-default', 'sort is']],
    ['a choice with a default', { sort: { ...choice, default: 'a' } }, undefined],
    ['a choice that may be null', { sort: { anyOf: [choice, { type: 'null' }] } }, undefined],
    ['a choice of one', { sort: { ...choice, enum: ['a'] } }, undefined],
    ['a choice that is explained', { sort: { ...choice, description: 'Defaults to a.' } }, undefined],
    ['choices of a list', { kinds: { type: 'array', items: choice, description: 'Which.' } }, undefined],
  ];

describe('parameters', () => {
  it.each(PARAMETERS)('%s', (_, properties, wanted) => {
    const given = tool('list_orders', properties);
    const found = ADVICE.find(subjectOf({ tools: [given] }));
    expect(found.map((one) => one.rule)).toEqual(wanted === undefined ? [] : [`advice/${wanted[0]}`]);
    for (const { message, path } of found) {
      expect(message).toContain(wanted?.[1]);
      expect(valueAt(given, path)).not.toBe(undefined);
    }
  });

  it('that are required need no default', () => {
    expect(said(tool('list_orders', { sort: choice }, { required: ['sort'] }))).toEqual([]);
  });
});

/** Descriptions of a parameter of any text, with the choices that they list. */
const CHOICES: readonly (readonly [string, string | undefined])[] = [
  ['One of: open, closed, merged.', 'open, closed, merged'],
  ['State, one of open, closed or merged', 'open, closed, merged'],
  ['Allowed values: asc, desc', 'asc, desc'],
  ['Valid options are `asc` and `desc`.', 'asc, desc'],
  ["The order ('asc' or 'desc')", 'asc, desc'],
  ['The order: "asc" | "desc" | "none"', 'asc, desc, none'],
  ['The order (asc|desc)', 'asc, desc'],
  ['Either asc or desc.', 'asc, desc'],
  ['Possible values: low, medium, high (no others)', 'low, medium, high'],
  ['State of the order (open, closed, merged)', 'open, closed, merged'],
  ['State: open, closed or merged.', 'open, closed, merged'],
  ['open or closed', 'open, closed'],
  ['State (e.g. open, closed)', undefined],
  ['State, open or not', undefined],
  ['State of the order: what the shop calls it, or its number', undefined],
  ['One of my orders, newest first.', undefined],
  ['One of the names, or a number', undefined],
  ['A city, such as "Rome" or "Oslo"', undefined],
  ['A city (e.g. "Rome", "Oslo" or "Bonn")', undefined],
  ['One of: open, closed, etc.', undefined],
  ['Either the name or the id.', undefined],
  ['Words that the order must hold, and/or a number', undefined],
  ['Number of the customer, as in the shop.', undefined],
  ['A path such as a/b/c', undefined],
  ['Required for "open" or "close".', undefined],
  ['An id from "list_items" or "add_item".', undefined],
  ['Set to "open" or "closed".', 'open, closed'],
  ['Wildcards are "*" or "?".', undefined],
  ['Use "me" or "self" for the one who asks', undefined],
  ['Either path or url.', undefined],
  ['One of owner or team must be given', undefined],
];

describe('choices in words', () => {
  it.each(CHOICES)('%s', (description, wanted) => {
    const found = ADVICE.find(subjectOf({ tools: [tool('list_orders', { state: text(description) })] }));
    expect(found.map(({ message }) => message)).toEqual(
      wanted === undefined ? [] : [`state takes any text, but its description lists the choices: ${wanted}`],
    );
  });

  it('are not looked for where the schema knows them', () => {
    const state = { ...text('One of: open, closed.'), enum: ['open', 'closed'], default: 'open' };
    expect(
      said(tool('list_orders', { state, kind: { ...text('One of: a, b'), pattern: '^[ab]$' } })),
    ).toEqual([]);
  });
});

/** Names of tools, and what is told of. */
const STYLES: readonly (readonly [readonly string[], readonly string[]])[] = [
  [['list_orders', 'get_order', 'add_order', 'removeOrder'], ['name-style tool:removeOrder']],
  [['list_orders', 'get_order', 'add_order', 'order_remove'], ['name-style tool:order_remove']],
  [['list_orders', 'get_order', 'add_order', 'search'], []],
  [['list_orders', 'get-order'], ['name-style server']],
  [['list_orders', 'get_order', 'add_order', 'web_search', 'run_report'], []],
  [['shop_list_orders', 'shop_get_order', 'shop_order_add'], []],
  [['shop.list_orders', 'shop.get_order', 'shop.add_order'], []],
  [['listOrders', 'getOrder', 'addOrder', 'AddOrders'], ['name-style tool:AddOrders']],
];

describe('styles of names', () => {
  it.each(STYLES)('%s', (names, wanted) => {
    expect(said(...names.map((name) => tool(name)))).toEqual(wanted);
  });
});

const known = text('Which.');

/** Names of parameters of get_user and of list_orders, and what is told of. */
const SAME: readonly (readonly [readonly string[], readonly string[], string | undefined])[] = [
  [['userId'], ['user_id'], 'user_id of list_orders is called userId in get_user'],
  [['id'], ['userId'], 'id of get_user is called userId in list_orders'],
  [['repo'], ['repository'], 'repository of list_orders is called repo in get_user'],
  [['id'], ['orderId'], undefined],
  [['id'], ['id'], undefined],
  [['repo'], ['repo'], undefined],
  [['repo', 'repository'], ['repository'], undefined],
];

describe('two names', () => {
  it.each(SAME)('%s and %s', (one, other, wanted) => {
    const of = (names: readonly string[]): object =>
      Object.fromEntries(names.map((name) => [name, known] as const));
    const found = ADVICE.find(
      subjectOf({ tools: [tool('get_user', of(one)), tool('list_orders', of(other))] }),
    );
    expect(found.map(({ message }) => message)).toEqual(wanted === undefined ? [] : [wanted]);
  });
});

const error = (says: string) => ({ isError: true, content: [{ type: 'text', text: says }] });

/** Errors of a tool with the parameter customerId, and whether they say enough. */
const ERRORS: readonly (readonly [object, boolean])[] = [
  [error('Invalid input'), false],
  [error(''), false],
  [{ code: -32602, message: 'Invalid params' }, false],
  [error('customerId is missing'), true],
  [error('There is no such customer id'), true],
  [error('must be at most 100'), true],
  [error('expected "a" or "b"'), true],
  [error('401 Unauthorized'), true],
  [error('Request timed out'), true],
  [{ content: [{ type: 'text', text: 'Invalid input' }] }, true],
];

describe('errors', () => {
  it.each(ERRORS)('%j', (result, isEnough) => {
    const tools = [tool('list_orders', { customerId: known })];
    const found = ADVICE.find(subjectOf({ tools }, [result, result]));
    expect(found.map(({ rule, seq }) => [rule, seq])).toEqual(
      isEnough ? [] : [['advice/error-says-nothing', 1]],
    );
  });
});
