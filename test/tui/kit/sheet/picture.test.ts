import { describe, expect, it } from 'vitest';
import { skyPicture } from '../../../../src/demo/sky.ts';
import { flowOf } from '../../../../src/tui/kit/sheet/flow.ts';
import { formatted, moveBy, selectBy } from '../../../../src/tui/kit/sheet/move.ts';
import { lookAt, type SheetLook } from '../../../../src/tui/kit/sheet/opened.ts';
import { pictureOf, unfoldedIn } from '../../../../src/tui/kit/sheet/picture.ts';
import { textSection } from '../../../../src/tui/kit/sheet/sections.ts';
import type { Section } from '../../../../src/tui/kit/sheet/sheet.ts';
import { inCells } from '../../../../src/tui/terminal/pictures/cells.ts';
import type { PictureDrawing } from '../../../../src/tui/terminal/pictures/drawing.ts';
import type { Blob } from '../../../../src/tui/terminal/pictures/picture.ts';
import type { Pictures } from '../../../../src/tui/world/pictures.ts';
import { drawn } from '../../terminal/pictures/looking.ts';
import { but, first, seen, sheetOf } from './looking.ts';

const blob = (bytes: Uint8Array, mimeType = 'image/png'): Blob => ({
  kind: 'blob',
  base64: Buffer.from(bytes).toString('base64'),
  mimeType,
});
const section = (content: Blob, words = 'image'): Section => textSection('it', [words], { content });
const text = textSection('above', 'above');
const VIEW = { cells: 20, height: 6 };

/** Pictures of which all have become this. */
const showing = (drawing: PictureDrawing): Pictures => ({ drawing: () => drawing, decode: () => {} });

/** A look at a picture, unfolded, and its bytes. */
function unfolded(content: Blob, words?: string): SheetLook {
  const look = first(sheetOf(text, section(content, words)));
  return but(look, formatted(section(content, words))(look, VIEW));
}

const begin = ({ sheet, ui }: SheetLook): readonly Blob[] =>
  unfoldedIn(flowOf(sheet, ui).sections.map((part) => part.section));

describe('a picture in a sheet', () => {
  it('has its room before it is decoded', () => {
    const look = unfolded(blob(skyPicture(40)));
    expect(seen(look, VIEW)).toEqual(['❯ image', '  decoding …', '', '', '', '']);
    expect(begin(look)).toHaveLength(1);
  });

  it('is drawn in rows, as large as there is room', () => {
    const content = blob(skyPicture(40));
    const look = unfolded(content);
    const sizes: string[] = [];
    const pictures = showing({
      kind: 'ready',
      size: { width: 40, height: 20 },
      paint: (width, height, how) => {
        sizes.push(`${width}x${height} ${how}`);
        return inCells(drawn(...Array<string>(height).fill('w'.repeat(width))), 'ramp');
      },
    });
    const row = `  ${'@'.repeat(20)}`;
    expect(seen(look, { ...VIEW, pictures })).toEqual(['❯ image', ...Array(5).fill(row)]);
    expect(seen(look, { cells: 10, height: 6, pictures })).toHaveLength(5);
    expect(seen(look, { cells: 20, height: 3, pictures })).toEqual(['❯ image', '  @@@@@@@@', '  @@@@@@@@']);
    expect([...new Set(sizes)]).toEqual(['20x10 ramp', '10x5 ramp', '8x4 ramp']);
  });

  describe('is gone over like one row', () => {
    const content = blob(skyPicture(40));
    const below = textSection('below', ['one', 'two']);
    const look = first(sheetOf(text, section(content), below));
    const opened = but(look, formatted(section(content))(look, VIEW));
    /** The rows seen after these movements, the selection among them. */
    const reached = (...rows: readonly number[]) =>
      seen(
        rows.reduce((now, by) => but(now, moveBy(by)(now, VIEW)), opened),
        VIEW,
      );

    it.each<[readonly number[], string]>([
      [[], '❯ image'],
      [[1], '❯ decoding …'],
      [[1, 1], '❯ one'],
      [[1, 1, 1], '❯ two'],
      [[1, 1, -1], '❯ decoding …'],
      [[1, 1, -1, -1], '❯ image'],
      [[3], '❯ decoding …'],
      [[3, 3], '❯ one'],
      [[9], '❯ two'],
      [[9, -4], '❯ decoding …'],
      [[Number.POSITIVE_INFINITY], '❯ two'],
    ])('%j', (rows, selected) => {
      expect(reached(...rows)).toContain(selected);
    });

    it('and seen as a whole when it is reached', () => {
      expect(reached(1)).toEqual(['  image', '❯ decoding …', '', '', '', '']);
      expect(reached(9)).toEqual(['', '', '', '', '  one', '❯ two']);
      expect(reached(9, -1, -1)).toEqual(['❯ decoding …', '', '', '', '', '  one']);
    });

    it('but stays selected where one of its rows is clicked', () => {
      const on = but(opened, selectBy(3)(opened, VIEW));
      const again = but(on, selectBy(2)(on, VIEW));
      expect(seen(again, VIEW)).toEqual(seen(on, VIEW));
      expect(seen(on, VIEW)[1]).toBe('❯ decoding …');
    });
  });

  it('is gone through row by row where it is taller than what is seen', () => {
    const content = blob(skyPicture(40));
    const look = unfolded(content);
    const view = {
      cells: 2,
      height: 4,
      pictures: showing({ kind: 'failed', why: 'a b c d e f g h i' }),
    };
    const down = (count: number) => but(look, moveBy(count)(look, view));
    expect([3, 4, 5].map((count) => seen(down(count), view).find((row) => row.startsWith('❯')))).toEqual([
      '❯ a',
      '❯ b',
      '❯ c',
    ]);
  });

  it('leaves room for words that take several rows', () => {
    const look = unfolded(blob(skyPicture(40)), 'words that take more than a row');
    expect(seen(look, VIEW)).toHaveLength(6);
    expect(seen(look, VIEW).slice(0, 3)).toEqual(['❯ words that take more', '  than a row', '  decoding …']);
  });

  it('says why it is not drawn, and shows what is in that', () => {
    const content = blob(skyPicture(40));
    const look = unfolded(content);
    const pictures = showing({ kind: 'failed', why: 'It is broken \x1b[31m.' });
    expect(seen(look, { ...VIEW, pictures }).join(' ')).toContain('It is broken');
    expect(seen(look, { ...VIEW, pictures }).join('')).not.toContain('\x1b');
  });

  it('is folded again, and stays so for the next result when it was unfolded', () => {
    const content = blob(skyPicture(40));
    const look = unfolded(content);
    const folded = formatted(section(content))(look, VIEW);
    expect(seen(but(look, folded), VIEW)).toEqual(['  above', '❯ image']);
    const next = lookAt({ pane: look.ui }, 'pane', {
      ...sheetOf(section(blob(skyPicture(80)))),
      key: 'next',
    });
    expect(seen(next, VIEW)[1]).toBe('  decoding …');
  });

  it.each([
    ['a PNG of any type', section(blob(skyPicture(40), 'application/octet-stream')), true],
    ['what is said to be one', section(blob(Buffer.from('<svg/>'), 'image/svg+xml')), true],
    ['sound', section(blob(Buffer.from('RIFF....WAVE'), 'audio/wav')), false],
    ['a text', textSection('it', 'image'), false],
  ])('is found in %s: %#', (_, one, found) => {
    expect(pictureOf(one) !== undefined).toBe(found);
  });
});
