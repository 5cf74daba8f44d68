/** What a viewer shows at the end of a GIF (89a), and how long it takes. Only what our own films use: one palette. */
export interface Shown {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** ms. */
  readonly duration: number;
  /** Red, green, blue a pixel, after the last frame. */
  readonly rgb: Uint8Array;
}

/** Plays a GIF to its end. */
export function playGif(gif: Buffer): Shown {
  const [width, height] = [gif.readUInt16LE(6), gif.readUInt16LE(8)];
  const colours = 2 << ((gif[10] ?? 0) & 7);
  const palette = gif.subarray(13, 13 + colours * 3);
  const rgb = new Uint8Array(width * height * 3);
  let [at, frames, duration, clear] = [13 + colours * 3, 0, 0, -1];
  const blocks = (): Buffer => {
    const parts: Buffer[] = [];
    for (let size = gif[at++] ?? 0; size > 0; size = gif[at++] ?? 0) {
      parts.push(gif.subarray(at, at + size));
      at += size;
    }
    return Buffer.concat(parts);
  };
  for (let kind = gif[at++]; kind !== 0x3b; kind = gif[at++]) {
    if (kind === 0x21) {
      const isControl = gif[at++] === 0xf9;
      const data = blocks();
      if (!isControl) continue;
      duration += data.readUInt16LE(1) * 10;
      clear = (data[0] ?? 0) & 1 ? (data[3] ?? 0) : -1;
    } else if (kind === 0x2c) {
      at += 9;
      const pixels = unpack(gif[at++] ?? 0, blocks(), width * height);
      pixels.forEach((colour, i) => {
        if (colour !== clear) rgb.set(palette.subarray(colour * 3, colour * 3 + 3), i * 3);
      });
      frames++;
    } else throw new Error(`no GIF block begins with ${kind}`);
  }
  return { width, height, frames, duration, rgb };
}

/** LZW with codes of growing length, as in appendix F of the GIF specification. */
function unpack(bits: number, data: Buffer, count: number): Uint8Array {
  const [clear, end] = [1 << bits, (1 << bits) + 1];
  const pixels = new Uint8Array(count);
  let table: number[][] = [];
  let [size, filled, buffer, held] = [bits + 1, 0, 0, 0];
  let before: number[] | undefined;
  for (const byte of data) {
    buffer |= byte << held;
    held += 8;
    while (held >= size) {
      const code = buffer & ((1 << size) - 1);
      buffer >>>= size;
      held -= size;
      if (code === end) return pixels;
      if (code === clear) {
        table = Array.from({ length: end + 1 }, (_, i) => [i]);
        size = bits + 1;
        before = undefined;
        continue;
      }
      const entry: number[] = table[code] ?? [...(before ?? []), before?.[0] ?? 0];
      pixels.set(entry, filled);
      filled += entry.length;
      if (before !== undefined && table.length < 4096) table.push([...before, entry[0] ?? 0]);
      if (table.length === 1 << size && size < 12) size++;
      before = entry;
    }
  }
  return pixels;
}
