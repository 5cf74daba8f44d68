import { describe, expect, it } from 'vitest';
import {
  formatted,
  inwards,
  level,
  moveBy,
  outwards,
  sibling,
  toggle,
  toMatch,
  toPointer,
} from '../../../../src/tui/kit/sheet/move.ts';
import type { SheetLook } from '../../../../src/tui/kit/sheet/opened.ts';
import { textSection } from '../../../../src/tui/kit/sheet/sections.ts';
import type { SheetUi, View } from '../../../../src/tui/kit/sheet/sheet.ts';
import { but, first, json, seen, sheetOf } from './looking.ts';

const VIEW: View = { cells: 60, height: 6 };
const VALUE = { a: { b: [1, 2], c: 'x' }, d: {}, e: [{ f: 1 }, { f: 2 }] };

/** Does one thing after the other, and gives the selected row. */
function reached(look: SheetLook, ...steps: readonly ((look: SheetLook) => SheetUi)[]): string {
  const end = steps.reduce((now, step) => but(now, step(now)), look);
  return (seen(end, VIEW).find((row) => row.startsWith('❯')) ?? '').slice(2).trim();
}

const down =
  (rows = 1) =>
  ({ sheet, ui }: SheetLook) =>
    moveBy(rows)({ sheet, ui }, VIEW);
const up = (rows = 1) => down(-rows);
const fold = ({ sheet, ui }: SheetLook) => toggle({ sheet, ui }, VIEW);
const out = ({ sheet, ui }: SheetLook) => outwards({ sheet, ui }, VIEW);
const into = ({ sheet, ui }: SheetLook) => inwards({ sheet, ui }, VIEW);
const beside =
  (way: 1 | -1) =>
  ({ sheet, ui }: SheetLook) =>
    sibling(way)({ sheet, ui }, VIEW);
const levels =
  (by: 1 | -1) =>
  ({ sheet, ui }: SheetLook) =>
    level(by)({ sheet, ui }, VIEW);
const find =
  (query: string, way: 1 | -1 = 1, here = false) =>
  ({ sheet, ui }: SheetLook) =>
    toMatch({ sheet, ui: { ...ui, query } }, way, VIEW, here)?.ui ?? ui;

describe('moving', () => {
  const tree = first(sheetOf(json(VALUE)));

  it.each([
    ['/json/e/1/f', '"f": 2'],
    ['/json/a/b', '▾ "b": ['],
    ['/json/a/b/7', '▾ "b": ['],
    ['/json/a/c/in/a/text', '"c": "x"'],
    ['/json', '▾ {'],
    ['/other/a', '▾ {'],
  ])('goes to %s', (pointer, row) => {
    const there = ({ sheet, ui }: SheetLook) => toPointer(pointer)({ sheet, ui }, VIEW);
    expect(reached(tree, there)).toContain(row);
    // What is folded around it is unfolded.
    expect(reached(tree, down(), fold, up(), there)).toContain(row);
  });

  it.each([
    [[], '▾ {'],
    [[down()], '▾ "a": {'],
    [[down(), down()], '▾ "b": ['],
    [[down(Number.POSITIVE_INFINITY)], '}'],
    [[down(Number.POSITIVE_INFINITY), up(Number.POSITIVE_INFINITY)], '▾ {'],
    [[up()], '▾ {'],
    [[down(1000)], '}'],
    [[down(), fold], '▸ "a": {"b": [1, 2], "c": "x"} 2 members,'],
    [[down(), fold, down()], '"d": {},'],
    [[down(), fold, fold, down()], '▾ "b": ['],
    [[down(3), out], '▾ "b": ['],
    [[down(3), out, out], '▸ "b": [1, 2] 2 items,'],
    [[down(3), out, out, out], '▾ "a": {'],
    [[out, out], '▸ {"a": {"b": [1, 2], "c": "x"}, "d": {}, "e": [{… 3 members'],
    [[into, into, into], '1,'],
    [[into, into, into, into], '1,'],
    [[down(), beside(1)], '"d": {},'],
    [[down(), beside(1), beside(1)], '▾ "e": ['],
    [[down(), beside(1), beside(1), beside(1)], '▾ "e": ['],
    [[down(), beside(1), beside(-1)], '▾ "a": {'],
    [[down(), beside(-1)], '▾ "a": {'],
    [[beside(1)], '▾ {'],
    [[down(5), beside(1)], '"c": "x"'],
    [[levels(-1), down(2)], '▸ "b": [1, 2] 2 items,'],
    [[levels(-1), levels(-1), down()], '▸ "a": {"b": [1, 2], "c": "x"} 2 members,'],
    [[levels(-1), levels(-1), levels(-1), levels(-1), down()], '▸ "a": {"b": [1, 2], "c": "x"} 2 members,'],
    [[levels(-1), levels(-1), levels(1), levels(1), down(3)], '1,'],
    [[find('x')], '"c": "x"'],
    [[find('f'), find('f')], '"f": 2'],
    [[find('f'), find('f'), find('f')], '"f": 1'],
    [[find('f', -1)], '"f": 2'],
    [[find('nowhere')], '▾ {'],
    [[levels(-1), levels(-1), find('"f"')], '"f": 1'],
  ])('%# reaches %s', (steps, row) => {
    expect(reached(tree, ...steps)).toBe(row);
  });

  it('finds the selected row itself when the search begins there', () => {
    expect(reached(tree, down(2), find('b', 1, true))).toBe('▾ "b": [');
  });

  it('goes through lines of text by the rows they are drawn in', () => {
    const text = first(sheetOf(textSection('t', `${'word '.repeat(40)}\nend`)));
    expect(reached(text)).toBe('word word word word word word word word word word word word');
    expect(reached(text, down(3))).toBe('word word word word');
    expect(reached(text, down(4))).toBe('end');
    expect(reached(text, down(4), up())).toBe('word word word word');
  });

  it('goes from one section to the next', () => {
    const both = first(sheetOf(textSection('t', 'one'), json([1]), textSection('u', 'two')));
    expect(reached(both, down(4))).toBe('two');
    expect(reached(both, down(4), up(2))).toBe('1');
    expect(reached(both, find('two'))).toBe('two');
    expect(reached(both, find('two'), find('one'))).toBe('one');
    expect(reached(both, find('one', 1, true), find('one', -1))).toBe('one');
  });

  it('does not change what cannot be folded', () => {
    const text = first(sheetOf(textSection('t', 'one')));
    for (const step of [fold, out, into, beside(1), levels(1)]) expect(step(text)).toBe(text.ui);
  });
});

