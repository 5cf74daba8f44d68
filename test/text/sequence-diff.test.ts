import { describe, expect, it } from 'vitest';
import { sequenceDiff } from '../../src/text/sequence-diff.ts';

const signs = { same: ' ', removed: '-', added: '+' } as const;
const diff = (before: string, after: string) =>
  sequenceDiff([...before], [...after])
    .map(({ kind, items }) => `${signs[kind]}${items.join('')}`)
    .join('|');

describe('what differs in two sequences', () => {
  it.each([
    ['', '', ''],
    ['abc', 'abc', ' abc'],
    ['', 'ab', '+ab'],
    ['ab', '', '-ab'],
    ['abcd', 'abxd', ' ab|-c|+x| d'],
    ['abcdef', 'axcdyf', ' a|-b|+x| cd|-e|+y| f'],
    ['aaa', 'aa', ' aa|-a'],
    ['abc', 'xyz', '-abc|+xyz'],
  ])('%j and %j', (before, after, expected) => {
    expect(diff(before, after)).toBe(expected);
  });

  it('is told as a whole where it is too much to be looked for', () => {
    const numbers = (from: number) =>
      Array.from({ length: 400_000 }, (_, place) => (place * 7919 + from) % 999_983);
    const runs = sequenceDiff(numbers(0), numbers(1));
    expect(runs.map(({ kind, items }) => [kind, items.length])).toEqual([
      ['removed', 400_000],
      ['added', 400_000],
    ]);
  });
});
