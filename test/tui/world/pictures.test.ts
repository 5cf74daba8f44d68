import { expect, it } from 'vitest';
import { skyPicture } from '../../../src/demo/sky.ts';
import type { PictureDrawing } from '../../../src/tui/terminal/pictures/drawing.ts';
import type { Blob } from '../../../src/tui/terminal/pictures/picture.ts';
import { createPictures } from '../../../src/tui/world/pictures.ts';

const blob: Blob = {
  kind: 'blob',
  base64: Buffer.from(skyPicture(40)).toString('base64'),
  mimeType: 'image/png',
};

it('decodes a picture once, however often it is shown meanwhile, and no other beside it', async () => {
  const other = { ...blob };
  const asked: Blob[] = [];
  const failed: PictureDrawing = { kind: 'failed', why: 'broken' };
  await new Promise<void>((changed) => {
    const pictures = createPictures(changed, async (one) => {
      asked.push(one);
      return failed;
    });
    expect(pictures.drawing(blob)).toMatchObject({ kind: 'waiting', size: { width: 40 } });
    pictures.decode([blob]);
    pictures.decode([blob, other]);
    expect(pictures.drawing(blob).kind).toBe('waiting');
  });
  expect(asked).toEqual([blob]);
});
