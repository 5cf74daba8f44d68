import { describe, expect, it } from 'vitest';
import { completeFilter } from '../../../src/session/filter/complete.ts';

const SEEN = {
  methods: ['tools/call', 'tools/list'],
  tools: ['echo', 'slow tool'],
  rules: ['id/late'],
  requests: ['120', '12'],
  sessions: [] as string[],
  saved: { slow: '>1s' },
};

const completed = (text: string, seen = SEEN): readonly string[] => {
  const { from, texts } = completeFilter(text, seen);
  return texts.map((one) => text.slice(0, from) + one);
};

describe('the completion of a filter', () => {
  it.each([
    ['me', ['method:']],
    ['s', ['status:', 'smaller:', 'since:']],
    ['method:', ['method:tools/call ', 'method:tools/list ']],
    ['not METHOD:tools/l', ['not METHOD:tools/list ']],
    ['tool:s', ['tool:"slow tool" ']],
    ['dir:in or (dir:o', ['dir:in or (dir:out ']],
    ['id:7 -di', ['id:7 -dir:']],
    ['!kind:ht', ['!kind:http ']],
    ['with:', ['with:120 ', 'with:12 ']],
    ['with:12', ['with:120 ']],
    ['finding:', ['finding:* ', 'finding:id/late ']],
    ['@s', ['@slow ']],
    ['dir:in a', ['dir:in and ']],
    ['a', []],
    ['"me', []],
    ['/me', []],
    ['failed', ['status:failed ']],
    ['canc', ['status:cancelled ']],
    ['id:7', []],
  ])('%s', (text, texts) => expect(completed(text)).toEqual(texts));

  it.each([
    ['s', ['status:', 'session:', 'smaller:', 'since:']],
    ['-session:', ['-session:crm ', '-session:"my files" ']],
    ['session:m', ['session:"my files" ']],
  ])('%s among several sessions', (text, texts) => {
    expect(completed(text, { ...SEEN, sessions: ['crm', 'my files'] })).toEqual(texts);
  });

  it('offers all keys at first, and says what a key is about', () => {
    expect(completeFilter('', SEEN).texts).toContain('larger:');
    expect(completeFilter('larger:', SEEN)).toMatchObject({
      texts: [],
      about: expect.stringContaining('10k'),
    });
  });
});
