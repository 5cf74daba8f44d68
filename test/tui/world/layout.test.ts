import { describe, expect, it } from 'vitest';
import { inner, type Layout, layout, type Wish } from '../../../src/tui/world/layout.ts';

const WISH: Wish = {
  arrangement: 'beside',
  several: false,
  focus: 'list',
  zoom: false,
  dock: true,
  dockSize: 'usual',
  linear: false,
  bottom: 0,
};

const place = (columns: number, rows: number, wish: Partial<Wish> = {}): Layout =>
  layout({ columns, rows }, { ...WISH, ...wish });

/** A layout in one line: chrome, panes with their sizes, dock. */
function told({ tiny, tabs, footer, panes, dock }: Layout): string {
  if (tiny) return 'tiny';
  const size = (name: 'list' | 'detail' | 'result' | 'main'): string[] => {
    const area = panes[name];
    return area === undefined ? [] : [`${name} ${area.width}×${area.height}${area.border ? '' : ' bare'}`];
  };
  return [
    ...(tabs ? ['tabs'] : []),
    ...size('main'),
    ...size('list'),
    ...size('detail'),
    ...size('result'),
    ...(dock ? [`dock ${dock.height}${dock.border ? '' : ' bare'}`] : []),
    ...(footer ? ['footer'] : []),
  ].join(' · ');
}

const CASES: readonly (readonly [number, number, Partial<Wish>, string])[] = [
  [120, 32, {}, 'tabs · list 34×23 · detail 86×23 · dock 6 · footer'],
  [110, 32, {}, 'tabs · list 31×23 · detail 79×23 · dock 6 · footer'],
  [300, 50, {}, 'tabs · list 46×39 · detail 254×39 · dock 8 · footer'],
  [109, 24, {}, 'tabs · list 28×16 · detail 81×16 · dock 5 · footer'],
  [80, 24, {}, 'tabs · list 28×16 · detail 52×16 · dock 5 · footer'],
  [79, 24, {}, 'tabs · list 79×16 · dock 5 · footer'],
  [79, 36, {}, 'tabs · list 79×27 · dock 6 · footer'],
  [79, 40, {}, 'tabs · list 79×10 · detail 79×19 · dock 8 · footer'],
  [60, 60, { focus: 'detail' }, 'tabs · list 60×17 · detail 60×32 · dock 8 · footer'],
  [120, 32, { linear: true }, 'tabs · list 120×29 · footer'],
  [120, 32, { linear: true, focus: 'detail' }, 'tabs · detail 120×29 · footer'],
  [120, 32, { dockSize: 'third' }, 'tabs · list 34×19 · detail 86×19 · dock 10 · footer'],
  [120, 32, { dockSize: 'half' }, 'tabs · list 34×13 · detail 86×13 · dock 16 · footer'],
  [80, 15, { dockSize: 'half' }, 'tabs · list 28×5 · detail 52×5 · dock 7 · footer'],
  [79, 24, { focus: 'detail' }, 'tabs · detail 79×16 · dock 5 · footer'],
  [60, 15, {}, 'tabs · list 60×11 · dock 1 bare · footer'],
  [59, 15, {}, 'list 59×14 bare'],
  [60, 14, { focus: 'detail' }, 'detail 60×13 bare'],
  [60, 14, { focus: 'detail', bottom: 1 }, 'detail 60×12 bare · footer'],
  [40, 10, {}, 'list 40×9 bare'],
  [39, 10, {}, 'tiny'],
  [40, 9, {}, 'tiny'],
  [120, 32, { dock: false }, 'tabs · list 34×29 · detail 86×29 · footer'],
  [120, 32, { zoom: true }, 'list 120×30 · footer'],
  [120, 32, { zoom: true, focus: 'detail' }, 'detail 120×30 · footer'],
  [120, 32, { arrangement: 'single', focus: 'main' }, 'tabs · main 120×23 · dock 6 · footer'],
  [120, 32, { arrangement: 'stacked', dock: false }, 'tabs · list 120×12 · detail 120×17 · footer'],
  [139, 32, { arrangement: 'stacked', dock: false }, 'tabs · list 139×12 · detail 139×17 · footer'],
  [140, 32, { arrangement: 'stacked', dock: false }, 'tabs · list 81×29 · detail 59×29 · footer'],
  [200, 18, { arrangement: 'stacked', dock: false }, 'tabs · list 100×15 · detail 100×15 · footer'],
  [140, 32, { arrangement: 'stacked', dock: false, zoom: true }, 'list 140×30 · footer'],
  [120, 32, { arrangement: 'footed' }, 'tabs · list 120×15 · detail 120×8 · dock 6 · footer'],
  [80, 24, { arrangement: 'footed' }, 'tabs · list 80×10 · detail 80×6 · dock 5 · footer'],
  [60, 15, { arrangement: 'footed' }, 'tabs · list 60×11 · dock 1 bare · footer'],
  [120, 18, { arrangement: 'stacked', dock: false }, 'tabs · list 120×15 · footer'],
  [120, 32, { list: 18 }, 'tabs · list 24×23 · detail 96×23 · dock 6 · footer'],
  [120, 32, { list: 30 }, 'tabs · list 34×23 · detail 86×23 · dock 6 · footer'],
  [120, 32, { list: 90 }, 'tabs · list 48×23 · detail 72×23 · dock 6 · footer'],
  [80, 24, { list: 90 }, 'tabs · list 32×16 · detail 48×16 · dock 5 · footer'],
  [129, 32, { list: 26, third: 'even' }, 'tabs · list 30×23 · detail 99×23 · dock 6 · footer'],
  [130, 32, { list: 26 }, 'tabs · list 30×23 · detail 100×23 · dock 6 · footer'],
  [130, 32, { list: 26, third: 'even' }, 'tabs · list 30×23 · detail 45×23 · result 55×23 · dock 6 · footer'],
  [130, 32, { list: 90, third: 'even' }, 'tabs · list 38×23 · detail 44×23 · result 48×23 · dock 6 · footer'],
  [130, 32, { list: 90 }, 'tabs · list 38×23 · detail 92×23 · dock 6 · footer'],
  [160, 45, { list: 30, third: 'even' }, 'tabs · list 34×34 · detail 56×34 · result 70×34 · dock 8 · footer'],
  [160, 45, { list: 30, third: 'thin' }, 'tabs · list 34×34 · detail 36×34 · result 90×34 · dock 8 · footer'],
  [160, 45, { list: 90, third: 'even' }, 'tabs · list 64×34 · detail 44×34 · result 52×34 · dock 8 · footer'],
  [160, 14, { third: 'even', focus: 'detail' }, 'detail 160×13 bare'],
  [160, 45, { third: 'even', focus: 'detail', zoom: true }, 'detail 160×43 · footer'],
  [160, 45, { third: 'even', linear: true }, 'tabs · list 160×42 · footer'],
  [120, 18, { arrangement: 'stacked', dock: false, focus: 'detail' }, 'tabs · detail 120×15 · footer'],
];

