import { OPAQUE, type Raster } from './raster.ts';

/** Levels of each channel: 6 by 6 by 6 colours, which every terminal with sixels has room for. */
const LEVELS = 6;
/** The pixels of a column of a band. */
const BAND = 6;

/**
 * By how much of a level a pixel is lifted before it is cut down to one, by its place (ordered dithering, Bayer's
 * 4 by 4): areas between two levels become a pattern of both.
 */
const LIFT = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map((step) => (step + 0.5) / 16);

/**
 * A picture as sixels (DEC STD 070): bands of six rows, in each of them a line for every colour, with repetitions
 * counted. Transparent pixels are left as they are.
 */
export function sixels(raster: Raster): string {
  const { width, height } = raster;
  const colours = coloursOf(raster);
  const used = [...new Set(colours)].filter((colour) => colour !== NONE).sort((a, b) => a - b);
  const palette = used.map((colour) => `#${colour};2;${channelsOf(colour).join(';')}`).join('');
  const bands: string[] = [];
  for (let top = 0; top < height; top += BAND) bands.push(bandOf(colours, raster, top));
  return `\x1bP0;1q"1;1;${width};${height}${palette}${bands.join('-')}\x1b\\`;
}

const NONE = 0xffff;

/** The number of the colour of each pixel. */
function coloursOf({ width, height, rgba }: Raster): Uint16Array {
  const colours = new Uint16Array(width * height);
  for (let place = 0; place < colours.length; place += 1) {
    const at = place * 4;
    const lift = LIFT[(Math.floor(place / width) % 4) * 4 + ((place % width) % 4)]!;
    const level = (value: number): number => Math.floor((value / 255) * (LEVELS - 1) + lift * 0.999);
    colours[place] =
      rgba[at + 3]! < OPAQUE
        ? NONE
        : (level(rgba[at]!) * LEVELS + level(rgba[at + 1]!)) * LEVELS + level(rgba[at + 2]!);
  }
  return colours;
}

/** Red, green and blue of a colour, in percent. */
function channelsOf(colour: number): readonly number[] {
  const levels = [Math.floor(colour / LEVELS ** 2), Math.floor(colour / LEVELS) % LEVELS, colour % LEVELS];
  return levels.map((level) => (level * 100) / (LEVELS - 1));
}

function bandOf(colours: Uint16Array, { width, height }: Raster, top: number): string {
  /** For each colour of the band a bit a pixel, six of them a column. */
  const lines = new Map<number, Uint8Array>();
  for (let y = top; y < Math.min(top + BAND, height); y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = colours[y * width + x]!;
      if (colour === NONE) continue;
      let line = lines.get(colour);
      if (line === undefined) {
        line = new Uint8Array(width);
        lines.set(colour, line);
      }
      line[x] = line[x]! | (1 << (y - top));
    }
  }
  return [...lines].map(([colour, line]) => `#${colour}${lineOf(line)}`).join('$');
}

/** Columns as characters from `?` on; more than three of the same as their number. What is empty at the end is left out. */
function lineOf(line: Uint8Array): string {
  let text = '';
  for (let at = 0; at < line.length; ) {
    let end = at + 1;
    while (end < line.length && line[end] === line[at]) end += 1;
    const character = String.fromCharCode(63 + line[at]!);
    if (end === line.length && line[at] === 0) break;
    text += end - at > 3 ? `!${end - at}${character}` : character.repeat(end - at);
    at = end;
  }
  return text;
}
