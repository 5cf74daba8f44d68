import { type CellLook, inCells } from './cells.ts';
import { itermPicture } from './iterm.ts';
import { kittyPicture } from './kitty.ts';
import type { Answers, Protocol } from './protocol.ts';
import { fitted, type PixelSize, type Raster, scaled } from './raster.ts';
import { sixels } from './sixel.ts';

/** How a picture is brought onto the screen. */
export type Means = Protocol | 'sixel' | CellLook;

/** A picture to be shown. */
export interface ShownPicture {
  /** Of its file; it has been decoded, so that it is what it says. */
  readonly file: Uint8Array;
  readonly isPng: boolean;
  /** Of its file, in pixels. */
  readonly size: PixelSize;
  /** Its pixels, as many as were kept. */
  readonly raster: Raster;
}

/** Room for it, in cells. */
export interface Room {
  readonly columns: number;
  readonly rows: number;
}

/** A cell in pixels where the terminal does not tell: none has smaller ones, so that the picture has room. */
const CELL = { width: 6, height: 12 };

/** The sequences that show a picture from the upper left corner on, as large as it is or as there is room. */
export function screenful(
  shown: ShownPicture,
  means: Means,
  { columns, rows }: Room,
  { cell = CELL }: Pick<Answers, 'cell'>,
): readonly string[] {
  const { file, size, raster } = shown;
  const area = { width: columns * cell.width, height: rows * cell.height };
  const isSmall = size.width <= area.width && size.height <= area.height;
  switch (means) {
    case 'kitty': {
      const isWide = size.width / area.width >= size.height / area.height;
      return kittyPicture(shown.isPng ? file : raster, isSmall ? {} : isWide ? { columns } : { rows });
    }
    case 'iterm':
      return [itermPicture(file, isSmall ? 'own' : { columns, rows })];
    case 'sixel':
      return [sixels(scaled(raster, fitted(raster, area)))];
    case '24 bit':
    case '256':
    case 'ramp':
      return [
        inCells(scaled(raster, fitted(raster, { width: columns, height: rows * 2 })), means).join('\r\n'),
      ];
  }
}
