import { describe, expect, it } from 'vitest';
import { skyPicture } from '../../../../src/demo/sky.ts';
import { flowOf } from '../../../../src/tui/kit/sheet/flow.ts';
import { formatted, moveBy, selectBy } from '../../../../src/tui/kit/sheet/move.ts';
import { lookAt, type SheetLook } from '../../../../src/tui/kit/sheet/opened.ts';
import { pictureOf, withPicture } from '../../../../src/tui/kit/sheet/picture.ts';
import { textSection } from '../../../../src/tui/kit/sheet/sections.ts';
import type { Section } from '../../../../src/tui/kit/sheet/sheet.ts';
import { sheetWindow } from '../../../../src/tui/kit/sheet/window.ts';
import { inCells } from '../../../../src/tui/terminal/pictures/cells.ts';
import type { PictureDrawing } from '../../../../src/tui/terminal/pictures/drawing.ts';
import type { Blob } from '../../../../src/tui/terminal/pictures/picture.ts';
import type { Pictures } from '../../../../src/tui/world/pictures.ts';
import { drawn } from '../../terminal/pictures/looking.ts';
import { but, first, plain, seen, sheetOf } from './looking.ts';

const blob = (bytes: Uint8Array, mimeType = 'image/png'): Blob => ({
  kind: 'blob',
  base64: Buffer.from(bytes).toString('base64'),
  mimeType,
});
const section = (content: Blob, words = 'image'): Section =>
  withPicture(textSection('it', [words], { content }));
const text = textSection('above', 'above');
const VIEW = { cells: 20, height: 6 };

/** Pictures of which all have become this. */
const showing = (drawing: PictureDrawing): Pictures => ({ drawing: () => drawing, decode: () => {} });

/** A look at a picture below a row of words, what is said of it selected. */
function looked(content: Blob, words?: string): SheetLook {
  const look = first(sheetOf(text, section(content, words)));
  return but(look, moveBy(1)(look, VIEW));
}

/** The pictures of which something is seen. */
function pictured({ sheet, ui }: SheetLook): readonly Blob[] {
  const flow = flowOf(sheet, ui);
  const rows = sheetWindow({ sheet, flow, ui, at: ui.at }, VIEW, false, plain);
  return [...new Set(rows.flatMap(({ picture }) => picture ?? []))];
}

describe('a picture in a sheet', () => {
  it('has its room before it is decoded', () => {
    const look = looked(blob(skyPicture(40)));
    expect(seen(look, VIEW)).toEqual(['  above', '❯ image', '  decoding …', '', '', '']);
    expect(pictured(look)).toHaveLength(1);
  });

  it('is drawn in rows, as large as there is room', () => {
    const content = blob(skyPicture(40));
    const look = looked(content);
    const sizes: string[] = [];
    const pictures = showing({
      kind: 'ready',
      size: { width: 40, height: 20 },
      paint: (width, height, how) => {
        sizes.push(`${width}x${height} ${how}`);
        return inCells(drawn(...Array<string>(height).fill('w'.repeat(width))), 'ramp');
      },
    });
    const row = `  ${'@'.repeat(16)}`;
    expect(seen(look, { ...VIEW, pictures })).toEqual(['  above', '❯ image', ...Array(4).fill(row)]);
    expect(seen(look, { cells: 10, height: 6, pictures })).toHaveLength(5);
    expect(seen(look, { cells: 20, height: 3, pictures })).toEqual(['  above', '❯ image', '  @@@@']);
    expect([...new Set(sizes)]).toEqual(['16x8 ramp', '10x5 ramp', '4x2 ramp']);
  });

  describe('is gone over like one row', () => {
    const content = blob(skyPicture(40));
    const long = textSection('above', ['a', 'b', 'c']);
    const below = textSection('below', ['one', 'two']);
    const look = first(sheetOf(long, section(content), below));
    const opened = but(look, moveBy(3)(look, VIEW));
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
    const look = looked(content);
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
    const look = looked(blob(skyPicture(40)), 'words that take more than a row');
    expect(seen(look, VIEW)).toHaveLength(6);
    expect(seen(look, VIEW).slice(1, 4)).toEqual(['❯ words that take more', '  than a row', '  decoding …']);
  });

  it('says why it is not drawn, and shows what is in that', () => {
    const content = blob(skyPicture(40));
    const look = looked(content);
    const pictures = showing({ kind: 'failed', why: 'It is broken \x1b[31m.' });
    expect(seen(look, { ...VIEW, pictures }).join(' ')).toContain('It is broken');
    expect(seen(look, { ...VIEW, pictures }).join('')).not.toContain('\x1b');
  });

  it('is folded, stays so for the next result, and unfolds again as a whole', () => {
    const content = blob(skyPicture(40));
    const look = looked(content);
    const folded = but(look, formatted(section(content))(look, VIEW));
    expect(seen(folded, VIEW)).toEqual(['  above', '❯ image']);
    expect(pictured(folded)).toEqual([]);
    const next = lookAt({ pane: folded.ui }, 'pane', {
      ...sheetOf(section(blob(skyPicture(80)))),
      key: 'next',
    });
    expect(seen(next, VIEW)).toEqual(['❯ image']);
    const again = but(next, formatted(section(content))(next, VIEW));
    expect(seen(again, VIEW)).toHaveLength(6);
  });

  it('is not looked at before something of it is seen', () => {
    const look = first(sheetOf(textSection('above', Array(9).fill('a')), section(blob(skyPicture(40)))));
    expect(pictured(look)).toEqual([]);
    expect(pictured(but(look, moveBy(10)(look, VIEW)))).toHaveLength(1);
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
