import { describe, expect, it } from 'vitest';
import { itemsIn, surfaceOf } from '../../src/surface/surface.ts';
import { converse, handshake, type Step } from '../support/conversation.ts';

const page = (id: number, tools: string, more = ''): readonly Step[] => [
  ['c2s', { jsonrpc: '2.0', id, method: 'tools/list', ...(id > 2 ? { params: { cursor: 'next' } } : {}) }],
  { exact: `{"jsonrpc":"2.0","id":${id},"result":{"tools":[${tools}]${more}}}` },
];
const tool = (name: string, more = '') => `{"name":"${name}","inputSchema":{"type":"object"}${more}}`;

describe('surfaceOf', () => {
  const steps = [
    ...handshake({ tools: {} }),
    ...page(2, `${tool('a', ', "n": 1.0')},${tool('b')}`, ',"nextCursor":"next"'),
    ...page(3, tool('c', ',"n":9007199254740993')),
  ];

  it('is what the server said of itself and what it lists', () => {
    const { state } = converse(steps);
    const surface = surfaceOf(state);
    expect(surface).toMatchObject({
      era: 'legacy',
      revision: state.negotiated,
      server: state.server,
      capabilities: { server: { tools: {} } },
      lists: { resources: [], prompts: [] },
    });
    expect(itemsIn(surface).map(([list, { name, text }]) => [list, name, text])).toEqual([
      ['tools', 'a', undefined],
      ['tools', 'b', undefined],
      ['tools', 'c', undefined],
    ]);
  });

  it('has the exact text of each item, from the frame it came in', () => {
    const { state, accepted } = converse(steps);
    const textOf = (seq: number) => {
      const entry = accepted.find((one) => one.entry.seq === seq)?.entry;
      return entry?.type === 'frame' ? entry.msg : undefined;
    };
    expect(itemsIn(surfaceOf(state, textOf)).map(([, { text }]) => text)).toEqual([
      tool('a', ', "n": 1.0'),
      tool('b'),
      tool('c', ',"n":9007199254740993'),
    ]);
    expect(itemsIn(surfaceOf(state, () => undefined)).map(([, { text }]) => text)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('does not know a list whose end has not come, but what it was before', () => {
    const { state } = converse([...handshake({ tools: {} }), ...page(2, tool('a'), ',"nextCursor":"next"')]);
    expect(surfaceOf(state).lists.tools).toBeUndefined();
    const again = converse([
      ...handshake({ tools: {} }),
      ...page(2, tool('a')),
      ['c2s', { id: 9, method: 'tools/list' }],
    ]);
    expect(surfaceOf(again.state).lists.tools).toMatchObject([{ name: 'a' }]);
  });
});
