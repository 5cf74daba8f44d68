import type { Raster } from '../../../../src/tui/terminal/pictures/raster.ts';

/** Pixels by a letter each: white, black, red, green, blue, and `.` for what is transparent. */
const COLOURS: Readonly<Record<string, readonly number[]>> = {
  w: [255, 255, 255, 255],
  k: [0, 0, 0, 255],
  r: [255, 0, 0, 255],
  g: [0, 255, 0, 255],
  b: [0, 0, 255, 255],
  '.': [0, 0, 0, 0],
};

/** A picture drawn in letters, a row a string. */
export const drawn = (...rows: readonly string[]): Raster => ({
  width: rows[0]?.length ?? 0,
  height: rows.length,
  rgba: Uint8Array.from(rows.flatMap((row) => Array.from(row, (letter) => COLOURS[letter] ?? []).flat())),
});

/** The pixels of a picture, four numbers each. */
export const pixels = ({ rgba }: Raster): readonly (readonly number[])[] =>
  Array.from({ length: rgba.length / 4 }, (_, place) => [...rgba.subarray(place * 4, place * 4 + 4)]);
