// @ts-check
import { createRequire } from 'node:module';
import { picture } from './picture.mjs';

// Required, since vitest and Node.js do not agree about what it exports to an import.
/** @type {typeof import('gifenc')} */
const { applyPalette, GIFEncoder, quantize } = createRequire(import.meta.url)('gifenc');
const PER_SECOND = 12;

/** @typedef {import('../terminal.mjs').Terminal} Terminal */

/**
 * Films a terminal: twelve pictures a second, of which equal neighbours become one that stands longer, and of each
 * only what differs from the one before.
 * @param {Terminal} terminal
 * @returns {{ shots: () => number, stop: () => Uint8Array }} shots: how many different pictures so far; stop ends it
 *   and gives the GIF
 */
export function film(terminal) {
  /** @type {{ at: number, rgba: Uint8ClampedArray }[]} */
  const shots = [];
  let size = { width: 0, height: 0 };
  const shoot = () => {
    const { width, height, rgba } = picture(terminal);
    size = { width, height };
    const last = shots.at(-1);
    if (last === undefined || !Buffer.from(last.rgba.buffer).equals(Buffer.from(rgba.buffer))) {
      shots.push({ at: performance.now(), rgba });
    }
  };
  const timer = setInterval(shoot, 1000 / PER_SECOND);
  return {
    shots: () => shots.length,
    stop: () => {
      clearInterval(timer);
      shoot();
      return encode(shots, size, performance.now());
    },
  };
}

/**
 * @param {readonly { at: number, rgba: Uint8ClampedArray }[]} shots
 * @param {{ width: number, height: number }} size
 * @param {number} end
 */
function encode(shots, { width, height }, end) {
  const palette = quantize(sample(shots), 127);
  const clear = palette.length; // the last colour stands for "as before"
  palette.push([0, 0, 0]);
  const gif = GIFEncoder();
  /** @type {Uint8Array | undefined} */
  let before;
  shots.forEach(({ at, rgba }, i) => {
    const now = applyPalette(rgba, palette.slice(0, clear));
    const was = before;
    const pixels = was === undefined ? now : now.map((colour, p) => (colour === was[p] ? clear : colour));
    const delay = (shots[i + 1]?.at ?? end) - at;
    gif.writeFrame(pixels, width, height, {
      ...(i === 0 && { palette }),
      delay,
      transparent: i > 0,
      transparentIndex: clear,
      dispose: 1,
    });
    before = now;
  });
  gif.finish();
  return gif.bytes();
}

/**
 * Pixels from all over the film to choose the colours from.
 * @param {readonly { rgba: Uint8ClampedArray }[]} shots
 */
function sample(shots) {
  const some = shots.filter((_, i) => i % Math.ceil(shots.length / 8) === 0);
  return Buffer.concat(some.map(({ rgba }) => Buffer.from(rgba)));
}
