import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import realWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { options } from '../../scripts/build/options.mjs';
import { ONE_CELL } from '../../scripts/build/stand-ins/one-cell.mjs';
import { isOneCellEach } from '../../src/text/width.ts';
import { showKey } from '../../src/tui/terminal/keys.ts';
import { createTheme } from '../../src/tui/world/theme.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

describe('the stand-in for string-width', () => {
  let fastWidth: typeof realWidth;
  const folder = mkdtempSync(join(tmpdir(), 'mcp-loupe-width-'));

  beforeAll(async () => {
    const stdin = { contents: "export { default } from 'string-width';", resolveDir: ROOT };
    const outfile = join(folder, 'width.mjs');
    const { entryPoints: _, outdir: __, chunkNames: ___, ...rest } = options;
    await build({ ...rest, stdin, outfile, splitting: false, write: true });
    fastWidth = (await import(pathToFileURL(outfile).href)).default;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const characters = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code));

  it('measures every character as the real one does', () => {
    expect(characters.filter((character) => fastWidth(character) !== realWidth(character))).toEqual([]);
  });

  it.each([
    '',
    'plain',
    '╭─ Tools ─╮',
    '\u001b[32mgreen ─\u001b[39m',
    '\u001b]8;;http://a\u0007link\u001b]8;;\u0007',
    '↔️ ✔️ ▶️',
    '日本 👩‍👩‍👧 é',
    '\u001b[31',
  ])('and the text %j', (text) => {
    expect(fastWidth(text)).toBe(realWidth(text));
  });
});

// One of them on the first screen would load the real package at every start, and take the slow way in every frame.
it('each sign of our own is measured the fast way', () => {
  const { glyphs } = createTheme({ ascii: false, colour: true });
  const keys = ['enter', 'up', 'down', 'left', 'right'].map((key) => showKey(key));
  const signs = [...Object.values(glyphs), ...keys];
  const fast = new RegExp(`^[${ONE_CELL}]*$`);
  expect(signs.filter((sign) => !fast.test(sign) || !isOneCellEach(sign))).toEqual([]);
});
