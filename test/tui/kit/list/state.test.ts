import { describe, expect, it } from 'vitest';
import { emptyList, filterBy, moveBy, placeIn, windowOf } from '../../../../src/tui/kit/list/state.ts';

const keys = Array.from({ length: 20 }, (_, at) => `k${at}`);

describe('placeIn', () => {
  it.each([
    [undefined, keys, 0],
    ['k7', keys, 7],
    ['gone', keys, 0],
    ['k7', [], -1],
  ] as const)('finds %s', (selected, shown, place) => {
    expect(placeIn(selected === undefined ? emptyList : { ...emptyList, selected }, shown)).toBe(place);
  });
});

describe('windowOf', () => {
  it.each([
    ['all that fits', 0, 0, 3, 10, [0, 3]],
    ['from the top', 0, 0, 20, 5, [0, 5]],
    ['down to the selected row', 0, 7, 20, 5, [3, 8]],
    ['up to the selected row', 10, 4, 20, 5, [4, 9]],
    ['where it was', 4, 6, 20, 5, [4, 9]],
    ['no room wasted at the end', 18, 19, 20, 5, [15, 20]],
    ['nothing', 3, -1, 0, 5, [0, 0]],
    ['no rows at all', 3, 4, 20, 0, [5, 5]],
  ] as const)('shows %s', (_, top, place, count, height, expected) => {
    const { from, to } = windowOf(top, place, count, height);
    expect([from, to]).toEqual(expected);
  });

  it('holds the selected row in every case', () => {
    for (let top = 0; top < 25; top++) {
      for (let place = 0; place < 20; place++) {
        for (const height of [1, 2, 7, 30]) {
          const { from, to } = windowOf(top, place, 20, height);
          expect(from <= place && place < to && to - from === Math.min(height, 20)).toBe(true);
        }
      }
    }
  });
});

describe('moveBy', () => {
  it.each([
    [1, 'k1'],
    [-1, 'k0'],
    [5, 'k5'],
    [100, 'k19'],
  ])('moves %d rows from the first', (rows, selected) => {
    expect(moveBy(emptyList, keys, rows, 5).selected).toBe(selected);
  });

  it('scrolls only as far as it must', () => {
    const down = moveBy(emptyList, keys, 6, 5);
    expect(down.top).toBe(2);
    expect(moveBy(down, keys, -2, 5).top).toBe(2);
    expect(moveBy(down, keys, -5, 5).top).toBe(1);
  });

  it('does nothing in an empty list', () => {
    expect(moveBy(emptyList, [], 1, 5)).toBe(emptyList);
  });
});

describe('filterBy', () => {
  const list = { ...emptyList, selected: 'k7', top: 4 };
  const found = ['k12', 'k7'];

  it('puts the cursor on the best match, whatever was selected', () => {
    expect(placeIn(filterBy(list, 'x'), found)).toBe(0);
    expect(placeIn(filterBy(moveBy(filterBy(list, 'x'), found, 1, 5), 'xy'), found)).toBe(0);
  });

  it('is back on what was selected when the filter is taken away', () => {
    expect(filterBy(filterBy(filterBy(list, 'x'), 'xy'), '')).toEqual({ ...list, top: 0 });
    expect(filterBy(list, '')).toBe(list);
  });

  it.each([
    ['kept', 0, 'k12'],
    ['moved to', 1, 'k7'],
  ])('stays on a match that was %s', (_, rows, selected) => {
    const kept = moveBy(filterBy({ ...list, selected: 'k3' }, 'x'), found, rows, 5);
    expect(filterBy(kept, '')).toEqual({ selected, filter: '', top: 0 });
  });
});
