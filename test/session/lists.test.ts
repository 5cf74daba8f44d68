import { describe, expect, it } from 'vitest';
import { converse, handshake, type Step } from '../support/conversation.ts';

const tool = (name: string, more: object = {}) => ({
  name,
  inputSchema: { type: 'object', properties: {} },
  ...more,
});

describe('a list that is fetched again', () => {
  const ask = (id: number, tools: readonly object[]): readonly Step[] => [
    ['c2s', { id, method: 'tools/list' }],
    ['s2c', { id, result: { tools } }],
  ];

  it('keeps what changed until something else does, and nothing of the first time', () => {
    const first = [...handshake({ tools: {} }), ...ask(2, [tool('a')])];
    expect(converse(first).state.lists.tools.changed).toBeUndefined();
    const second = [...first, ...ask(3, [tool('a'), tool('b')])];
    expect(converse(second).state.lists.tools.changed).toMatchObject({
      before: [{ name: 'a' }],
      after: [{ name: 'a' }, { name: 'b' }],
      seq: 8,
    });
    expect(converse([...second, ...ask(4, [tool('a'), tool('b')])]).state.lists.tools.changed).toMatchObject({
      seq: 8,
    });
  });

  it.each([
    ['another order', [tool('a'), tool('b')], [tool('b'), tool('a')]],
    [
      'another order of members',
      [tool('a')],
      [{ inputSchema: { properties: {}, type: 'object' }, name: 'a' }],
    ],
    [
      'a name that stands twice',
      [tool('a'), tool('a', { title: 'A' })],
      [tool('a'), tool('a', { title: 'A' })],
    ],
  ])('takes %s for the same list', (_, before, after) => {
    const { state } = converse([...handshake({ tools: {} }), ...ask(2, before), ...ask(3, after)]);
    expect(state.lists.tools.changed).toBeUndefined();
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
    expect(state.lists.tools.changed).toBeUndefined();
  });
});
