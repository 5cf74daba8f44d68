/** What {@link otherOrder} does. */
export type Decode = typeof otherOrder;

/** The order of the bytes in UTF-16. */
export type Order = 'little-endian' | 'big-endian';

/**
 * A line of UTF-16 as UTF-8; undefined when it is none. Lines are split at the byte 0x0A, so that the zero beside it stands
 * at the beginning of the next line (little-endian) or at the end of its own.
 *
 * @param known the order of the lines before
 */
export function otherOrder(
  line: Buffer,
  known: Order | undefined,
): { readonly order: Order; readonly bytes: Buffer } | undefined {
  if (!line.includes(0) || !isUtf16(line)) return undefined;
  const isBig = line[0] === 0 || (line[0] === 0xfe && line[1] === 0xff);
  const order = known ?? (isBig ? 'big-endian' : 'little-endian');
  const isOdd = line.length % 2 === 1;
  const from = isOdd && order === 'little-endian' ? 1 : 0;
  const pairs = Buffer.from(line.subarray(from, isOdd && from === 0 ? line.length - 1 : line.length));
  if (order === 'big-endian') pairs.swap16();
  return { order, bytes: Buffer.from(pairs.toString('utf16le').replace(/^\uFEFF/, '')) };
}

/** Whether every other byte is zero, as it is in the UTF-16 of ASCII; JSON is mostly that. */
function isUtf16(line: Buffer): boolean {
  const head = line.subarray(0, 200);
  let zeros = 0;
  for (const byte of head) if (byte === 0) zeros += 1;
  return zeros * 3 >= head.length;
}
