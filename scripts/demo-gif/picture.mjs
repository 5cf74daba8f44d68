// @ts-check
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';

const fonts = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
for (const style of ['', '-Bold', '-Oblique', '-BoldOblique']) {
  GlobalFonts.registerFromPath(join(fonts, `DejaVuSansMono${style}.ttf`), `Mono${style}`);
}
GlobalFonts.registerFromPath(join(fonts, 'DejaVuSans.ttf'), 'Sans');

/** Pixels. */
const CELL = { width: 8, height: 17, font: 13, baseline: 13 };
const MARGIN = 10;

/**
 * The colours of a terminal: the 16 of its theme, the bright ones last, and those that hold without one.
 * @typedef {{ background: string, foreground: string, ansi: readonly string[] }} Palette
 */

/** @type {Palette} */
export const DARK = {
  background: '#14171f',
  foreground: '#cfd5e1',
  ansi: [
    ...['#2a2f3a', '#ec7279', '#8fc973', '#e0b05e', '#62a2f0', '#bd88e8', '#5cc2d2', '#c3cad8'],
    ...['#687183', '#ff8d94', '#b0e48c', '#fbcb7c', '#8ab9ff', '#d6a6ff', '#82dcea', '#ffffff'],
  ],
};

/** @type {Palette} */
export const LIGHT = {
  background: '#fbfbf8',
  foreground: '#2b303b',
  ansi: [
    ...['#2b303b', '#c2303a', '#3c7f22', '#96680a', '#1f62c0', '#8b3fc0', '#0b7a8c', '#c9ccd3'],
    ...['#5b6270', '#d9404a', '#4b962c', '#ad7b12', '#2f74d6', '#9d51d3', '#128fa3', '#ffffff'],
  ],
};

/** @typedef {import('../terminal.mjs').Terminal} Terminal */
/** @typedef {import('@xterm/headless').IBufferCell} Cell */

/**
 * What is on the screen now, as pixels.
 * @param {Terminal} terminal
 * @returns {{ width: number, height: number, rgba: Uint8ClampedArray }}
 */
export function picture(terminal) {
  const canvas = paint(terminal, DARK);
  const { width, height } = canvas;
  return { width, height, rgba: canvas.getContext('2d').getImageData(0, 0, width, height).data };
}

/**
 * The same as a PNG file.
 * @param {Terminal} terminal
 * @param {Palette} palette
 */
export const png = (terminal, palette) => paint(terminal, palette).toBuffer('image/png');

/**
 * @param {Terminal} terminal
 * @param {Palette} palette
 */
function paint({ screen, cursorShown }, palette) {
  const { cols, rows } = screen;
  const [width, height] = [cols * CELL.width + 2 * MARGIN, rows * CELL.height + 2 * MARGIN];
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = palette.background;
  pen.fillRect(0, 0, width, height);
  const { active } = screen.buffer;
  for (let y = 0; y < rows; y++) {
    const line = active.getLine(active.baseY + y);
    for (let x = 0; x < cols; x++) {
      const cell = line?.getCell(x);
      if (cell === undefined || cell.getWidth() === 0) continue; // the second half of a wide character
      const under = cursorShown && x === active.cursorX && y === active.cursorY;
      draw(pen, cell, { x: MARGIN + x * CELL.width, y: MARGIN + y * CELL.height, under, palette });
    }
  }
  return canvas;
}

/**
 * @param {import('@napi-rs/canvas').SKRSContext2D} pen
 * @param {Cell} cell
 * @param {{ x: number, y: number, under: boolean, palette: Palette }} place `under` the cursor
 */
function draw(pen, cell, { x, y, under, palette }) {
  const width = CELL.width * cell.getWidth();
  let ink = cell.isFgDefault() ? palette.foreground : colour(cell.isFgRGB(), cell.getFgColor(), palette);
  let paper = cell.isBgDefault() ? palette.background : colour(cell.isBgRGB(), cell.getBgColor(), palette);
  if (Boolean(cell.isInverse()) !== under) [ink, paper] = [paper, ink];
  pen.fillStyle = paper;
  if (paper !== palette.background) pen.fillRect(x, y, width, CELL.height);
  const characters = cell.getChars();
  pen.globalAlpha = cell.isDim() ? 0.6 : 1;
  pen.fillStyle = ink;
  pen.strokeStyle = ink;
  if (cell.isUnderline()) pen.fillRect(x, y + CELL.height - 2, width, 1);
  const arms = ARMS[characters];
  if (arms !== undefined) frame(pen, arms, x, y);
  else if (characters.trim() !== '') {
    const style = `${cell.isBold() ? 'Bold' : ''}${cell.isItalic() ? 'Oblique' : ''}`;
    pen.font = `${CELL.font}px "Mono${style && `-${style}`}", "Sans"`;
    pen.fillText(characters, x, y + CELL.baseline, width);
  }
  pen.globalAlpha = 1;
}

/**
 * Which edges of its cell a line reaches: left, up, right, down; `o` for a round corner, `h` for a heavy line.
 * @type {Readonly<Record<string, string>>}
 */
const ARMS = {
  ...{
    '─': 'lr',
    '│': 'ud',
    '╭': 'rd o',
    '╮': 'ld o',
    '╰': 'ru o',
    '╯': 'lu o',
    '├': 'udr',
    '┤': 'udl',
    '┃': 'ud h',
  },
  ...{ '┬': 'lrd', '┴': 'lru', '┼': 'lrud', '┌': 'rd', '┐': 'ld', '└': 'ru', '┘': 'lu' },
};

/**
 * Lines are drawn, not written, so that neighbours meet.
 * @param {import('@napi-rs/canvas').SKRSContext2D} pen
 * @param {string} arms
 * @param {number} x
 * @param {number} y
 */
function frame(pen, arms, x, y) {
  const [middleX, middleY] = [x + CELL.width / 2, y + Math.floor(CELL.height / 2) + 0.5];
  const [right, bottom] = [x + CELL.width, y + CELL.height];
  pen.lineWidth = arms.endsWith('h') ? 3 : 1;
  pen.beginPath();
  if (arms.endsWith('o')) {
    pen.moveTo(arms.includes('r') ? right : x, middleY);
    pen.quadraticCurveTo(middleX, middleY, middleX, middleY + (arms.includes('d') ? 4 : -4));
    pen.lineTo(middleX, arms.includes('d') ? bottom : y);
  } else {
    const ends = { l: [x, middleY], r: [right, middleY], u: [middleX, y], d: [middleX, bottom] };
    for (const [arm, [endX = 0, endY = 0]] of Object.entries(ends)) {
      if (!arms.includes(arm)) continue;
      pen.moveTo(middleX, middleY);
      pen.lineTo(endX, endY);
    }
  }
  pen.stroke();
}

/**
 * @param {boolean} direct whether the number is 0xRRGGBB instead of a place in the palette
 * @param {number} number
 * @param {Palette} palette
 */
function colour(direct, number, { ansi, foreground }) {
  if (direct) return `#${number.toString(16).padStart(6, '0')}`;
  if (number < 16) return ansi[number] ?? foreground;
  if (number >= 232) return `rgb(${[0, 0, 0].map(() => 8 + (number - 232) * 10)})`;
  return `rgb(${[36, 6, 1].map((step) => [0, 95, 135, 175, 215, 255][Math.floor((number - 16) / step) % 6])})`;
}
