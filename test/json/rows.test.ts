import { describe, expect, it } from 'vitest';
import { pointerOf } from '../../src/json/path.ts';
import { pretty } from '../../src/json/pretty.ts';
import { createRows, pathOf, previewOf, type Rows, rowAt, valueText } from '../../src/json/rows.ts';

const sample = '{"a": [1, {"b": "x"}],\n "a": 1.0, "": {}, "big": 12345678901234567890, "c": null}';

describe('createRows', () => {
  it('has a row for each line of the printed text', () => {
    const rows = rowsOf(sample);
    expect(drawn(rows)).toBe(pretty(sample));
    expect(rows.length).toBe(pretty(sample).split('\n').length);
  });

  it.each(['1', '"x"', '[]', '{}', ' [ ] ', '[[],[[]],{}]', '{"a":{"b":{"c":[1,2]}}}', '[1,[2,[3]],4]'])(
    'draws %s like the printed text',
    (text) => expect(drawn(rowsOf(text))).toBe(pretty(text)),
  );

  it.each(['', '{', '[1,]', 'x', '1 2'])('is undefined for %j', (text) => {
    expect(createRows(text)).toBeUndefined();
  });

  it('describes each row', () => {
    const rows = rowsOf('{"a":[1,2],"b":{}}');
    expect(Array.from({ length: rows.length }, (_, row) => rowAt(rows, row))).toEqual([
      { row: 0, role: 'open', kind: 'object', depth: 0, place: 0, count: 2, comma: false },
      { row: 1, role: 'open', kind: 'array', depth: 1, key: '"a"', place: 0, count: 2, comma: true },
      { row: 2, role: 'value', kind: 'number', depth: 2, place: 0, count: 0, comma: true },
      { row: 3, role: 'value', kind: 'number', depth: 2, place: 1, count: 0, comma: false },
      { row: 4, role: 'close', kind: 'array', depth: 1, place: 0, count: 2, comma: true },
      { row: 5, role: 'value', kind: 'object', depth: 1, key: '"b"', place: 1, count: 0, comma: false },
      { row: 6, role: 'close', kind: 'object', depth: 0, place: 0, count: 2, comma: false },
    ]);
  });

  it('keeps numbers, spacing and duplicates as sent', () => {
    const rows = rowsOf(sample);
    const values = Array.from({ length: rows.length }, (_, row) => valueText(rows, row));
    expect(values).toEqual([
      ...[sample, '[1, {"b": "x"}]', '1', '{"b": "x"}', '"x"', '{"b": "x"}', '[1, {"b": "x"}]'],
      ...['1.0', '{}', '12345678901234567890', 'null', sample],
    ]);
  });

  it('knows the way to each row', () => {
    const rows = rowsOf('{"a/b":[10,{"c~":1}],"\\u0041":2}');
    const pointers = Array.from({ length: rows.length }, (_, row) => pointerOf(pathOf(rows, row)));
    expect(pointers).toEqual([
      ...['', '/a~1b', '/a~1b/0', '/a~1b/1', '/a~1b/1/c~0', '/a~1b/1', '/a~1b', '/A', ''],
    ]);
  });

  it('previews a value of any size from its beginning', () => {
    const rows = rowsOf(`{"a": ["${'x'.repeat(2_000_000)}", 1], "b": [1,\n 2]}`);
    expect(previewOf(rows, 1, 10)).toBe('["xxxxxxx…');
    expect(previewOf(rows, 2, 5)).toBe('"xxx…');
    expect(previewOf(rows, 5, 20)).toBe('[1, 2]');
  });

  it('holds 100,000 levels', () => {
    const rows = rowsOf('['.repeat(100_000) + ']'.repeat(100_000));
    expect(rows.length).toBe(199_999);
    expect(pathOf(rows, 99_999)).toHaveLength(99_999);
  });

  it('grows where the text is denser than it began', () => {
    const text = `["${'x'.repeat(100_000)}",${'1,'.repeat(100_000)}1]`;
    const rows = rowsOf(text);
    expect(rows.length).toBe(100_004);
    expect(valueText(rows, 100_002)).toBe('1');
    expect(rowAt(rows, 0).count).toBe(100_002);
  });

  it('opens 12 MB in time proportional to them', () => {
    const item =
      '{"id": 12345, "name": "an item of a list", "tags": ["a", "b"], "price": 1.25, "text": "lorem ipsum"}';
    const rows = rowsOf(`[${Array.from({ length: 120_000 }, () => item).join()}]`);
    expect(rows.length).toBe(120_000 * 10 + 2);
    expect(pointerOf(pathOf(rows, rows.length - 3))).toBe('/119999/text');
  });
});

function rowsOf(text: string): Rows {
  const rows = createRows(text);
  if (rows === undefined) throw new Error(`no JSON: ${text}`);
  return rows;
}

/** The rows as text, one a line. */
function drawn(rows: Rows): string {
  const lines = Array.from({ length: rows.length }, (_, number) => {
    const row = rowAt(rows, number);
    const brackets = row.kind === 'object' ? '{}' : '[]';
    const value = { value: valueText(rows, number).replace(/ /g, ''), open: brackets[0], close: brackets[1] }[
      row.role
    ];
    return `${'  '.repeat(row.depth)}${row.key === undefined ? '' : `${row.key}: `}${value}${row.comma && row.role !== 'open' ? ',' : ''}`;
  });
  return lines.join('\n');
}
