import { describe, expect, it } from 'vitest';
import { moveBy, selectedItem } from '../../../../src/tui/kit/sheet/move.ts';
import { lookAt, opening, type SheetLook } from '../../../../src/tui/kit/sheet/opened.ts';
import { textSection } from '../../../../src/tui/kit/sheet/sections.ts';
import type { Sheet } from '../../../../src/tui/kit/sheet/sheet.ts';
import { first, json, seen, sheetOf } from './looking.ts';

const VIEW = { cells: 60, height: 20 };

/** Opens the string so many rows below the first. */
function open(look: SheetLook, rows: number): SheetLook {
  const ui = moveBy(rows)(look, VIEW);
  const item = selectedItem({ sheet: look.sheet, ui });
  if (item?.kind !== 'row') throw new Error('no row of JSON is selected');
  const opened = opening({ sheet: look.sheet, ui }, item.section, item.row);
  return lookAt({ pane: opened }, 'pane', base);
}

const base: Sheet = {
  ...sheetOf(json({ text: 'one\n\ttwo', nested: JSON.stringify({ deep: '{"deeper":true}' }) })),
  hide: (text) => text.replace('two', '[redacted]'),
};

describe('a string that is opened', () => {
  it('is read as a text, with its line breaks and without its secrets', () => {
    expect(seen(open(first(base), 1))).toEqual(['❯ one', '      [redacted]']);
  });

  it('is JSON where it holds JSON, however deep', () => {
    const nested = open(first(base), 2);
    expect(seen(nested)).toEqual(['❯ ▾ {', '      "deep": "{\\"deeper\\":true}"', '    }']);
    const deeper = open(nested, 1);
    expect(seen(deeper)).toEqual(['❯ ▾ {', '      "deeper": true', '    }']);
    expect(deeper.sheet.within).toBe('/deep');
    expect(deeper.ui.opened?.from).toEqual({ ...nested.ui, at: { item: 1, row: 0 } });
  });

  it('is left aside when the pane shows something else', () => {
    const opened = open(first(base), 1);
    const other = { ...sheetOf(json([])), key: 'other' };
    expect(seen(lookAt({ pane: opened.ui }, 'pane', other))).toEqual(['❯   []']);
  });
});

describe('a sheet looked at first', () => {
  it('has what is in the message selected', () => {
    expect(seen(first(sheetOf(textSection('head', 'about it'), json([1]))))[1]).toBe('❯ ▾ [');
  });

  it('shows as JSON what was so in the sheet before', () => {
    const section = textSection('t', '[1]', { path: '', content: { kind: 'text', text: '[1]' } });
    const before = { ...first(sheetOf(section)).ui, of: 'another', formatted: ['t'] };
    expect(seen(lookAt({ pane: before }, 'pane', sheetOf(section)))).toEqual(['❯ ▾ [', '      1', '    ]']);
  });
});
