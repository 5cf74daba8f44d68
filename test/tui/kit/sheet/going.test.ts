import { describe, expect, it } from 'vitest';
import { jqOfItem, pathOfItem } from '../../../../src/tui/kit/sheet/flow.ts';
import { sameName, selectedItem, sideways, toAround } from '../../../../src/tui/kit/sheet/move.ts';
import type { SheetUi } from '../../../../src/tui/kit/sheet/sheet.ts';
import { but, first, json, seen, sheetOf } from './looking.ts';

const VIEW = { cells: 40, height: 20 };
const sheet = sheetOf(
  json({
    tools: [{ name: 'a', names: 1 }, { deep: { name: 'b' } }],
    name: 'c',
    'x-y': { long: 'z'.repeat(100) },
  }),
);

const at = (item: number): SheetUi => ({ ...first(sheet).ui, at: { item, row: 0 } });
const pathAt = (ui: SheetUi | undefined): string | undefined => {
  const item = ui && selectedItem({ sheet, ui });
  return item && pathOfItem(item);
};

describe('going about in JSON', () => {
  it('finds the members of the same name, whole names alone', () => {
    const same = (ui: SheetUi, way: 1 | -1) => sameName(way)({ sheet, ui }, VIEW);
    const second = same(at(3), 1);
    expect(pathAt(at(3))).toBe('/json/tools/0/name');
    expect(pathAt(second)).toBe('/json/tools/1/deep/name');
    const third = same(second, 1);
    expect(pathAt(third)).toBe('/json/name');
    expect(same(third, 1)).toBe(third);
    expect(pathAt(same(third, -1))).toBe('/json/tools/1/deep/name');
    const start = at(0);
    expect(same(start, 1)).toBe(start);
  });

  it('goes to what is around, in one step', () => {
    const around = toAround({ sheet, ui: at(3) }, VIEW);
    expect(pathAt(around)).toBe('/json/tools/0');
    expect(pathAt(toAround({ sheet, ui: around }, VIEW))).toBe('/json/tools');
    expect(toAround({ sheet, ui: at(0) }, VIEW)).toEqual(at(0));
  });

  it('says where it is in the value for jq', () => {
    const item = selectedItem({ sheet, ui: at(3) });
    expect(item && jqOfItem(item)).toBe('.tools[0].name');
  });

  it('scrolls long rows sideways, and back to their beginning', () => {
    const ui = at(0);
    const scrolled = (from: SheetUi, way: 1 | -1) => sideways(way)({ sheet, ui: from }, VIEW);
    const right = scrolled(scrolled(ui, 1), 1);
    expect(right.shift).toBe(40);
    const rows = seen(but(first(sheet), right), VIEW);
    expect(rows.find((row) => row.includes('zzz'))).toMatch(/^ {2}z+/);
    expect(scrolled(scrolled(right, -1), -1).shift).toBe(0);
    expect(scrolled(ui, -1)).toBe(ui);
  });
});
