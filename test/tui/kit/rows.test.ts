import { describe, expect, it } from 'vitest';
import { width } from '../../../src/text/width.ts';
import { footerRow, type Hint, hintPlaces } from '../../../src/tui/kit/footer.tsx';
import { itemRow, type ListRow } from '../../../src/tui/kit/list/list.tsx';
import { topRow } from '../../../src/tui/kit/pane.tsx';
import { position } from '../../../src/tui/kit/rows.tsx';
import { type Tab, tabsRow } from '../../../src/tui/kit/tabs.tsx';
import { helpRows } from '../../../src/tui/overlay/help.tsx';
import { commands } from '../../../src/tui/shell/commands.ts';
import type { Command } from '../../../src/tui/world/command.ts';
import { createTheme } from '../../../src/tui/world/theme.ts';

const plain = createTheme({ ascii: false, colour: false });
const colour = createTheme({ ascii: false, colour: true });
const ascii = createTheme({ ascii: true, colour: false });

describe('topRow', () => {
  const area = (cells: number, border = true) => ({ left: 0, top: 0, width: cells, height: 5, border });

  it.each([
    ['Tools', '3/13', false, area(33), '╭─ Tools ──────────────── 3/13 ─╮'],
    ['Tools', '', false, area(20), '╭─ Tools ──────────╮'],
    ['Tools', '', true, area(24), '╭─ Tools · focus ──────╮'],
    ['trigger-long-running', '3/13', false, area(24), '╭─ trigger-lo… ─ 3/13 ─╮'],
    ['', '', false, area(8), '╭──────╮'],
    ['Tools', '3/13', false, area(20, false), 'Tools           3/13'],
    ['Tools', '3/13', true, area(20, false), 'Tools · focus   3/13'],
  ])('draws %s %s', (title, right, focused, where, expected) => {
    expect(topRow(where, title, right, focused, plain)).toBe(expected);
  });

  it('has the width of the pane, whatever the title', () => {
    for (const title of ['', 'a', '日本語の道具', 'x'.repeat(300)]) {
      for (let cells = 16; cells < 130; cells++) {
        for (const border of [true, false]) {
          expect(width(topRow(area(cells, border), title, '12/34', true, plain))).toBe(cells);
        }
      }
    }
  });

  it('draws seven bits with --ascii', () => {
    expect(topRow(area(12), 'Tools', '', false, ascii)).toBe('+- Tools --+');
  });
});

describe('itemRow', () => {
  const badge = (text: string) => ({ text, meaning: 'dim' as const });
  const item: ListRow = { key: 'a', label: 'get-sum', badges: [badge('read-only'), badge('!')] };

  it.each([
    [false, false, 30, '  get-sum          read-only !'],
    [true, true, 30, '❯ get-sum          read-only !'],
    [true, false, 24, '❯ get-sum    read-only !'],
    [true, false, 20, '❯ get-sum  read-only'],
    [true, false, 14, '❯ get-sum    !'],
    [true, false, 8, '❯ get-s…'],
  ])('selected %s, focused %s, in %d cells', (selected, focused, cells, expected) => {
    expect(itemRow(item, selected, focused, cells, plain)).toBe(expected.padEnd(cells));
  });

  it('is inverse only where the focus is', () => {
    expect(itemRow(item, true, true, 30, colour)).toContain('\u001b[7m');
    expect(itemRow(item, true, false, 30, colour)).not.toContain('\u001b[7m');
  });

  it('is exactly as wide as the pane', () => {
    for (const label of ['', 'get-sum', '日本語の道具', '👩‍💻'.repeat(20)]) {
      for (let cells = 6; cells < 60; cells++) {
        expect(width(itemRow({ ...item, label }, true, false, cells, plain)), `${label} ${cells}`).toBe(
          cells,
        );
      }
    }
  });
});

describe('tabsRow', () => {
  const tabs: readonly Tab[] = [
    { key: '1', title: 'Server', count: undefined },
    { key: '2', title: 'Tools', count: 13 },
    { key: '3', title: 'Resources', count: 7 },
    { key: '4', title: 'Prompts', count: 4 },
    { key: '5', title: 'Traffic', count: 42 },
    { key: '6', title: 'Inbox', count: 1, lasting: true, urgent: true },
    { key: '7', title: 'Output', count: 3 },
  ];

  it.each([
    [100, ' 1 Server  ❯2 Tools 13   3 Resources 7   4 Prompts 4   5 Traffic 42   6 Inbox 1   7 Output 3 '],
    [88, ' 1 Server ❯2 Tools 13  3 Resources 7  4 Prompts 4  5 Traffic 42  6 Inbox 1  7 Output 3 '],
    [80, ' 1 Server ❯2 Tools 13  3 Resources 7  4 Prompts 4  5 Traffic 42  6 Inbox 1  7:3 '],
    [60, ' 1 Server ❯2 Tools 13  3:7  4:4  5:42  6 Inbox 1  7:3 '],
    [50, ' 1 ❯2 Tools 13  3:7  4:4  5:42  6 Inbox 1  7:3 '],
    [44, ' 1 ❯2 Tools 13  3:7  4:4  5:42  6:1  7:3 '],
  ])('in %d cells', (cells, expected) => {
    const row = tabsRow(tabs, '2', cells, plain);
    expect(width(row)).toBeLessThanOrEqual(cells);
    expect(row).toBe(expected);
  });

  it('shows the current tab inverse where there is colour', () => {
    expect(tabsRow(tabs, '2', 100, colour)).toContain('\u001b[7m 2 Tools 13 \u001b[27m');
  });
});

