/** The part of gifenc that is used; it comes without types. */
declare module 'gifenc' {
  /** Red, green, blue, each 0–255. */
  type Colour = readonly number[];

  interface FrameOptions {
    /** Needed for the first frame, which makes it the palette of all. */
    readonly palette?: readonly Colour[];
    /** ms. */
    readonly delay?: number;
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
    /** 1 leaves a frame standing under the next. */
    readonly dispose?: number;
  }

  interface Encoder {
    writeFrame(pixels: Uint8Array, width: number, height: number, options?: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array;
  }

  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8Array | Uint8ClampedArray, maxColours: number): Colour[];
  export function applyPalette(rgba: Uint8Array | Uint8ClampedArray, palette: readonly Colour[]): Uint8Array;
}
