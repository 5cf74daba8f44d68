import { inflateSync } from 'node:zlib';
import { decode as decodeJpeg } from 'jpeg-js';
import { GifReader } from 'omggif';
import { PNG } from 'pngjs';
import { dimensionsOf, formatOf, type PictureFormat } from './picture.ts';
import type { PixelSize, Raster } from './raster.ts';

/** A decoded picture, or why there is none, in a sentence that may hold words of the picture's. */
export type Decoded =
  | { readonly kind: 'raster'; readonly raster: Raster }
  | { readonly kind: 'failed'; readonly why: string };

/** Pixels of the largest picture that is decoded, a little more than a screen of 4K: 36 MB. */
const MOST = 9_000_000;
/** MB that a JPEG may take meanwhile, by the count of its decoder. */
const MEMORY = 320;

/**
 * Decodes a PNG, a JPEG or the first frame of a GIF, each by a library; it runs in a thread of its own, so that they
 * are loaded only when there is something to draw. Never throws: what is too large, broken or of another format is
 * said in a sentence.
 */
export function decode(file: Uint8Array, mimeType: string): Decoded {
  const format = formatOf(file);
  if (format === undefined || format === 'WebP')
    return failed(`${nameOf(format, mimeType)} cannot be drawn here`);
  const size = dimensionsOf(file);
  if (size === undefined) return failed(`The ${format} ends before its size`);
  const tooLarge = whyTooLarge(size);
  if (tooLarge !== undefined) return failed(tooLarge);
  try {
    return { kind: 'raster', raster: DECODERS[format](file) };
  } catch (error) {
    return failed(`The ${format} is damaged (${error instanceof Error ? error.message : String(error)})`);
  }
}

const failed = (why: string): Decoded => ({ kind: 'failed', why: `${why}; s saves it unchanged.` });

const nameOf = (format: PictureFormat | undefined, mimeType: string): string =>
  format ?? (mimeType === '' ? 'This format (not PNG, JPEG or GIF)' : mimeType);

function whyTooLarge({ width, height }: PixelSize): string | undefined {
  if (width === 0 || height === 0) return 'The image has no pixels';
  if (width * height <= MOST) return undefined;
  return `${width}x${height} pixels are too many to draw; the limit is ${MOST / 1e6} million`;
}

const DECODERS = { PNG: png, JPEG: jpeg, GIF: gif };

function png(file: Uint8Array): Raster {
  const buffer = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  checkPng(buffer);
  const { width, height, data } = PNG.sync.read(buffer);
  return { width, height, rgba: data };
}

/**
 * Looks at the chunks before the decoder does: it would believe a second header, and it inflates an interlaced
 * picture however large that becomes.
 * @throws when it is not as it should be
 */
function checkPng(file: Buffer): void {
  const data: Buffer[] = [];
  for (let at = 8; at + 8 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IHDR' && (at !== 8 || length !== 13)) throw new Error('its header is not valid');
    if (at === 8 && type !== 'IHDR') throw new Error('it does not start with its header');
    if (type === 'IDAT') data.push(file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  if (file[28] !== 1) return;
  // Eight bytes a pixel, and a byte for each row of each of the seven passes.
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  inflateSync(Buffer.concat(data), { maxOutputLength: width * height * 8 + 7 * (height + 1) });
}

function jpeg(file: Uint8Array): Raster {
  const limits = { maxResolutionInMP: MOST / 1e6, maxMemoryUsageInMB: MEMORY };
  const { width, height, data } = decodeJpeg(file, { useTArray: true, formatAsRGBA: true, ...limits });
  return { width, height, rgba: data };
}

function gif(file: Uint8Array): Raster {
  const reader = new GifReader(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  const { width, height } = reader;
  if (reader.numFrames() === 0) throw new Error('it has no frame');
  const frame = reader.frameInfo(0);
  if (frame.width * frame.height > MOST) throw new Error('its frame is larger than the picture');
  if (frame.palette_offset === null) throw new Error('it has no colors');
  const rgba = new Uint8Array(width * height * 4);
  reader.decodeAndBlitFrameRGBA(0, rgba);
  return { width, height, rgba };
}
