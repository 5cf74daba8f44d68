import { describe, expect, it } from 'vitest';
import { findRows, nextFound } from '../../src/json/find.ts';
import { createRows } from '../../src/json/rows.ts';

/** 0 {  1 "Name": "a \"quoted\" Name",  2 "list": [  3 "name",  4 "日本\nline"  5 ],  6 "e": 1.50  7 } */
const rows = createRows('{"Name":"a \\"quoted\\" Name","list":["name","日本\\nline"],"e":1.50}')!;

describe('findRows', () => {
  it.each<[string, number[]]>([
    ['name', [1, 3]],
    ['Name', [1]],
    ['a "quoted"', [1]],
    ['日本\nline', [4]],
    ['日本', [4]],
    ['1.50', [6]],
    ['"e"', [6]],
    ['.', [6]],
    ['(', []],
    ['zzz', []],
    ['', []],
  ])('%j', (query, found) => expect(findRows(rows, query)).toEqual(found));

  it('goes through megabytes of matches, a row once', () => {
    const many = createRows(`[${'"eeeeeeee",'.repeat(300_000)}0]`)!;
    expect(findRows(many, 'e')).toHaveLength(300_000);
  });
});

describe('nextFound', () => {
  it.each<[number[], number, 1 | -1, number | undefined]>([
    [[2, 5, 9], 0, 1, 0],
    [[2, 5, 9], 5, 1, 2],
    [[2, 5, 9], 9, 1, 0],
    [[2, 5, 9], 5, -1, 0],
    [[2, 5, 9], 2, -1, 2],
    [[], 2, 1, undefined],
  ])('of %j from %i by %i', (found, row, direction, place) =>
    expect(nextFound(found, row, direction)).toBe(place),
  );
});
