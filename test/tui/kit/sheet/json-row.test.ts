import { describe, expect, it } from 'vitest';
import { foldedFrom, unfolded } from '../../../../src/json/fold.ts';
import { createRows } from '../../../../src/json/rows.ts';
import { width } from '../../../../src/text/width.ts';
import { jsonPieces } from '../../../../src/tui/kit/sheet/json-row.ts';
import { type Hide, hideSecrets } from '../../../../src/tui/world/secrets.ts';
import { plain } from './looking.ts';

const asIs: Hide = (json) => json;

/** A row of a JSON text as it is drawn. */
function drawn(json: string, row: number, cells: number, { folded = false, hide = asIs } = {}): string {
  const rows = createRows(json);
  if (rows === undefined) throw new Error(`${json} is no JSON`);
  const fold = folded ? foldedFrom(rows, 0) : unfolded(rows);
  return jsonPieces({ rows, fold, row, hide }, cells, plain)
    .map(([, text]) => text)
    .join('');
}

describe('a row of JSON', () => {
  it.each([
    ['{"a":1,"b":2}', 1, '    "a": 1,'],
    ['{"a":1,"b":2}', 2, '    "b": 2'],
    ['{"a":1}', 0, '▾ {'],
    ['{"a":1}', 2, '  }'],
    ['[[],{}]', 1, '    [],'],
    ['[true,null,-1.50e+3]', 3, '    -1.50e+3'],
    ['["\\u0041\\n\u202e"]', 1, '    "\\u0041\\n<U+202E>"'],
    ['{"a\\"b":"x"}', 1, '    "a\\"b": "x"'],
    [`["${'x'.repeat(100)}"]`, 1, '    "xxxxxxxxxxxxxxxxxxxxxxxxxxxx… 102 B'],
    [`["${'日本'.repeat(50)}"]`, 1, '    "日本日本日本日本日本日本日本… 102 B'],
    [`{"${'k'.repeat(99)}":1}`, 1, '    "kkkkkkkkkkkkkkkkkkkkkkkkkkkkk…: 1'],
    [`[${'9'.repeat(60)}]`, 1, `    ${'9'.repeat(35)}…`],
  ])('%s row %d', (json, row, expected) => {
    expect(drawn(json, row, 40)).toBe(expected);
  });

  it.each([
    ['{"a":1}', 40, '▸ {"a": 1} 1 member'],
    ['[1,2,3]', 40, '▸ [1, 2, 3] 3 items'],
    ['[1,2,3]', 12, '▸ […] 3 items'],
    [`{"a":"${'x'.repeat(99)}"}`, 40, '▸ {"a": "xxxxxxxxxxxxxxxxxxxxx… 1 member'],
  ])('%s folded in %d cells', (json, cells, expected) => {
    expect(drawn(json, 0, cells, { folded: true })).toBe(expected);
  });

  it('is never wider than its room, however deep', () => {
    const deep = `${'{"a":['.repeat(40)}"${'x'.repeat(200)}"${']}'.repeat(40)}`;
    const rows = createRows(deep)?.length ?? 0;
    for (let row = 0; row < rows; row += 7) {
      for (const cells of [20, 37, 80, 150]) {
        expect(width(drawn(deep, row, cells)), `${row} in ${cells}`).toBeLessThanOrEqual(cells);
      }
    }
  });
});

describe('what is hidden', () => {
  const hide = hideSecrets((text) => text.replaceAll('s3cret', '[redacted]'));

  it.each([
    ['{"password":"x"}', 1, '    "password": "[redacted]"'],
    ['{"password":"x","b":1}', 1, '    "password": "[redacted]",'],
    ['{"api_key":["x","y"]}', 2, '      "[redacted]",  masked · * reveals'],
    ['{"password":""}', 1, '    "password": ""'],
    ['{"password":7}', 1, '    "password": 7'],
    ['{"api_key":["x"]}', 2, '      "[redacted]"  masked · * reveals'],
    ['{"progressToken":"x"}', 1, '    "progressToken": "x"'],
    ['{"a":"my s3cret"}', 1, '    "a": "my [redacted]"'],
    ['{"a":"s3\\u0063ret\\n"}', 1, '    "a": "[redacted]\\n"'],
    ['{"a":"plain \\u0041"}', 1, '    "a": "plain \\u0041"'],
    [`{"a":"s3cret${'x'.repeat(30_000)}"}`, 1, '    "a": "[redacted]xxxxxxxxxxxxx… 30 KB'],
  ])('%s', (json, row, expected) => {
    expect(drawn(json, row, 40, { hide })).toBe(expected);
  });

  it('is not in the preview of what is folded', () => {
    expect(drawn('{"a":"s3cret"}', 0, 60, { folded: true, hide })).toBe('▸ {…} 1 member');
    expect(drawn('{"a":"public"}', 0, 60, { folded: true, hide })).toBe('▸ {"a": "public"} 1 member');
  });

  it.each(['"s3cret', '"s3cret\\', '"s3cret\\u00', '"s3cret\\\\', '"s3cret\\"'])('%s, cut off', (json) => {
    expect(hide(json, undefined)).toMatch(/^"\[redacted\](?:$|.*[^"]$|\\"$)/);
  });
});
