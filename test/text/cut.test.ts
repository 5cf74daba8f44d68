import { describe, expect, it } from 'vitest';
import { cut, cutMiddle, head, pad, padStart, tail } from '../../src/text/cut.ts';
import { width } from '../../src/text/width.ts';

const family = '👩‍👩‍👧‍👦';

describe('cut', () => {
  it.each<[string, number, string]>([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['abcd', 1, '…'],
    ['abcd', 0, ''],
    ['', 0, ''],
    ['abcd', -1, ''],
    ['日本語', 6, '日本語'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['日本語', 2, '…'],
    [`${family}${family}`, 4, `${family}${family}`],
    [`${family}${family}`, 3, `${family}…`],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
    ['🇯🇵🇫🇷', 3, '🇯🇵…'],
    ['abcé\u0301', 4, 'abcé\u0301'],
  ])('%j to %i cells', (text, cells, expected) => expect(cut(text, cells)).toBe(expected));

  it('is quick on a line of megabytes', () => {
    const long = ['x'.repeat(12_000_000), '日'.repeat(4_000_000)];
    // To measure all of it each time would take minutes.
    const lines = new Set(Array.from({ length: 20_000 }, (_, n) => cut(long[n % 2]!, 80)));
    expect([...lines]).toEqual([`${'x'.repeat(79)}…`, `${'日'.repeat(39)}…`]);
  });

  it('bounds a single grapheme without end', () => {
    expect(width(cut(`e${'\u0301'.repeat(100_000)}`, 4))).toBeLessThanOrEqual(4);
  });
});

describe('cutMiddle', () => {
  it.each<[string, number, string]>([
    ['abcdefgh', 8, 'abcdefgh'],
    ['abcdefgh', 7, 'abc…fgh'],
    ['abcdefgh', 6, 'abc…gh'],
    ['abcdefgh', 1, '…'],
    ['abcdefgh', 0, ''],
    ['日本語日本語', 7, '日…語'],
    ['日本語日本語', 6, '日…語'],
  ])('%j to %i cells', (text, cells, expected) => expect(cutMiddle(text, cells)).toBe(expected));
});

describe('pad', () => {
  it.each<[string, number, string, string]>([
    ['ab', 4, 'ab  ', '  ab'],
    ['abcde', 4, 'abc…', 'abc…'],
    ['日本語', 4, '日… ', ' 日…'],
    ['', 2, '  ', '  '],
    ['x', 0, '', ''],
  ])('%j to %i cells', (text, cells, left, right) => {
    expect(pad(text, cells)).toBe(left);
    expect(padStart(text, cells)).toBe(right);
  });
});

it.each<[string, number, string, string]>([
  ['abc', 2, 'ab', 'bc'],
  ['abc', 0, '', ''],
  ['a日b', 2, 'a', 'b'],
  ['a日b', 3, 'a日', '日b'],
])('head and tail of %j in %i cells', (text, cells, start, end) => {
  expect(head(text, cells)).toBe(start);
  expect(tail(text, cells)).toBe(end);
});
