import { describe, expect, it } from 'vitest';
import { width } from '../../../src/text/width.ts';
import { boxArea, buttonRow, type DialogText, dialogArea, dialogRows } from '../../../src/tui/kit/dialog.tsx';
import { type Area, inner } from '../../../src/tui/world/layout.ts';
import { createTheme } from '../../../src/tui/world/theme.ts';

const plain = createTheme({ ascii: false, colour: false });
const body: Area = { left: 0, top: 2, width: 60, height: 11, border: true };

const placed = (about: Area, alone = false) => ({ body, about, alone });

const buttons = [
  { key: 'y', word: 'once', presses: 'y' },
  { key: 'n', word: 'no', presses: 'n', safe: '⏎' },
];

describe('a box', () => {
  it.each([
    ['in the middle of what it is about', { ...body, left: 30, width: 30 }, 20, 5, [35, 5, 20, 5]],
    ['within the window', { ...body, left: 50, width: 10 }, 30, 5, [30, 5, 30, 5]],
    ['no larger than it', body, 200, 40, [0, 2, 60, 11]],
  ] as const)('lies %s', (_, about, cells, rows, [left, top, wide, high]) => {
    expect(boxArea(placed(about), cells, rows)).toEqual({
      left,
      top,
      width: wide,
      height: high,
      border: true,
    });
  });

  const drawn = (text: DialogText, area = dialogArea(placed(body), text, buttons)) =>
    dialogRows(text, inner(area), plain);

  it('has all of the room where it is read aloud', () => {
    expect(boxArea(placed(body, true), 20, 5)).toBe(body);
  });

  it('is as high as what it says', () => {
    const text = { title: 'Quit', text: 'A call is running. Quit?' };
    expect(dialogArea(placed(body), text, buttons)).toMatchObject({ width: 44, height: 5 });
    expect(drawn(text)).toEqual(['A call is running. Quit?', '']);
  });

  it('has what it is about, and counts what has no room', () => {
    const details = Array.from({ length: 30 }, (_, at) => `"name${at}": ${'x'.repeat(at)}`);
    const rows = drawn({ title: 'Destructive', text: 'Run wipe?', details });
    expect(rows).toHaveLength(8);
    expect(rows.slice(0, 2)).toEqual(['Run wipe?', '  "name0": ']);
    expect(rows.slice(6)).toEqual(['  … 25 more', '']);
    expect(rows.every((row) => width(row) <= 56)).toBe(true);
  });

  it('wraps a long line of it', () => {
    const details = [`${'x'.repeat(60)} end`];
    expect(drawn({ title: 'Not valid', text: 'Send?', details })).toEqual([
      'Send?',
      `  ${'x'.repeat(54)}`,
      `  ${'x'.repeat(6)} end`,
      '',
    ]);
  });

  it('tells which key was no answer', () => {
    const text = { title: 'Quit', text: 'Quit?', missed: { words: 'b is not a choice', count: 1 } };
    expect(drawn(text)).toEqual(['Quit?', 'b is not a choice']);
  });

  it('marks what enter does', () => {
    expect(buttonRow(buttons, 40, plain)).toBe('[ y once ] [ n no ⏎ ]');
    expect(buttonRow(buttons, 12, plain)).toBe('[ y once ] …');
  });
});
