/** A decoded picture. */
export interface Raster {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel (red, green, blue, opacity; not multiplied), row by row from the top. */
  readonly rgba: Uint8Array;
}

/** Less opaque than this, of 255, is the terminal's own background. */
export const OPAQUE = 128;

/** Width and height, in pixels. */
export type PixelSize = Pick<Raster, 'width' | 'height'>;

/** The largest size of the same shape that fits into another one; never larger than it is, and at least one by one. */
export function fitted({ width, height }: PixelSize, within: PixelSize): PixelSize {
  const scale = Math.min(1, within.width / width, within.height / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/**
 * A picture in a smaller size, by the mean of what each new pixel covers (a box filter), a pixel at the edge of the
 * box by the part that is inside. What is transparent adds no colour. The same picture when the size is its own.
 */
export function scaled(from: Raster, { width, height }: PixelSize): Raster {
  if (from.width === width && from.height === height) return from;
  const rgba = new Uint8Array(width * height * 4);
  const columns = Array.from({ length: width }, (_, x) => covered(x, from.width / width, from.width));
  for (let y = 0; y < height; y += 1) {
    const rows = covered(y, from.height / height, from.height);
    for (let x = 0; x < width; x += 1) mean(from, columns[x]!, rows, rgba, (y * width + x) * 4);
  }
  return { width, height, rgba };
}

/** The pixels that one new pixel covers in one direction, with the part of each that is inside. */
type Covered = readonly (readonly [place: number, part: number])[];

function covered(place: number, step: number, length: number): Covered {
  const [start, end] = [place * step, Math.min(length, (place + 1) * step)];
  const found: [number, number][] = [];
  for (let at = Math.floor(start); at < end && at < length; at += 1) {
    const part = Math.min(at + 1, end) - Math.max(at, start);
    if (part > 1e-9) found.push([at, part]);
  }
  return found;
}

function mean(from: Raster, columns: Covered, rows: Covered, into: Uint8Array, place: number): void {
  let [red, green, blue, opacity, area] = [0, 0, 0, 0, 0];
  for (const [y, tall] of rows) {
    for (const [x, wide] of columns) {
      const at = (y * from.width + x) * 4;
      const part = tall * wide;
      const weight = part * from.rgba[at + 3]!;
      red += weight * from.rgba[at]!;
      green += weight * from.rgba[at + 1]!;
      blue += weight * from.rgba[at + 2]!;
      opacity += weight;
      area += part;
    }
  }
  if (opacity === 0) return;
  into[place] = Math.round(red / opacity);
  into[place + 1] = Math.round(green / opacity);
  into[place + 2] = Math.round(blue / opacity);
  into[place + 3] = Math.round(opacity / area);
}
