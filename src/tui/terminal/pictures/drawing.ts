import { memo } from '../../../time/memo.ts';
import { decodeApart } from '../decoder.ts';
import { type CellLook, inCells } from './cells.ts';
import type { Blob } from './picture.ts';
import { type PixelSize, scaled } from './raster.ts';

/** What has become of a picture that is to be drawn in a pane. */
export type PictureDrawing =
  /** It is being decoded; how much room it takes is known from its first bytes, if they tell. */
  | { readonly kind: 'waiting'; readonly size: PixelSize | undefined }
  | {
      readonly kind: 'ready';
      readonly size: PixelSize;
      /** Draws it in so many pixels, two of them a cell, one above the other: rows of text with their colours. */
      readonly paint: (width: number, height: number, look: CellLook) => readonly string[];
    }
  /** Why it is not drawn, in a sentence. */
  | { readonly kind: 'failed'; readonly why: string };

/** Pixels that are kept of a picture to be drawn within a pane, two a cell: no window has more. */
const KEPT = { width: 640, height: 640 };

/** Decodes a picture that is to be drawn in a pane; what was painted last is remembered. Never rejects. */
export async function drawPicture(blob: Blob): Promise<PictureDrawing> {
  const decoded = await decodeApart(blob, KEPT);
  if (decoded.kind === 'failed') return decoded;
  const { raster } = decoded;
  return {
    kind: 'ready',
    size: { width: raster.width, height: raster.height },
    paint: memo((width, height, look) => inCells(scaled(raster, { width, height }), look)),
  };
}
