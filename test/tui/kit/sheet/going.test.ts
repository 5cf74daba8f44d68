import { describe, expect, it } from 'vitest';
import { flowOf, jqOfItem, pathOfItem } from '../../../../src/tui/kit/sheet/flow.ts';
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
  const item = ui && selectedItem(flowOf(sheet, ui), ui);
  return item && pathOfItem(item);
};

describe('going about in JSON', () => {
  it('finds the members of the same name, whole names alone', () => {
    const second = sameName(sheet, at(3), 1, VIEW);
    expect(pathAt(at(3))).toBe('/json/tools/0/name');
    expect(pathAt(second)).toBe('/json/tools/1/deep/name');
    const third = second && sameName(sheet, second, 1, VIEW);
    expect(pathAt(third)).toBe('/json/name');
    expect(third && sameName(sheet, third, 1, VIEW)).toBeUndefined();
    expect(pathAt(third && sameName(sheet, third, -1, VIEW))).toBe('/json/tools/1/deep/name');
    expect(sameName(sheet, at(0), 1, VIEW)).toBeUndefined();
  });

  it('goes to what is around, in one step', () => {
    const around = toAround(sheet, at(3), VIEW);
    expect(pathAt(around)).toBe('/json/tools/0');
    expect(pathAt(toAround(sheet, around, VIEW))).toBe('/json/tools');
    expect(toAround(sheet, at(0), VIEW)).toEqual(at(0));
  });

  it('says where it is in the value for jq', () => {
    const item = selectedItem(flowOf(sheet, at(3)), at(3));
    expect(item && jqOfItem(item)).toBe('.tools[0].name');
  });

  it('scrolls long rows sideways, and back to their beginning', () => {
    const ui = at(0);
    const right = sideways(sideways(ui, 1, VIEW), 1, VIEW);
    expect(right.shift).toBe(40);
    const rows = seen(but(first(sheet), right), VIEW);
    expect(rows.find((row) => row.includes('zzz'))).toMatch(/^ {2}z+/);
    expect(sideways(sideways(right, -1, VIEW), -1, VIEW).shift).toBe(0);
    expect(sideways(ui, -1, VIEW)).toBe(ui);
  });
});
