import { memoOf } from '../../time/memo.ts';
import type { PictureDrawing } from '../terminal/pictures/drawing.ts';
import { type Blob, dimensionsOf, formatOf } from '../terminal/pictures/picture.ts';
import { fitted, type PixelSize } from '../terminal/pictures/raster.ts';

/** The pictures that are drawn in the panes of a session. */
export interface Pictures {
  /** What has become of one so far. */
  drawing(blob: Blob): PictureDrawing;
  /** Decodes those that nobody has asked for yet. */
  decode(blobs: readonly Blob[]): void;
}

/** Keeps each picture as long as what shows it; `changed` is called when one is decoded. */
export function createPictures(changed: () => void, draw = drawn): Pictures {
  const drawings = new WeakMap<Blob, PictureDrawing>();
  return {
    drawing: (blob) => drawings.get(blob) ?? waiting(blob),
    decode(blobs) {
      for (const blob of blobs) {
        if (drawings.has(blob)) continue;
        drawings.set(blob, waiting(blob));
        void draw(blob).then((drawing) => {
          drawings.set(blob, drawing);
          changed();
        });
      }
    },
  };
}

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