describe('layout', () => {
  it.each(CASES)('%d×%d %j is %s', (columns, rows, wish, expected) => {
    expect(told(place(columns, rows, wish))).toBe(expected);
  });

  it('fills every window exactly, whatever is wished for', () => {
    const wishes: Partial<Wish>[] = [
      {},
      { focus: 'detail' },
      { zoom: true },
      { dock: false },
      { bottom: 1 },
      { bottom: 4 },
      { arrangement: 'stacked', dock: false },
      { arrangement: 'single', focus: 'main' },
      { list: 12 },
      { list: 70, third: 'even' },
      { list: 30, third: 'thin' },
    ];
    for (const wish of wishes) {
      for (let columns = 40; columns <= 200; columns += 3) {
        for (let rows = 10; rows <= 60; rows++) expect(misfit(place(columns, rows, wish))).toBe('');
      }
    }
  });

  it('has the focused pane in view in every window', () => {
    for (const focus of ['list', 'detail'] as const) {
      for (const arrangement of ['beside', 'stacked'] as const) {
        for (let columns = 40; columns <= 130; columns += 5) {
          for (let rows = 10; rows <= 40; rows += 3) {
            const { panes } = place(columns, rows, { arrangement, focus });
            expect(panes[focus], `${arrangement} ${columns}×${rows}`).toBeDefined();
          }
        }
      }
    }
  });

  it('is total', () => {
    expect(place(0, 0).tiny).toBe(true);
    expect(place(1, 1, { bottom: 1 }).body.height).toBe(0);
  });
});

describe('inner', () => {
  it('leaves room for border and padding, or for the line of title', () => {
    const at = { left: 5, top: 3 };
    const within = (width: number, height: number, border: boolean) =>
      inner({ ...at, width, height, border });
    expect(within(80, 10, true)).toEqual({ left: 7, top: 4, width: 76, height: 8 });
    expect(within(80, 10, false)).toEqual({ left: 5, top: 4, width: 80, height: 9 });
    expect(within(2, 1, true)).toMatchObject({ width: 0, height: 0 });
  });
});

/** What does not add up; nothing when all does. */
function misfit({ size, header, tabs, body, panes, dock, footer }: Layout): string {
  const height = Number(header) + Number(tabs) + body.height + (dock?.height ?? 0) + Number(footer);
  if (height !== size.rows) return `${height} of ${size.rows} rows`;
  const areas = [panes.main, panes.list, panes.detail, panes.result].filter((area) => area !== undefined);
  const sum = (side: 'width' | 'height'): number => areas.reduce((total, area) => total + area[side], 0);
  const [along, across] =
    panes.direction === 'row' ? (['width', 'height'] as const) : (['height', 'width'] as const);
  if (sum(along) !== body[along]) return `panes ${sum(along)} of ${body[along]} ${along}`;
  if (areas.some((area) => area[across] !== body[across])) return `a pane is not the body's ${across}`;
  const [side, other] = panes.direction === 'row' ? (['left', 'top'] as const) : (['top', 'left'] as const);
  let next = body[side];
  for (const area of areas) {
    if (area[side] !== next || area[other] !== body[other]) return 'a pane is not where the last one ends';
    next += area[along];
  }
  if (dock && dock.top !== body.top + body.height) return 'the dock is not below the panes';
  if (areas.some((area) => inner(area).height < 4 || inner(area).width < 20))
    return 'a pane is too small to use';
  return '';
}
