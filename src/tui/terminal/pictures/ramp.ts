import type { Raster } from './raster.ts';

/** From dark to light, as it looks on a dark background. */
const RAMP = ' .:-=+*#%@';

/** Rows of text that show a picture by how light it is, two pixels a cell, one above the other: without colours. */
export function ramp({ width, height, rgba }: Raster): readonly string[] {
  const lightAt = (x: number, y: number): number => {
    const at = (Math.min(y, height - 1) * width + x) * 4;
    // The weights of Rec. 709; what is transparent is dark.
    const light = 0.2126 * rgba[at]! + 0.7152 * rgba[at + 1]! + 0.0722 * rgba[at + 2]!;
    return (light / 255) * (rgba[at + 3]! / 255);
  };
  return Array.from({ length: Math.ceil(height / 2) }, (_, row) =>
    Array.from({ length: width }, (__, x) => {
      const light = (lightAt(x, row * 2) + lightAt(x, row * 2 + 1)) / 2;
      return RAMP[Math.round(light * (RAMP.length - 1))];
    }).join(''),
  );
}
