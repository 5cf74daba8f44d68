import { describe, expect, it } from 'vitest';
import { fuzzy } from '../../src/text/fuzzy.ts';

describe('fuzzy', () => {
  it.each<[string, string, number[]]>([
    ['', 'anything', []],
    ['sum', 'get-sum', [4, 5, 6]],
    ['gs', 'get-sum', [0, 4]],
    ['GS', 'GetSum', [0, 3]],
    ['gs', 'getSum', [0, 3]],
    ['sum get', 'get-sum', [0, 1, 2, 4, 5, 6]],
    ['ee', 'keen-eel', [5, 6]],
    ['日語', '日本語', [0, 2]],
    ['i', 'İi', [1]],
    ['long op', 'trigger-long-running-operation', [8, 9, 10, 11, 21, 22]],
  ])('%j in %j', (query, text, positions) => expect(fuzzy(query, text)?.positions).toEqual(positions));

  it.each([
    ['x', 'get-sum'],
    ['mus', 'get-sum'],
    ['Sum', 'get-sum'],
    ['sum zz', 'get-sum'],
    ['summ', 'get-sum'],
  ])('%j is not in %j', (query, text) => expect(fuzzy(query, text)).toBeUndefined());

  it.each<[string, string[]]>([
    ['gs', ['get-sum', 'messages']],
    ['echo', ['echo', 'echo-all', 'get-echo', 'each-other']],
    ['read', ['read', 'read_file', 'spread', 'r-e-a-d']],
    ['fi', ['file', 'read_file', 'f_i', 'profile']],
  ])('%j orders %j', (query, texts) => {
    const score = (text: string) => fuzzy(query, text)?.score ?? Number.NEGATIVE_INFINITY;
    expect(texts.toReversed().toSorted((a, b) => score(b) - score(a))).toEqual(texts);
  });

  it('does not try every choice of letters', () => {
    const text = 'a-'.repeat(200);
    expect(fuzzy('a'.repeat(100), text)?.positions).toHaveLength(100);
    expect(fuzzy(`${'a'.repeat(100)}b`, text)).toBeUndefined();
  });
});
