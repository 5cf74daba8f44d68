/** A decoded picture. */
export interface Raster {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel (red, green, blue, opacity; not multiplied), row by row from the top. */
  readonly rgba: Uint8Array;
}

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
