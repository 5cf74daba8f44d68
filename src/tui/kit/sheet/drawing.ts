import { decodeApart } from '../../terminal/decoder.ts';
import { halfBlocks } from '../../terminal/pictures/blocks.ts';
import type { Blob } from '../../terminal/pictures/picture.ts';
import { ramp } from '../../terminal/pictures/ramp.ts';
import { scaled } from '../../terminal/pictures/scale.ts';
import { setDrawing } from './drawn.ts';

/** Pixels that are kept of a picture to be drawn within a pane, two a cell: no window has more. */
const KEPT = { width: 640, height: 640 };

/** Decodes a picture of a sheet and keeps what is to be drawn of it. Never rejects. */
export async function drawPicture(blob: Blob): Promise<void> {
  const decoded = await decodeApart(blob, KEPT);
  if (decoded.kind === 'failed') {
    setDrawing(blob, decoded);
    return;
  }
  const { raster } = decoded;
  setDrawing(blob, {
    kind: 'ready',
    size: { width: raster.width, height: raster.height },
    paint: (size, look) => {
      const small = scaled(raster, size);
      return look === 'ramp' ? ramp(small) : halfBlocks(small, look);
    },
  });
}
