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
  readonly main?: Area;
}

/** What each screen's view is given: where its panes lie. Everything else it reads through world.ts. */
export interface ViewProps {
  readonly panes: Panes;
}

/**
 * Where everything goes. The heights of what is there add up to the window's:
 *
 *   header (1) · tabs (1) · panes · dock · footer (1; a question may take more)
 *
 * `tiny` is a window in which only a sentence has room.
 */
export interface Layout {
  readonly size: Size;
  readonly tiny: boolean;
  readonly header: boolean;
  readonly tabs: boolean;
  /** Rows of the footer. */
  readonly footer: number;
  /** The space of the panes, or of an overlay in their place. */
  readonly body: Area;
  readonly panes: Panes;
  /** The traffic dock; absent when hidden. One row high it has no border. */
  readonly dock?: Area;
}

export type DockSize = 'usual' | 'third' | 'half';

/** What besides the window decides about the layout. */
export interface Wish {
  readonly arrangement: Arrangement;
  readonly focus: PaneId;
  /** The focused pane alone. */
  readonly zoom: boolean;
  readonly dock: boolean;
  /** How much of the window it takes: its usual few rows, a third, or half of them. */
  readonly dockSize: DockSize;
  /** The focused pane alone, and no dock: one thing after the other, for those who hear it. */
  readonly linear: boolean;
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
  const footer = Math.max(Number(!bare), wish.bottom);
  const dockHeight = bare || wish.zoom || wish.linear || !wish.dock ? 0 : dockRows(rows, wish.dockSize);
  const height = Math.max(0, rows - 1 - Number(tabs) - footer - dockHeight);
  const top = 1 + Number(tabs);
  const body: Area = { left: 0, top, width: columns, height, border: !bare };
  return {
    size,
    tiny,
    header: true,
    tabs,
    footer,
    body,
    panes: panes(body, wish),
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
  const alone: Panes =
    focus === 'list' ? { direction: 'row', list: body } : { direction: 'row', detail: body };
  if (wish.zoom || wish.linear || !body.border) return alone;
  if (arrangement === 'beside') {
    if (body.width >= 80) return beside(body);
    // A window that stands upright has room for both, one above the other.
    return body.height < UPRIGHT ? alone : stacked(body, 0.35);
  }
  if (arrangement === 'stacked' && body.width >= WIDE)
    return split(body, Math.round(body.width * (body.width < 180 ? 0.58 : 0.5)));
  return body.height < 16 ? alone : stacked(body, arrangement === 'stacked' ? 0.4 : 0.65);
}

/** From so many columns on, panes that lie above each other have room side by side. */
const WIDE = 140;
/** From so many rows on, panes that have no room side by side lie above each other. */
const UPRIGHT = 28;

function beside(body: Area): Panes {
  return split(body, body.width < 110 ? 28 : Math.min(46, Math.round(body.width * 0.28)));
}

function split(body: Area, list: number): Panes {
  return {
    direction: 'row',
    list: { ...body, width: list },
    detail: { ...body, left: body.left + list, width: body.width - list },
  };
}

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
