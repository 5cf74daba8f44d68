import { describe, expect, it } from 'vitest';
import { requestOf } from '../../../../src/tui/screens/inbox/request.ts';

const elicit = (params: unknown) => requestOf({ method: 'elicitation/create', params });
const sample = (params: unknown) => requestOf({ method: 'sampling/createMessage', params });
const said = (content: unknown) => sample({ messages: [{ role: 'user', content }] }).message;

describe('what is asked', () => {
  it.each([
    [
      { message: 'Who?', requestedSchema: { a: 1 } },
      { kind: 'form', message: 'Who?', schema: { a: 1 } },
    ],
    [
      { mode: 'form', message: 'Who?' },
      { kind: 'form', message: 'Who?', schema: {} },
    ],
    [
      { mode: 'odd', message: 7 },
      { kind: 'form', message: '', schema: {} },
    ],
    [
      { mode: 'url', message: 'Go', url: 'https://x', elicitationId: 'e' },
      { kind: 'url', message: 'Go', url: 'https://x', elicitationId: 'e' },
    ],
    [
      { mode: 'url', url: 7 },
      { kind: 'url', message: '', url: '' },
    ],
    [undefined, { kind: 'form', message: '', schema: {} }],
    [[1], { kind: 'form', message: '', schema: {} }],
  ])('an elicitation with %j', (params, expected) => {
    expect(elicit(params)).toEqual(expected);
  });

  it('of a model is told by the last text', () => {
    expect(said({ type: 'text', text: 'one' })).toBe('one');
    expect(said([{ type: 'text', text: 'one' }, { type: 'image' }])).toBe('one');
    expect(said({ type: 'image' })).toBe('');
    for (const odd of [undefined, {}, { messages: 7 }, { messages: [null] }])
      expect(sample(odd)).toEqual({ kind: 'sampling', message: '', tools: [] });
  });

  it('may use the tools that have a name', () => {
    expect(sample({ tools: [{ name: 'a' }, {}, null, { name: 7 }, { name: 'b' }] })).toMatchObject({
      tools: ['a', 'b'],
    });
  });
});
