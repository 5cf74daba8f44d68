import { expect, test } from 'vitest';
import { spotAt } from '../../../src/tui/shell/pointer.ts';
import { layout, type Wish } from '../../../src/tui/world/layout.ts';

const WISH: Wish = {
  arrangement: 'beside',
  several: false,
  focus: 'list',
  zoom: false,
  dock: true,
  dockSize: 'usual',
  linear: false,
  bottom: 0,
};

/** What lies at a cell, in words. */
function told(columns: number, rows: number, wish: Partial<Wish>, row: number, column: number): string {
  const spot = spotAt(layout({ columns, rows }, { ...WISH, ...wish }), row, column);
  return spot === undefined
    ? 'nothing'
    : [spot.part, spot.row].filter((word) => word !== undefined).join(' ');
}

test.each([
  // 120×32: header, tabs, list of 34 columns and detail 23 rows high, dock of 6 rows, footer.
  [120, 32, {}, 0, 5, 'nothing'],
  [120, 32, {}, 1, 5, 'tabs'],
  [120, 32, {}, 2, 5, 'list'],
  [120, 32, {}, 3, 5, 'list 0'],
  [120, 32, {}, 23, 33, 'list 20'],
  [120, 32, {}, 24, 33, 'list'],
  [120, 32, {}, 3, 34, 'detail 0'],
  [120, 32, {}, 25, 0, 'dock'],
  [120, 32, {}, 30, 0, 'dock'],
  [120, 32, {}, 31, 0, 'nothing'],
  // With more than one session their row is above the tabs.
  [120, 32, { several: true }, 1, 5, 'sessions'],
  [120, 32, { several: true }, 2, 5, 'tabs'],
  [120, 32, { several: true }, 4, 5, 'list 0'],
  // A log above its detail.
  [120, 32, { arrangement: 'stacked', dock: false }, 3, 0, 'list 0'],
  [120, 32, { arrangement: 'stacked', dock: false }, 14, 0, 'detail'],
  [120, 32, { arrangement: 'stacked', dock: false }, 15, 119, 'detail 0'],
  // One pane alone: by zoom (without tabs), by its screen, in a small window (without a border).
  [120, 32, { zoom: true, focus: 'detail' }, 1, 0, 'detail'],
  [120, 32, { zoom: true, focus: 'detail' }, 2, 0, 'detail 0'],
  [120, 32, { arrangement: 'single', focus: 'main' }, 3, 100, 'main 0'],
  [50, 12, {}, 1, 0, 'list'],
  [50, 12, {}, 2, 49, 'list 0'],
  [30, 8, {}, 2, 2, 'nothing'],
] as const)('%i×%i with %j: at %i, %i lies %s', (columns, rows, wish, row, column, spot) => {
  expect(told(columns, rows, wish, row, column)).toBe(spot);
});
