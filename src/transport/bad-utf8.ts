/** The offset of the first byte that is no UTF-8, or -1; `text` is what the bytes were read as. */
export function badUtf8(bytes: Buffer, text: string): number {
  if (!text.includes('\uFFFD')) return -1;
  const good = Buffer.from(text);
  if (good.equals(bytes)) return -1;
  return bytes.findIndex((byte, at) => byte !== good[at]);
}
