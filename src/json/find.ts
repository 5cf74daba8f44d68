import type { Rows } from './rows.ts';

/**
 * The rows whose name or value holds a text, ascending. Case counts only if the text has a capital letter. What
 * is looked at is the JSON as sent; a text that JSON would write with escapes is found in that form too.
 */
export function findRows(rows: Rows, query: string): number[] {
  if (query === '') return [];
  const pattern = patternOf(query);
  const found: number[] = [];
  let row = 0;
  for (let match = pattern.exec(rows.text); match !== null; match = pattern.exec(rows.text)) {
    row = rowOfOffset(rows, match.index, row);
    found.push(row);
    if (row + 1 === rows.length) break;
    pattern.lastIndex = beginningOf(rows, row + 1);
  }
  return found;
}

/** The place in a sorted list of rows that comes next from a row, forwards or backwards, around the ends. */
export function nextFound(found: readonly number[], row: number, direction: 1 | -1): number | undefined {
  const next =
    direction === 1 ? found.findIndex((one) => one > row) : found.findLastIndex((one) => one < row);
  if (next !== -1) return next;
  return found.length === 0 ? undefined : direction === 1 ? 0 : found.length - 1;
}

function patternOf(query: string): RegExp {
  const escaped = JSON.stringify(query).slice(1, -1);
  const forms = escaped === query ? [query] : [query, escaped];
  const source = forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  return new RegExp(source, /\p{Lu}/u.test(query) ? 'g' : 'gi');
}

/** The last row that begins at or before an offset, from a row on. */
function rowOfOffset(rows: Rows, offset: number, from: number): number {
  let low = from;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (beginningOf(rows, middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where a row begins in the text: at its name, where it has one. */
function beginningOf(rows: Rows, row: number): number {
  const key = rows.keys[row]!;
  return key === -1 ? rows.starts[row]! : key;
}
