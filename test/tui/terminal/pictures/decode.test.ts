import { deflateSync } from 'node:zlib';
import { encode } from 'jpeg-js';
import { GifWriter } from 'omggif';
import { describe, expect, it } from 'vitest';
import { png } from '../../../../src/demo/png.ts';
import { skyPicture } from '../../../../src/demo/sky.ts';
import { decode } from '../../../../src/tui/terminal/pictures/decode.ts';
import { pixels } from './looking.ts';

const RED_BLUE = png(2, 1, Uint8Array.from([255, 0, 0, 0, 0, 255]));

function gif(): Buffer {
  const buffer = Buffer.alloc(200);
  const writer = new GifWriter(buffer, 2, 1, { palette: [0xff0000, 0x0000ff] });
  writer.addFrame(0, 0, 2, 1, [0, 1]);
  writer.addFrame(0, 0, 2, 1, [1, 0]);
  return buffer.subarray(0, writer.end());
}

/** A PNG with other bytes at a place. */
const patched = (at: number, ...values: readonly number[]): Buffer => {
  const copy = Buffer.from(RED_BLUE);
  copy.set(values, at);
  return copy;
};

const chunk = (type: string, data: Buffer): Buffer => {
  const framed = Buffer.alloc(12 + data.length);
  framed.writeUInt32BE(data.length, 0);
  framed.write(type, 4, 'latin1');
  framed.set(data, 8);
  return framed;
};
const ihdr = (width: number, height: number, interlaced: number): Buffer => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 2, 0, 0, interlaced], 8);
  return chunk('IHDR', data);
};
const SIGNATURE = RED_BLUE.subarray(0, 8);

describe('decode', () => {
  it('reads a PNG to the pixel', () => {
    const found = decode(RED_BLUE, 'image/png');
    expect(found).toMatchObject({ kind: 'raster', raster: { width: 2, height: 1 } });
    expect(found.kind === 'raster' && pixels(found.raster)).toEqual([
      [255, 0, 0, 255],
      [0, 0, 255, 255],
    ]);
  });

  it('reads the first frame of a GIF, whatever it is said to be', () => {
    const found = decode(gif(), 'image/png');
    expect(found.kind === 'raster' && pixels(found.raster)).toEqual([
      [255, 0, 0, 255],
      [0, 0, 255, 255],
    ]);
  });

  it('reads a JPEG', () => {
    const data = Buffer.alloc(16 * 8 * 4, 255);
    const found = decode(encode({ width: 16, height: 8, data }, 90).data, 'image/jpeg');
    expect(found).toMatchObject({ kind: 'raster', raster: { width: 16, height: 8 } });
    expect(found.kind === 'raster' && pixels(found.raster)[100]).toEqual([255, 255, 255, 255]);
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'image/png', 'image/png cannot be drawn here; s saves it unchanged.'],
    ['WebP', Buffer.from('RIFF....WEBPVP8 ....'), 'image/webp', 'WebP cannot be drawn here'],
    ['SVG', Buffer.from('<svg/>'), 'image/svg+xml', 'image/svg+xml cannot be drawn here'],
    ['no type', Buffer.from('hello'), '', 'This format (not PNG, JPEG or GIF) cannot be drawn here'],
    ['a PNG of its signature', SIGNATURE, '', 'The PNG ends before its size'],
    ['a PNG that is cut off', RED_BLUE.subarray(0, 50), '', 'The PNG is damaged ('],
    ['a PNG with a wrong sum', patched(30, 1, 1), '', 'The PNG is damaged ('],
    ['a PNG of no pixels', patched(16, 0, 0, 0, 0), '', 'The image has no pixels'],
    ['a PNG of 4 billion by one', patched(16, 255, 255, 255, 255), '', '4294967295x1 pixels are too many'],
    ['a JPEG that is cut off', encodedJpeg().subarray(0, 300), '', 'The JPEG is damaged ('],
    ['a GIF that is cut off', gif().subarray(0, 25), '', 'The GIF is damaged ('],
    [
      'a second header, of a larger picture',
      Buffer.concat([SIGNATURE, ihdr(1, 1, 0), ihdr(60_000, 60_000, 0)]),
      '',
      'its header is not valid',
    ],
    [
      'an interlaced picture that would swell',
      Buffer.concat([SIGNATURE, ihdr(4, 4, 1), chunk('IDAT', deflateSync(Buffer.alloc(50_000_000)))]),
      '',
      'The PNG is damaged (Cannot create a Buffer larger than',
    ],
  ])('says of %s why it is not drawn', (_, file, mimeType, why) => {
    expect(decode(file, mimeType)).toEqual({ kind: 'failed', why: expect.stringContaining(why) });
  });

  it('is never thrown off by noise in a file', () => {
    const sky = skyPicture(40);
    for (let at = 8; at < sky.length; at += 97) {
      const noisy = Buffer.from(sky);
      noisy[at] = (noisy[at] ?? 0) ^ 0x5a;
      expect(['raster', 'failed']).toContain(decode(noisy, 'image/png').kind);
    }
  });
});

function encodedJpeg(): Buffer {
  return encode({ width: 64, height: 64, data: Buffer.alloc(64 * 64 * 4, 90) }, 90).data;
}
