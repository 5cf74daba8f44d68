import type { Arrangement, PaneId } from './screen-id.ts';

/** The size of the window in cells. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** A rectangle in cells, its border included. Without `border` it is text to the edge under a line of title. */
export interface Area {
  /** Columns and rows before it, from the corner of the window. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly border: boolean;
}

/** How a screen's panes lie; one that is absent is not to be seen now. */
export interface Panes {
  readonly direction: 'row' | 'column';
  readonly list?: Area;
  readonly detail?: Area;
  /** The right half of what the detail has to show, where both have room. */
  readonly result?: Area;
  readonly main?: Area;
}

/** What each screen's view is given: where its panes lie. Everything else it reads through world.ts. */
export interface ViewProps {
  readonly panes: Panes;
}

/**
 * Where everything goes. The heights of what is there add up to the window's:
 *
 *   header (1) · sessions (1, with more than one) · tabs (1) · panes · dock · footer (1; a question may take more)
 *
 * `tiny` is a window in which only a sentence has room.
 */
export interface Layout {
  readonly size: Size;
  readonly tiny: boolean;
  readonly header: boolean;
  /** The row of sessions. */
  readonly sessions: boolean;
  readonly tabs: boolean;
  /** Rows of the footer. */
  readonly footer: number;
  /** The space of the panes, or of an overlay in their place. */
  readonly body: Area;
  readonly panes: Panes;
  /** A result has its place beside its form, whether there is one now or not. */
  readonly hasThird: boolean;
  /** The traffic dock; absent when hidden. One row high it has no border. */
  readonly dock?: Area;
}

export type DockSize = 'usual' | 'third' | 'half';

/** How a detail shares its room with a third pane. */
export type Third = 'even' | 'thin';

/** What besides the window decides about the layout. */
export interface Wish {
  readonly arrangement: Arrangement;
  readonly focus: PaneId;
  /** The window has more than one session. */
  readonly several: boolean;
  /** The focused pane alone. */
  readonly zoom: boolean;
  readonly dock: boolean;
  /** How much of the window it takes: its usual few rows, a third, or half of them. */
  readonly dockSize: DockSize;
  /** The focused pane alone, and no dock: one thing after the other, for those who hear it. */
  readonly linear: boolean;
  /** Cells of the longest row of the list, where it is to be as wide as that. */
  readonly list?: number | undefined;
  /** There is something for a third pane; `thin` beside a detail that needs little room. */
  readonly third?: Third | undefined;
  /** Rows of what is to be read or typed at the bottom, which are there at any size; 0 when there is nothing but keys. */
  readonly bottom: number;
}

/** Below these the window shows only how large it must be. */
export const SMALLEST: Size = { columns: 40, rows: 10 };

const BARE: Size = { columns: 60, rows: 15 };

/** Is there no room for borders, tabs and the bottom row? */
export const isBare = ({ columns, rows }: Size): boolean => columns < BARE.columns || rows < BARE.rows;

/** Decides about every size; total, and exact to the row and the column. */
export function layout(size: Size, wish: Wish): Layout {
  const { columns, rows } = size;
  const tiny = columns < SMALLEST.columns || rows < SMALLEST.rows;
  const bare = isBare(size);
  const tabs = !bare && !wish.zoom;
  const sessions = !bare && wish.several;
  const footer = Math.max(Number(!bare), wish.bottom);
  const dockHeight = bare || wish.zoom || wish.linear || !wish.dock ? 0 : dockRows(rows, wish.dockSize);
  const height = Math.max(0, rows - 1 - Number(sessions) - Number(tabs) - footer - dockHeight);
  const top = 1 + Number(sessions) + Number(tabs);
  const body: Area = { left: 0, top, width: columns, height, border: !bare };
  return {
    size,
    tiny,
    header: true,
    sessions,
    tabs,
    footer,
    body,
    panes: panes(body, wish),
    hasThird: hasThird(body, wish),
    ...(dockHeight > 0 && {
      dock: { left: 0, top: top + height, width: columns, height: dockHeight, border: dockHeight > 2 },
    }),
  };
}

/** The rows and columns inside of a border, or below the line of title where there is none. */
export function inner({ left, top, width, height, border }: Area): Omit<Area, 'border'> {
  return border
    ? { left: left + 2, top: top + 1, width: Math.max(0, width - 4), height: Math.max(0, height - 2) }
    : { left, top: top + 1, width, height: Math.max(0, height - 1) };
}

function panes(body: Area, wish: Wish): Panes {
  const { arrangement, focus } = wish;
  if (arrangement === 'single') return { direction: 'row', main: body };
  if (isAlone(body, wish))
    return focus === 'list' ? { direction: 'row', list: body } : { direction: 'row', detail: body };
  if (arrangement === 'beside') return body.width < BESIDE ? stacked(body, 0.35) : beside(body, wish);
  if (arrangement === 'stacked' && body.width >= WIDE)
    return split(body, Math.round(body.width * (body.width < 180 ? 0.58 : 0.5)));
  return stacked(body, arrangement === 'stacked' ? 0.4 : 0.65);
}

/** Has only the pane with the focus room? */
function isAlone(body: Area, { arrangement, zoom, linear }: Wish): boolean {
  if (zoom || linear || !body.border) return true;
  if (arrangement === 'stacked' && body.width >= WIDE) return false;
  if (arrangement !== 'beside') return body.height < 16;
  // A window that stands upright has room for both, one above the other.
  return body.width < BESIDE && body.height < UPRIGHT;
}

/** From so many columns on, panes that lie above each other have room side by side. */
const WIDE = 140;
/** From so many rows on, panes that have no room side by side lie above each other. */
const UPRIGHT = 28;
/** From so many columns on, two panes lie side by side, and three. */
const BESIDE = 80;
const THREE = 130;

const hasThird = (body: Area, wish: Wish): boolean =>
  wish.arrangement === 'beside' && body.width >= THREE && !isAlone(body, wish);

function beside(body: Area, wish: Wish): Panes {
  const two = split(body, listWidth(body, wish));
  const { detail } = two;
  if (wish.third === undefined || !hasThird(body, wish)) return two;
  const width = wish.third === 'thin' ? LEAST.thin : Math.max(LEAST.form, Math.floor(detail.width * 0.45));
  const result = { ...detail, left: detail.left + width, width: detail.width - width };
  return { ...two, detail: { ...detail, width }, result };
}

function split(body: Area, width: number): Panes & { readonly detail: Area } {
  return {
    direction: 'row',
    list: { ...body, width },
    detail: { ...body, left: body.left + width, width: body.width - width },
  };
}

/** Cells of the narrowest panes. */
const LEAST = { list: 24, thin: 36, form: 44, result: 48 };

/** As wide as its longest row, up to two fifths of the window, if a form and a result have room beside it. */
function listWidth(body: Area, wish: Wish): number {
  const { width } = body;
  if (wish.list === undefined) return width < 110 ? 28 : Math.min(46, Math.round(width * 0.28));
  const room = hasThird(body, wish) ? width - LEAST.form - LEAST.result : width;
  const most = Math.min(Math.floor(width * 0.4), room);
  return Math.max(LEAST.list, Math.min(wish.list + FRAME, most));
}

/** Cells of the border on both sides, with the space within it. */
const FRAME = 4;

function stacked(body: Area, share: number): Panes {
  const list = Math.max(7, Math.round(body.height * share));
  return {
    direction: 'column',
    list: { ...body, height: list },
    detail: { ...body, top: body.top + list, height: body.height - list },
  };
}

function dockRows(rows: number, size: DockSize): number {
  const usual = usualDockRows(rows);
  return size === 'usual' ? usual : Math.max(usual, Math.floor(rows / (size === 'third' ? 3 : 2)));
}

function usualDockRows(rows: number): number {
  if (rows < 18) return 1;
  if (rows < 22) return 4;
  if (rows < 28) return 5;
  return rows < 40 ? 6 : 8;
}
