import { describe, expect, it } from 'vitest';
import { LONG, newsOf, newsSentence } from '../../src/session/news.ts';
import type { ListItem } from '../../src/spec/check/item.ts';
import { converse, handshake, type Step } from '../support/conversation.ts';

const item = (raw: { readonly name: string }): ListItem => ({
  raw,
  name: raw.name,
  title: '',
  description: '',
  problems: [],
  seq: 1,
});
const tool = (name: string, more: object = {}) => ({
  name,
  inputSchema: { type: 'object', properties: {} },
  ...more,
});
const news = (before: readonly { name: string }[], after: readonly { name: string }[]) =>
  newsOf(before.map(item), after.map(item));
const schema = (properties: object, required: readonly string[] = []) => ({
  inputSchema: { type: 'object', properties, required },
});

describe('newsOf', () => {
  it('is nothing when nothing changed, whatever the order of members', () => {
    expect(
      news([tool('a')], [{ inputSchema: { properties: {}, type: 'object' }, name: 'a' } as never]),
    ).toBeUndefined();
  });

  it('names what came, what went and what changed', () => {
    const found = news([tool('a'), tool('b')], [tool('b', { description: 'new' }), tool('c')]);
    expect(found).toEqual({ added: ['c'], removed: ['a'], changed: [{ name: 'b', what: ['description'] }] });
    expect(found && newsSentence(found)).toBe('1 added (c), 1 removed (a), 1 changed (b: description)');
  });

  it.each([
    [
      schema({ n: { type: 'string' } }),
      schema({ n: { type: 'number' } }),
      ['inputSchema.n: type "number", was "string"'],
    ],
    [schema({ n: {} }), schema({ n: {} }, ['n']), ['inputSchema.n: required true, was false']],
    [
      schema({ n: { enum: ['a'] } }),
      schema({ n: { enum: ['a', 'b'] } }),
      ['inputSchema.n: enum ["a","b"], was ["a"]'],
    ],
    [schema({ n: {} }), schema({ m: {} }), ['inputSchema.n removed', 'inputSchema.m added']],
    [schema({ n: { description: 'x' } }), schema({ n: { description: 'y' } }), ['inputSchema']],
  ])('tells how a schema changed', (before, after, what) => {
    expect(news([tool('t', before)], [tool('t', after)])?.changed).toEqual([{ name: 't', what }]);
  });

  it('counts names that are too many to tell', () => {
    const found = news(
      [],
      Array.from({ length: 9 }, (_, nth) => tool(`t${nth}`)),
    );
    expect(found && newsSentence(found)).toBe('9 added (t0, t1, t2, t3, t4, and 4 more)');
    expect(found && newsSentence(found, LONG)).toBe('9 added (t0, t1, t2, t3, t4, t5, t6, t7, t8)');
  });
});

describe('a list asked for anew', () => {
  const ask = (id: number, tools: readonly object[]): readonly Step[] => [
    ['c2s', { id, method: 'tools/list' }],
    ['s2c', { id, result: { tools } }],
  ];

  it('keeps the news until there are others, and none of the first time', () => {
    const first = [...handshake({ tools: {} }), ...ask(2, [tool('a')])];
    expect(converse(first).state.lists.tools.news).toBeUndefined();
    const second = [...first, ...ask(3, [tool('a'), tool('b')])];
    expect(converse(second).state.lists.tools.news).toMatchObject({ added: ['b'], seq: 8 });
    expect(converse([...second, ...ask(4, [tool('a'), tool('b')])]).state.lists.tools.news).toMatchObject({
      seq: 8,
    });
  });

  it('compares with what was complete, page by page', () => {
    const pages: readonly Step[] = [
      ['c2s', { id: 3, method: 'tools/list' }],
      ['s2c', { id: 3, result: { tools: [tool('a')], nextCursor: 'x' } }],
      ['c2s', { id: 4, method: 'tools/list', params: { cursor: 'x' } }],
      ['s2c', { id: 4, result: { tools: [tool('b')] } }],
    ];
    const { state } = converse([...handshake({ tools: {} }), ...ask(2, [tool('a'), tool('b')]), ...pages]);
    expect(state.lists.tools).toMatchObject({ state: 'done', items: [{ name: 'a' }, { name: 'b' }] });
    expect(state.lists.tools.news).toBeUndefined();
  });
});
