import { png } from './png.ts';
import { random } from './random.ts';
import { stars } from './stars.ts';

const FAINT = 700;

/**
 * A picture of the sky over the hill: the stars of the demonstration where they stand, faint ones in between, the
 * dome in front.
 * @param width pixels; the height is half of it
 * @returns a PNG file
 */
export function skyPicture(width: number): Buffer {
  const height = Math.round(width / 2);
  const rgb = new Uint8Array(width * height * 3);
  const paint = (x: number, y: number, r: number, g: number, b: number) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    const at = (Math.round(y) * width + Math.round(x)) * 3;
    rgb.set([r, g, b], Math.min(at, rgb.length - 3));
  };
  for (let y = 0; y < height; y++) {
    const dusk = (y / height) ** 3;
    for (let x = 0; x < width; x++) paint(x, y, 8 + 50 * dusk, 10 + 30 * dusk, 28 + 60 * dusk);
  }
  const next = random(1781);
  for (let i = 0; i < FAINT; i++) {
    const light = 60 + 120 * next() ** 3;
    paint(next() * width, next() * height, light, light, light * 1.1);
  }
  for (const { ra, dec, magnitude } of stars) {
    const x = (1 - ra / 360) * width;
    const y = (0.5 - dec / 180) * height;
    const arm = Math.max(1, Math.round(((3.2 - magnitude) * width) / 800));
    for (let i = -arm; i <= arm; i++) {
      const light = 255 - (110 * Math.abs(i)) / arm;
      paint(x + i, y, light, light, light);
      paint(x, y + i, light, light, light);
    }
  }
  hill(width, height, paint);
  return png(width, height, rgb);
}

function hill(
  width: number,
  height: number,
  paint: (x: number, y: number, r: number, g: number, b: number) => void,
): void {
  const ground = (x: number) => height * (0.93 - 0.1 * Math.exp(-(((x / width - 0.7) / 0.16) ** 2)));
  for (let x = 0; x < width; x++) {
    for (let y = Math.floor(ground(x)); y < height; y++) paint(x, y, 5, 6, 10);
  }
  const [middle, radius] = [0.7 * width, height * 0.07];
  for (let x = -radius; x <= radius; x++) {
    const top = ground(middle) - Math.sqrt(radius * radius - x * x);
    const slit = Math.abs(x - radius * 0.3) < radius * 0.1;
    for (let y = top; y < ground(middle) + 2; y++) paint(middle + x, y, slit ? 240 : 70, slit ? 200 : 74, 90);
  }
}
