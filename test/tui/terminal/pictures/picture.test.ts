import { describe, expect, it } from 'vitest';
import { dimensionsOf } from '../../../../src/tui/terminal/pictures/picture.ts';

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

describe('dimensionsOf', () => {
  it.each([
    ['png', bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 1, 64, 0, 0, 0, 160])],
    ['gif', bytes('GIF89a', [64, 1, 160, 0])],
    ['jpeg', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 11, 8, 0, 160, 1, 64, 3])],
    ['webp, lossy', bytes('RIFF....WEBPVP8 ....', [0, 0, 0, 0x9d, 1, 0x2a, 64, 1, 160, 0])],
    ['webp, lossless', bytes('RIFF....WEBPVP8L....', [0x2f, 0x3f, 0xc1, 0x27, 0], [0, 0, 0, 0, 0])],
    ['webp, extended', bytes('RIFF....WEBPVP8X....', [0, 0, 0, 0], [63, 1, 0, 159, 0, 0])],
  ])('reads %s', (_, file) => {
    expect(dimensionsOf(file)).toEqual({ width: 320, height: 160 });
  });

  it.each([
    ['nothing', bytes()],
    ['text', bytes('hello, this is no picture at all')],
    ['a PNG that is cut off', bytes('\x89PNG\r\n\x1a\n', [0, 0])],
    ['a JPEG without a frame', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0])],
    ['a JPEG that turns in a circle', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ])('knows nothing of %s', (_, file) => {
    expect(dimensionsOf(file)).toBeUndefined();
  });
});