describe('footerRow', () => {
  const hints: readonly Hint[] = [
    { key: '⏎', word: 'open' },
    { key: '/', word: 'filter' },
    { key: 'q', word: 'quit' },
    { key: 'f1', word: 'help' },
  ];

  it.each([
    [60, undefined, ' ⏎ open   / filter   q quit   f1 help'],
    [36, undefined, ' ⏎ open   / filter   f1 help'],
    [12, undefined, ' f1 help'],
    [4, undefined, ' '],
    [60, 'cancelled', ' cancelled  ⏎ open   / filter   q quit   f1 help'],
    [30, 'cancelled', ' cancelled  ⏎ open   f1 help'],
    [20, 'The server is gone: R restarts it.', ' The server is gon…'],
  ])('in %d cells with the notice %s', (cells, text, expected) => {
    const notice = text === undefined ? undefined : { text, meaning: 'finding' as const, isNews: false };
    expect(footerRow(hints, notice, cells, plain)).toBe(expected);
    expect(width(expected)).toBeLessThanOrEqual(cells);
  });
});

describe('footerRow with news', () => {
  const hints: readonly Hint[] = [
    { key: '⏎', word: 'open' },
    { key: '/', word: 'filter' },
    { key: 'q', word: 'quit' },
    { key: 'f1', word: 'help' },
  ];

  it.each([
    [120, ' updated, no difference: demo://features.md  ⏎ open   / filter   q quit   f1 help'],
    [80, ' updated, no difference: demo://features.md  ⏎ open   / filter   f1 help'],
    [60, ' updated, no difference: demo://feature…  ⏎ open   f1 help'],
    [40, ' updated, no difference: dem…  f1 help'],
  ])('keeps the nearest keys in %d cells', (cells, expected) => {
    const notice = {
      text: 'updated, no difference: demo://features.md',
      meaning: 'strong',
      isNews: true,
    } as const;
    expect(footerRow(hints, notice, cells, plain)).toBe(expected);
  });
});

describe('footerRow with a hint that lasts', () => {
  const hints: readonly Hint[] = [
    { key: 'x', word: 'cancel' },
    { key: 'ctrl+s', word: 'call', lasting: true },
    { key: '⏎', word: 'pick' },
    { key: 'f1', word: 'help' },
  ];
  const gone = 'The server is gone: R restarts it.';

  it.each([
    [60, undefined, ' x cancel   ctrl+s call   ⏎ pick   f1 help'],
    [24, undefined, ' ctrl+s call   f1 help'],
    [12, undefined, ' ctrl+s call'],
    [60, gone, ` ${gone}  ctrl+s call   f1 help`],
    [50, gone, ` ${gone}  ctrl+s call`],
    [40, gone, ' The server is gone: R r…  ctrl+s call'],
  ])('in %d cells with the notice %s', (cells, text, expected) => {
    const notice = text === undefined ? undefined : { text, meaning: 'finding' as const, isNews: false };
    const row = footerRow(hints, notice, cells, plain);
    expect(row).toBe(expected);
    expect(width(row)).toBeLessThanOrEqual(cells);
  });
});

describe('position', () => {
  it.each([
    [0, 10, 5, ''],
    [0, 10, 10, ''],
    [0, 10, 205, '1-10/205'],
    [200, 10, 205, '201-205/205'],
  ])('from %d, %d of %d', (top, height, rows, expected) => {
    expect(position(top, height, rows)).toBe(expected);
  });
});

describe('helpRows', () => {
  const table: readonly Command[] = commands;

  it('has every command that has keys, with all of them, in any width', () => {
    for (const cells of [40, 76, 116]) {
      const rows = helpRows(table, cells, plain);
      expect(Math.max(...rows.map(width))).toBeLessThanOrEqual(cells);
      const text = rows.join('\n');
      for (const { keys, label } of table) if (keys.length > 0) expect(text).toContain(label);
    }
    expect(helpRows(table, 116, plain).join('\n')).toMatch(/ctrl\+c +cancel \(twice: quit\)/);
    expect(helpRows(table, 116, plain).join('\n')).toMatch(/↓ j +down/);
  });

  it('has titles for what works here first', () => {
    const titles = helpRows(table, 76, plain).map((row) => row.trimEnd());
    expect(titles.indexOf('List')).toBeLessThan(titles.indexOf('Always'));
  });

  it('writes seven bits with --ascii', () => {
    expect(helpRows(table, 76, ascii).join('\n')).toMatch(/^[\n\u0020-\u007e]*$/);
  });
});

describe('hintPlaces', () => {
  const hints = [
    { key: 'r', word: 'again', presses: 'r' },
    { key: '⏎', word: 'open', presses: 'enter' },
    { key: 'shift', word: 'select text' },
  ];

  it.each([
    ['all', ' r again   ⏎ open   shift select text', 0, ['enter 11-17', 'r 1-8']],
    ['wide characters before them', ' 日本 r again', 0, ['r 6-13']],
    ['one that was left out', ' ⏎ open', 0, ['enter 1-7']],
    ['a row that begins further right', ' r again', 40, ['r 41-48']],
    ['a sentence with the same words', ' r again?   r again', 0, ['r 12-19']],
  ])('finds %s', (_, row, left, places) => {
    expect(hintPlaces(row, hints, left).map(({ key, from, to }) => `${key} ${from}-${to}`)).toEqual(places);
  });
});
