import { memoOf } from '../../time/memo.ts';
import type { PictureDrawing } from '../terminal/pictures/drawing.ts';
import { type Blob, dimensionsOf, formatOf } from '../terminal/pictures/picture.ts';
import { fitted, type PixelSize } from '../terminal/pictures/raster.ts';

/** The pictures that are drawn in the panes of a session. */
export interface Pictures {
  /** What has become of one so far. */
  drawing(blob: Blob): PictureDrawing;
  /** Decodes the first that is not decoded yet, one at a time: call it again when one is. */
  decode(blobs: readonly Blob[]): void;
}

/** Keeps each picture as long as what shows it; `changed` is called when one is decoded. */
export function createPictures(changed: () => void, draw = drawn): Pictures {
  const drawings = new WeakMap<Blob, PictureDrawing>();
  let isDecoding = false;
  return {
    drawing: (blob) => drawings.get(blob) ?? waiting(blob),
    decode(blobs) {
      const next = isDecoding ? undefined : blobs.find((blob) => !drawings.has(blob));
      if (next === undefined) return;
      isDecoding = true;
      void draw(next).then((drawing) => {
        isDecoding = false;
        drawings.set(next, drawing);
        changed();
      });
    },
  };
}

/** Why there is a sentence in the place of a picture that is read aloud. */
export const NOT_DRAWN = 'Images are not drawn for screen readers; s saves the image.';

/** What stands in the place of each picture where none is drawn. */
export const noPictures: Pictures = {
  drawing: () => ({ kind: 'failed', why: NOT_DRAWN }),
  decode() {},
};

/** Decodes a picture. What that takes is loaded with the first one. */
async function drawn(blob: Blob): Promise<PictureDrawing> {
  const { drawPicture } = await import('../terminal/pictures/drawing.ts');
  return drawPicture(blob);
}

/** A picture that is not decoded yet. */
export const waiting = memoOf((blob: Blob): PictureDrawing => ({ kind: 'waiting', size: pictureSize(blob) }));

/** Bytes of a file in which its size stands. */
const HEAD = 256 * 1024;

/** The size given at the beginning of a picture; nothing for anything else. */
export const pictureSize = (blob: Pick<Blob, 'base64'>): PixelSize | undefined =>
  dimensionsOf(headOf(blob, HEAD));

/** Do the bytes say that they are a picture, or are they said to be one? */
export const isPicture = (blob: Blob): boolean =>
  /^image\//i.test(blob.mimeType) || formatOf(headOf(blob, 16)) !== undefined;

/** The size in pixels that a picture has in so many cells, two pixels a cell, one above the other. */
export const sizeInCells = (size: PixelSize, cells: number, rows: number): PixelSize =>
  fitted(size, { width: cells, height: 2 * rows });

/** The first bytes. */
const headOf = ({ base64 }: Pick<Blob, 'base64'>, length: number): Uint8Array =>
  Buffer.from(base64.slice(0, Math.ceil(length / 3) * 4), 'base64');