describe('the window', () => {
  const long = first(
    sheetOf(
      textSection(
        't',
        Array.from({ length: 100 }, (_, at) => `line ${at}`),
      ),
    ),
  );
  const shown = (...steps: readonly ((look: SheetLook) => SheetUi)[]): readonly string[] =>
    seen(
      steps.reduce((now, step) => but(now, step(now)), long),
      VIEW,
    );

  it.each([
    [[], '❯ line 0', '  line 5'],
    [[down(5)], '  line 0', '❯ line 5'],
    [[down(6)], '  line 1', '❯ line 6'],
    [[down(6), up(5)], '❯ line 1', '  line 6'],
    [[down(6), up(6)], '❯ line 0', '  line 5'],
    [[down(Number.POSITIVE_INFINITY)], '  line 94', '❯ line 99'],
    [[down(Number.POSITIVE_INFINITY), up(2)], '  line 94', '  line 99'],
  ])('%# moves only as far as the selection asks', (steps, top, bottom) => {
    expect([shown(...steps).at(0), shown(...steps).at(-1)]).toEqual([top, bottom]);
  });

  it('wastes no room after it grew', () => {
    const end = but(long, moveBy(Number.POSITIVE_INFINITY)(long, VIEW));
    expect(seen(end, { cells: 60, height: 10 }).at(0)).toBe('  line 90');
  });

  it('keeps the selection in sight when it became narrow', () => {
    const text = first(
      sheetOf(
        textSection(
          't',
          Array.from({ length: 9 }, () => 'word '.repeat(11)),
        ),
      ),
    );
    const end = but(text, moveBy(4)(text, VIEW));
    expect(seen(end, { cells: 12, height: 4 }).filter((row) => row.startsWith('❯'))).toHaveLength(1);
  });
});

describe('text that holds JSON', () => {
  const section = textSection('t', '{"a":1}', { path: '/t', content: { kind: 'text', text: '{"a":1}' } });
  const look = first(sheetOf(textSection('head', 'above'), section));

  it('is shown as such and back', () => {
    const as = but(look, formatted(section)(look, VIEW));
    expect(seen(as)).toEqual(['  above', '❯ ▾ {', '      "a": 1', '    }']);
    expect(seen(but(as, formatted(section)(as, VIEW)))).toEqual(['  above', '❯ {"a":1}']);
  });
});
