/** The box that a picture has to fit into, in cells; `own` leaves it as large as it is. */
export type Box = { readonly columns: number; readonly rows: number } | 'own';

/**
 * An inline image of iTerm2 (https://iterm2.com/documentation-images.html). The file is passed on as it is, as
 * base64; its name is ours.
 */
export function itermPicture(file: Uint8Array, box: Box): string {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const [width, height] = box === 'own' ? ['auto', 'auto'] : [box.columns, box.rows];
  const told = [
    `name=${Buffer.from('picture').toString('base64')}`,
    `size=${bytes.length}`,
    `width=${width}`,
    `height=${height}`,
    'preserveAspectRatio=1',
    'inline=1',
  ];
  return `\x1b]1337;File=${told.join(';')}:${bytes.toString('base64')}\x07`;
}
