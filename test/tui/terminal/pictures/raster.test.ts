import { describe, expect, it } from 'vitest';
import { fitted, type PixelSize, type Raster, scaled } from '../../../../src/tui/terminal/pictures/raster.ts';
import { drawn, pixels } from './looking.ts';

const CASES: readonly (readonly [string, Raster, PixelSize, readonly (readonly number[])[]])[] = [
  ['four to one', drawn('wk', 'kw'), { width: 1, height: 1 }, [[128, 128, 128, 255]]],
  [
    'a row to half',
    drawn('wwkk'),
    { width: 2, height: 1 },
    [
      [255, 255, 255, 255],
      [0, 0, 0, 255],
    ],
  ],
  [
    'three to two: the middle one is halved',
    drawn('wkk'),
    { width: 2, height: 1 },
    [
      [170, 170, 170, 255],
      [0, 0, 0, 255],
    ],
  ],
  ['a transparent pixel adds no colour', drawn('r.'), { width: 1, height: 1 }, [[255, 0, 0, 128]]],
  ['nothing stays nothing', drawn('..', '..'), { width: 1, height: 1 }, [[0, 0, 0, 0]]],
  [
    'one to two repeats it',
    drawn('g'),
    { width: 2, height: 1 },
    [
      [0, 255, 0, 255],
      [0, 255, 0, 255],
    ],
  ],
];

describe('scaled', () => {
  it.each(CASES)('%s', (_, from, to, expected) => {
    const found = scaled(from, to);
    expect(found).toMatchObject(to);
    expect(pixels(found)).toEqual(expected);
  });

  it('gives the same picture back in its own size', () => {
    const from = drawn('rgb');
    expect(scaled(from, { width: 3, height: 1 })).toBe(from);
  });

  it('keeps the mean of a picture whatever the sizes are', () => {
    const from = drawn('wkwkwkw', 'kkwwkkw', 'wwwkkkw', 'kwkwkww', 'wkkkkkw');
    const mean = (raster: Raster) =>
      pixels(raster).reduce((sum, [red = 0]) => sum + red, 0) / (raster.rgba.length / 4);
    for (const size of [
      { width: 3, height: 2 },
      { width: 5, height: 4 },
      { width: 1, height: 5 },
    ])
      expect(mean(scaled(from, size))).toBeCloseTo(mean(from), 0);
  });
});

describe('fitted', () => {
  it.each([
    ['wide', { width: 320, height: 160 }, { width: 80, height: 80 }, { width: 80, height: 40 }],
    ['tall', { width: 160, height: 320 }, { width: 80, height: 80 }, { width: 40, height: 80 }],
    ['small', { width: 16, height: 16 }, { width: 80, height: 80 }, { width: 16, height: 16 }],
    ['a line', { width: 9000, height: 1 }, { width: 80, height: 80 }, { width: 80, height: 1 }],
  ])('%s', (_, size, within, expected) => {
    expect(fitted(size, within)).toEqual(expected);
  });
});
