import type { Raster } from './raster.ts';

/** Base64 of one escape sequence, at most. */
const CHUNK = 4096;

/** Cells that a picture is scaled to: one of them, so that it keeps its shape. Without any it has its own size. */
export interface Cells {
  readonly columns?: number;
  readonly rows?: number;
}

/** The number by which a picture of ours is taken away again. */
const ID = 1781;

/**
 * The kitty graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol/): a PNG as it is, or the pixels of
 * any other picture, transmitted and shown where the cursor is, which stays there. The terminal answers nothing (q=2).
 * @returns escape sequences, one a chunk
 */
export function kittyPicture(picture: Uint8Array | Raster, { columns, rows }: Cells): readonly string[] {
  const [format, bytes] =
    picture instanceof Uint8Array
      ? ['f=100', picture]
      : [`f=32,s=${picture.width},v=${picture.height}`, picture.rgba];
  const cells = `${columns === undefined ? '' : `,c=${columns}`}${rows === undefined ? '' : `,r=${rows}`}`;
  const control = `a=T,${format},t=d,i=${ID},q=2,C=1${cells}`;
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  const count = Math.max(1, Math.ceil(base64.length / CHUNK));
  return Array.from({ length: count }, (_, place) => {
    const more = place < count - 1 ? 'm=1' : 'm=0';
    const chunk = base64.slice(place * CHUNK, (place + 1) * CHUNK);
    return `\x1b_G${place === 0 ? `${control},${more}` : `${more},q=2`};${chunk}\x1b\\`;
  });
}

/** Takes it away, and frees what the terminal holds of it. */
export const KITTY_DELETE = `\x1b_Ga=d,d=I,i=${ID},q=2\x1b\\`;
