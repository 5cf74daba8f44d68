import { describe, expect, it } from 'vitest';
import {
  type Fold,
  foldedFrom,
  isFolded,
  positionOfRow,
  revealed,
  rowOfPosition,
  toggled,
  unfolded,
  visibleRows,
} from '../../src/json/fold.ts';
import { createRows } from '../../src/json/rows.ts';

/**
 *  0 {  1 "a": [  2 1,  3 [  4 2  5 ]  6 ],  7 "b": {  8 "c": 3  9 },  10 "d": {}  11 }
 */
const rows = createRows('{"a":[1,[2]],"b":{"c":3},"d":{}}')!;
const all = (fold: Fold) => visibleRows(fold, 0, 100);

describe('fold', () => {
  it('shows everything at first', () => {
    expect(all(unfolded(rows))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(unfolded(rows).length).toBe(12);
  });

  it.each<[string, readonly number[], readonly number[]]>([
    ['an array', [1], [0, 1, 7, 8, 9, 10, 11]],
    ['by its closing row', [6], [0, 1, 7, 8, 9, 10, 11]],
    ['two', [1, 7], [0, 1, 7, 10, 11]],
    ['inner and outer', [3, 1], [0, 1, 7, 8, 9, 10, 11]],
    ['inner, and outer opened again', [3, 1, 1], [0, 1, 2, 3, 6, 7, 8, 9, 10, 11]],
    ['everything', [0], [0]],
    ['a scalar: nothing', [2], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    ['an empty object: nothing', [10], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    ['and unfolds', [1, 1], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  ])('folds %s', (_, keys, shown) => {
    const fold = keys.reduce((before, row) => toggled(rows, before, row), unfolded(rows));
    expect(all(fold)).toEqual(shown);
    expect(fold.length).toBe(shown.length);
    expect(shown.map((row) => positionOfRow(rows, fold, row))).toEqual(shown.map((_row, index) => index));
  });

  it.each<[number, readonly number[]]>([
    [0, [0]],
    [1, [0, 1, 7, 10, 11]],
    [2, [0, 1, 2, 3, 6, 7, 8, 9, 10, 11]],
    [3, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  ])('folds all from depth %i', (depth, shown) => expect(all(foldedFrom(rows, depth))).toEqual(shown));

  it('gives a hidden row the position of what hides it', () => {
    const fold = toggled(rows, unfolded(rows), 1);
    expect([2, 3, 4, 5, 6].map((row) => positionOfRow(rows, fold, row))).toEqual([1, 1, 1, 1, 1]);
    expect(positionOfRow(rows, fold, 7)).toBe(2);
  });

  it('reveals a row by unfolding what is around it only', () => {
    const fold = revealed(rows, foldedFrom(rows, 0), 4);
    expect(all(fold)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 10, 11]);
    expect(isFolded(fold, 7)).toBe(true);
    expect(revealed(rows, fold, 4)).toBe(fold);
  });

  it('gives a window of the rows', () => {
    const fold = toggled(rows, unfolded(rows), 1);
    expect(visibleRows(fold, 1, 2)).toEqual([1, 7]);
    expect(visibleRows(fold, 5, 9)).toEqual([10, 11]);
    expect(visibleRows(fold, 9, 9)).toEqual([]);
    expect(rowOfPosition(fold, 2)).toBe(7);
  });

  it('is quick with hundreds of thousands folded', () => {
    const many = createRows(`[${'[1,2],'.repeat(300_000)}0]`)!;
    let fold = foldedFrom(many, 1);
    for (let row = 1; row < 41; row += 4) fold = toggled(many, fold, row);
    expect(fold.length).toBe(300_003 + 30);
    // To go through all of them for each screen would take minutes.
    const seen = new Set<number>();
    for (let position = 0; position < fold.length; position += 4) {
      for (const row of visibleRows(fold, position, 4)) seen.add(row);
    }
    expect(seen.size).toBe(fold.length);
  });
});
