import type { PixelSize } from './raster.ts';

/** Bytes, with the type that they are said to be of. */
export interface Blob {
  readonly kind: 'blob';
  readonly base64: string;
  readonly mimeType: string;
}

/** What a file of a picture is, by its own first bytes. */
export type PictureFormat = 'PNG' | 'GIF' | 'JPEG' | 'WebP';

/** The format that the first dozen bytes tell; nothing for any other. */
export function formatOf(bytes: Uint8Array): PictureFormat | undefined {
  const starts = (signature: string, at = 0): boolean =>
    bytes.length >= at + signature.length && ascii(bytes, at, signature.length) === signature;
  if (starts('PNG\r\n\x1a\n', 1)) return 'PNG';
  if (starts('GIF87a') || starts('GIF89a')) return 'GIF';
  if (starts('RIFF') && starts('WEBP', 8)) return 'WebP';
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? 'JPEG' : undefined;
}

/** The dimensions that the beginning of a PNG, GIF, JPEG or WebP file tells; nothing for any other file. */
export function dimensionsOf(bytes: Uint8Array): PixelSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (formatOf(bytes)) {
    case 'PNG':
      return bytes.length < 24 ? undefined : { width: view.getUint32(16), height: view.getUint32(20) };
    case 'GIF':
      return bytes.length < 10
        ? undefined
        : { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    case 'WebP':
      return webp(view, bytes);
    case 'JPEG':
      return jpeg(view);
    case undefined:
      return undefined;
  }
}

const ascii = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));

/** Segment after segment up to the one that begins a frame: its marker, two bytes of length, then what it holds. */
function jpeg(view: DataView): PixelSize | undefined {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function webp(view: DataView, bytes: Uint8Array): PixelSize | undefined {
  if (bytes.length < 30) return undefined;
  switch (ascii(bytes, 12, 4)) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const packed = view.getUint32(21, true);
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    default:
      return undefined;
  }
}

const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
