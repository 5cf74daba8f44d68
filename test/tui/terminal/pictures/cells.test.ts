import { describe, expect, it } from 'vitest';
import { inCells } from '../../../../src/tui/terminal/pictures/cells.ts';
import type { Raster } from '../../../../src/tui/terminal/pictures/raster.ts';
import { drawn } from './looking.ts';

/** Rows with `^` for ESC. */
const rows = (found: readonly string[]) => found.map((row) => row.replaceAll('\x1b', '^'));
const grey = (...levels: readonly number[]): Raster => ({
  width: levels.length,
  height: 1,
  rgba: Uint8Array.from(levels.flatMap((level) => [level, level, level, 255])),
});

describe('half blocks', () => {
  it.each([
    ['two pixels a cell', drawn('r', 'b'), ['^[38;2;255;0;0;48;2;0;0;255m▀^[39;49m']],
    ['a colour is written once', drawn('rr', 'bb'), ['^[38;2;255;0;0;48;2;0;0;255m▀▀^[39;49m']],
    [
      'only what changes is written',
      drawn('rr', 'bg'),
      ['^[38;2;255;0;0;48;2;0;0;255m▀^[48;2;0;255;0m▀^[39;49m'],
    ],
    ['an odd row at the end', drawn('r', 'r', 'g'), ['', '^[38;2;0;255;0m▀^[39;49m']],
    ['transparent above', drawn('.', 'g'), ['^[38;2;0;255;0m▄^[39;49m']],
    ['transparent below', drawn('g', '.'), ['^[38;2;0;255;0m▀^[39;49m']],
    ['nothing at all', drawn('..', '..'), ['  ']],
    [
      'the background comes back beside it',
      drawn('g.', 'b.'),
      ['^[38;2;0;255;0;48;2;0;0;255m▀^[49m ^[39;49m'],
    ],
  ])('%s', (_, raster, expected) => {
    const found = rows(inCells(raster, '24 bit'));
    expect(found).toHaveLength(expected.length);
    for (const [place, row] of expected.entries()) if (row !== '') expect(found[place]).toBe(row);
  });

  it.each([
    ['red', drawn('r'), 196],
    ['green', drawn('g'), 46],
    ['white', drawn('w'), 231],
    ['black', drawn('k'), 16],
    ['a grey of the ramp', grey(128), 244],
    ['a grey of the cube', grey(95), 59],
  ])('takes %s from the palette', (_, raster, colour) => {
    expect(rows(inCells(raster, '256'))).toEqual([`^[38;5;${colour}m▀^[39;49m`]);
  });
});

describe('ramp', () => {
  it.each([
    ['light and dark', drawn('wk', 'wk'), ['@ ']],
    ['a grey', grey(128), ['+']],
    ['the mean of two', drawn('w', 'k'), ['=']],
    ['green is lighter than blue', drawn('gb', 'gb'), ['*.']],
    ['transparent is dark', drawn('..', '..'), ['  ']],
    ['an odd row at the end', drawn('k', 'k', 'w'), [' ', '@']],
  ])('%s', (_, raster, expected) => {
    expect(inCells(raster, 'ramp')).toEqual(expected);
  });
});
