import { describe, expect, it } from 'vitest';
import { type Editable, layoutText } from '../../src/text/layout.ts';
import { graphemes, width } from '../../src/text/width.ts';

/** A text with `|` where the cursor stands. */
function at(drawing: string, lines: Editable['lines']): Editable {
  return { text: drawing.replace('|', ''), cursor: drawing.indexOf('|'), lines };
}

describe('layoutText, many lines', () => {
  it.each<[string, number, number, readonly string[], number, number]>([
    ['|', 5, 3, [''], 0, 0],
    ['abc|', 5, 3, ['abc'], 0, 3],
    ['abcd|', 5, 3, ['abcd'], 0, 4],
    ['abcde|', 5, 3, ['abcde', ''], 1, 0],
    ['abcd|e', 5, 3, ['abcde'], 0, 4],
    ['abcde|f', 5, 3, ['abcde', 'f'], 1, 0],
    ['abcde|\nf', 5, 3, ['abcde', '', 'f'], 1, 0],
    ['abcde\n|f', 5, 3, ['abcde', 'f'], 1, 0],
    ['a\n|\nb', 5, 3, ['a', '', 'b'], 1, 0],
    ['a\n|', 5, 3, ['a', ''], 1, 0],
    ['日本語|', 5, 3, ['日本', '語'], 1, 2],
    ['日本|語', 5, 3, ['日本', '語'], 1, 0],
    ['a👩‍👩‍👧‍👦|b', 3, 3, ['a👩‍👩‍👧‍👦', 'b'], 1, 0],
    ['e\u0301e\u0301|', 5, 3, ['e\u0301e\u0301'], 0, 2],
    ['a\t|b', 9, 3, ['a   b'], 0, 4],
    ['日\t|b', 9, 3, ['日  b'], 0, 4],
    ['a\u202e|b', 20, 3, ['a<U+202E>b'], 0, 9],
    ['\u200b|', 4, 3, ['<U+…', ''], 1, 0],
    ['1\n2\n3\n4|', 5, 2, ['3', '4'], 1, 1],
    ['|1\n2\n3\n4', 5, 2, ['1', '2'], 0, 0],
    ['日|', 1, 3, ['…', ''], 1, 0],
  ])('%j in %i × %i', (drawing, cells, height, rows, row, column) => {
    expect(layoutText(at(drawing, 'many'), cells, height)).toMatchObject({ rows, row, column });
  });

  it.each<[number, string, number, number, number]>([
    [0, '1|\n2\n3\n4\n5', 0, 0, 2],
    [1, '1\n2\n3|\n4\n5', 1, 1, 1],
    [2, '1\n2\n3|\n4\n5', 2, 0, 0],
    [2, '1\n2|\n3\n4\n5', 1, 0, 1],
    [0, '1\n2\n3\n4\n5|', 2, 2, 0],
    [9, '1\n2\n3\n4\n5|', 2, 2, 0],
  ])('from top %i it moves %j only as far as needed', (top, drawing, above, row, below) => {
    expect(layoutText(at(drawing, 'many'), 9, 3, top)).toMatchObject({ above, row, below });
  });

  it('lays out megabytes in time proportional to them', () => {
    const text = `${'x'.repeat(800_000)}\n${'{"a": [1, 2, 3]}\n'.repeat(300_000)}`;
    const editable: Editable = { text, cursor: text.length, lines: 'many' };
    expect(layoutText(editable, 80, 20)).toMatchObject({ above: 310_001 - 20, row: 19, column: 0 });
  });
});

describe('layoutText, one line', () => {
  it.each<[string, number, string, number]>([
    ['|', 6, '', 0],
    ['abc|', 6, 'abc', 3],
    ['abcde|', 6, 'abcde', 5],
    ['|abcdef', 6, 'abcdef', 0],
    ['abcde|f', 6, 'abcdef', 5],
    ['abcdef|', 6, '…f', 2],
    ['|abcdefgh', 6, 'abcde…', 0],
    ['abc|defgh', 6, 'abcde…', 3],
    ['abcd|efgh', 6, '…defgh', 2],
    ['abcdefgh|', 6, '…h', 2],
    ['日本語日本語|', 7, '… 語', 4],
    ['日本|語日本語', 7, '日本語…', 4],
    ['日本語|日本語', 7, '… 語日…', 4],
    ['a\nb\t|', 9, 'a<LF>b  ', 8],
  ])('%j in %i', (drawing, cells, row, column) => {
    const layout = layoutText(at(drawing, 'one'), cells, 1);
    expect(layout).toMatchObject({ rows: [row], row: 0, column, above: 0, below: 0 });
  });
});

it('always keeps to its room with the cursor in sight and on its grapheme', () => {
  const texts = [
    'plain words and more of them',
    '日本語 mixed ツール x',
    '👩‍👩‍👧‍👦🇯🇵 e\u0301\ttab\u200b',
    'a\n\nbb\n日本語日本語\n',
  ];
  for (const text of texts) {
    for (const lines of ['one', 'many'] as const) {
      const clean = lines === 'one' ? text.replaceAll('\n', ' ') : text;
      let cursor = 0;
      for (const grapheme of [...graphemes(clean), '']) {
        for (let cells = 9; cells < 24; cells += 1) {
          const { rows, row, column } = layoutText({ text: clean, cursor, lines }, cells, 3);
          const case_ = JSON.stringify({ clean, cursor, cells, rows, row, column });
          expect(rows.length, case_).toBeLessThanOrEqual(3);
          expect(Math.max(...rows.map(width)), case_).toBeLessThanOrEqual(cells);
          expect(column, case_).toBeLessThan(cells);
          const under = graphemeAt(rows[row]!, column);
          if (/^[a-z日本語ツール]$/u.test(grapheme)) expect(under, case_).toBe(grapheme);
        }
        cursor += grapheme.length;
      }
    }
  }
});

/** The grapheme that begins at a column. */
function graphemeAt(row: string, column: number): string | undefined {
  let used = 0;
  for (const grapheme of graphemes(row)) {
    if (used === column) return grapheme;
    used += width(grapheme);
  }
  return undefined;
}
