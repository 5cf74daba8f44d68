import { OPAQUE, type Raster } from './raster.ts';

/** How many colours a terminal has: all of 24 bits, or the palette of 256. */
export type Depth = '24 bit' | '256';

/** How a picture is drawn in cells of text: by half blocks in colours, or without colours by light and dark signs. */
export type CellLook = Depth | 'ramp';

/** Rows of text that show a picture, two pixels a cell: one above the other, which makes them about square. */
export const inCells = (raster: Raster, look: CellLook): readonly string[] =>
  look === 'ramp' ? ramp(raster) : halfBlocks(raster, look);

/** The half blocks: the colour of the sign is one pixel, its background the one beside it. */
const UPPER = '▀';
const LOWER = '▄';

function halfBlocks(raster: Raster, depth: Depth): readonly string[] {
  const rows: string[] = [];
  for (let y = 0; y < raster.height; y += 2) rows.push(rowOf(raster, y, depth));
  return rows;
}

function rowOf(raster: Raster, y: number, depth: Depth): string {
  let row = '';
  // Of the foreground and of the background: only what differs from the cell before is written.
  let [front, back] = ['39', '49'];
  for (let x = 0; x < raster.width; x += 1) {
    const above = colourAt(raster, x, y, depth);
    const below = y + 1 < raster.height ? colourAt(raster, x, y + 1, depth) : undefined;
    const sign = above === undefined ? (below === undefined ? ' ' : LOWER) : UPPER;
    const behind = above === undefined || below === undefined ? '49' : `48;${below}`;
    const before = above ?? below;
    const codes: string[] = [];
    if (before !== undefined && front !== `38;${before}`) {
      front = `38;${before}`;
      codes.push(front);
    }
    if (back !== behind) {
      back = behind;
      codes.push(back);
    }
    row += codes.length === 0 ? sign : `\x1b[${codes.join(';')}m${sign}`;
  }
  return front === '39' && back === '49' ? row : `${row}\x1b[39;49m`;
}

/** The parameters of a colour (SGR 38 and 48); nothing where the picture is transparent. */
function colourAt({ rgba, width }: Raster, x: number, y: number, depth: Depth): string | undefined {
  const at = (y * width + x) * 4;
  if (rgba[at + 3]! < OPAQUE) return undefined;
  const [red, green, blue] = [rgba[at]!, rgba[at + 1]!, rgba[at + 2]!];
  return depth === '24 bit' ? `2;${red};${green};${blue}` : `5;${nearest(red, green, blue)}`;
}

/** The six levels that the cube of the palette has for each channel. */
const LEVELS = [0, 95, 135, 175, 215, 255];

/** The colour of the 256 that is nearest: one of the cube (16 to 231) or one of the greys (232 to 255). */
function nearest(red: number, green: number, blue: number): number {
  const [r, g, b] = [levelOf(red), levelOf(green), levelOf(blue)];
  const shade = Math.max(0, Math.min(23, Math.round(((red + green + blue) / 3 - 8) / 10)));
  const distance = (...[x, y, z]: readonly [number, number, number]): number =>
    (x - red) ** 2 + (y - green) ** 2 + (z - blue) ** 2;
  const grey = 8 + shade * 10;
  return distance(grey, grey, grey) < distance(LEVELS[r]!, LEVELS[g]!, LEVELS[b]!)
    ? 232 + shade
    : 16 + 36 * r + 6 * g + b;
}

/** The number of the level nearest to a value: halfway between two it is the upper one. */
const levelOf = (value: number): number =>
  value < 48 ? 0 : value < 115 ? 1 : Math.min(5, Math.floor((value - 35) / 40));

/** From dark to light, as it looks on a dark background. */
const RAMP = ' .:-=+*#%@';

function ramp({ width, height, rgba }: Raster): readonly string[] {
  const lightAt = (x: number, y: number): number => {
    const at = (Math.min(y, height - 1) * width + x) * 4;
    // The weights of Rec. 709; what is transparent is dark.
    const light = 0.2126 * rgba[at]! + 0.7152 * rgba[at + 1]! + 0.0722 * rgba[at + 2]!;
    return (light / 255) * (rgba[at + 3]! / 255);
  };
  return Array.from({ length: Math.ceil(height / 2) }, (_, row) =>
    Array.from({ length: width }, (__, x) => {
      const light = (lightAt(x, row * 2) + lightAt(x, row * 2 + 1)) / 2;
      return RAMP[Math.round(light * (RAMP.length - 1))];
    }).join(''),
  );
}
