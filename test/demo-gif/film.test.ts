import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { film } from '../../scripts/demo-gif/film.mjs';
import { picture } from '../../scripts/demo-gif/picture.mjs';
import { openTerminal } from '../../scripts/terminal.mjs';
import { playGif } from '../support/gif.ts';

const GIF = new URL('../../demo.gif', import.meta.url);

describe('film', () => {
  it('ends with what stood on the screen', async () => {
    const says = (text: string) => `process.stdout.write(${JSON.stringify(text)});`;
    const steps = `${says('╭─ one ─╮\r\n')} process.stdin.once('data', () => {${says('\x1b[32mtwo\x1b[0m')}});`;
    const terminal = openTerminal([process.execPath, '-e', `${steps} setTimeout(() => {}, 60000)`], {
      cols: 24,
      rows: 4,
    });
    await terminal.until((text) => text.includes('one'));
    const filming = film(terminal);
    await expect.poll(() => filming.shots()).toBe(1);
    terminal.write('\r');
    await terminal.until((text) => text.includes('two'));
    const { width, height, rgba } = picture(terminal);
    const shown = playGif(Buffer.from(filming.stop()));
    await terminal.close();

    expect([shown.width, shown.height, shown.frames]).toEqual([width, height, filming.shots()]);
    const differing = shown.rgb.filter((value, i) => {
      const there = rgba[Math.floor(i / 3) * 4 + (i % 3)] ?? 0;
      return Math.abs(value - there) > 24; // the palette has 127 colours
    });
    expect(differing.length).toBeLessThan(shown.rgb.length / 500);
  });
});

describe.skipIf(!existsSync(GIF))('demo.gif', () => {
  it('is a film of about fifteen seconds, below 1 MB', () => {
    const gif = readFileSync(GIF);
    expect(gif.length).toBeLessThanOrEqual(1e6);
    expect(playGif(gif).duration).toBeGreaterThan(10_000);
    expect(playGif(gif).duration).toBeLessThan(22_000);
  });
});
