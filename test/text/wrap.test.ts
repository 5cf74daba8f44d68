import { describe, expect, it } from 'vitest';
import { width } from '../../src/text/width.ts';
import { wrap } from '../../src/text/wrap.ts';

describe('wrap', () => {
  it.each<[string, number, string[]]>([
    ['', 5, ['']],
    ['fits', 5, ['fits']],
    ['one two three', 8, ['one two', 'three']],
    ['one two three', 7, ['one two', 'three']],
    ['one two three', 6, ['one', 'two', 'three']],
    ['one  two', 4, ['one', 'two']],
    ['one    ', 4, ['one']],
    ['a\n\nb', 5, ['a', '', 'b']],
    ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['a bcdefghij', 4, ['a', 'bcde', 'fghi', 'j']],
    ['- one two three', 9, ['- one two', '  three']],
    ['12. one two three', 9, ['12. one', '    two', '    three']],
    ['    indented text', 12, ['    indented', '    text']],
    ['      deep indent', 8, ['      de', 'ep', 'indent']],
    ['日本語ツール', 5, ['日本', '語ツ', 'ール']],
    ['see 日本語', 7, ['see 日', '本語']],
    ['日本語 abc', 6, ['日本語', 'abc']],
    ['日本語 abc', 8, ['日本語', 'abc']],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3, ['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦']],
    ['é é é', 3, ['é é', 'é']],
    ['e\u0301 e\u0301 e\u0301', 3, ['e\u0301 e\u0301', 'e\u0301']],
    ['日', 1, ['日']],
    ['abc', 0, ['a', 'b', 'c']],
  ])('%j in %i cells', (text, cells, rows) => expect(wrap(text, cells)).toEqual(rows));

  it('gives the same rows for text that is measured and text that is not', () => {
    const words = 'Returns  the sum of two extraordinarily-long numbers, 1 and 2 ';
    for (const text of [words, `- ${words}`, `    ${words}`, words.repeat(3)]) {
      for (let cells = 1; cells < 40; cells += 1) {
        const marked = wrap(text.replaceAll('e', 'e\u0301'), cells);
        expect(marked.map((row) => row.replaceAll('\u0301', ''))).toEqual(wrap(text, cells));
        expect(marked.every((row) => width(row) <= cells)).toBe(true);
      }
    }
  });

  it.each([
    ['words', 'lorem ipsum dolor sit amet '.repeat(200_000).trim(), ' '],
    ['one word', 'x'.repeat(5_000_000), ''],
  ])('takes time in proportion to the length of %s', (_, text, between) => {
    const rows = wrap(text, 100);
    expect(rows.length).toBeGreaterThanOrEqual(50_000);
    expect(rows.join(between) === text).toBe(true);
  });
});
