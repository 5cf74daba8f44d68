import { type Area, inner, type Layout } from '../world/layout.ts';
import type { PaneId } from '../world/screens.ts';

/** A place in the window that the mouse can mean. */
export interface Spot {
  readonly part: PaneId | 'tabs' | 'dock';
  /** The row within the part, counted from 0 below its border or title; undefined on them. */
  readonly row?: number;
  /** The column within its border, where there is a row. */
  readonly column?: number;
}

/** What lies at a cell, counted from 0; nothing for the header, the footer and a window too small. */
export function spotAt(layout: Layout, row: number, column: number): Spot | undefined {
  if (layout.tiny) return undefined;
  if (layout.tabs && row === 1) return { part: 'tabs' };
  if (layout.dock && lies(row, column, layout.dock)) return { part: 'dock' };
  for (const part of PARTS) {
    const area = layout.panes[part];
    if (area && lies(row, column, area)) return within(part, area, row, column);
  }
  return undefined;
}

const PARTS = ['list', 'detail', 'main'] as const satisfies readonly PaneId[];

const lies = (row: number, column: number, { left, top, width, height }: Area): boolean =>
  row >= top && row < top + height && column >= left && column < left + width;

function within(part: PaneId, area: Area, row: number, column: number): Spot {
  const { top, left, height } = inner(area);
  return row >= top && row < top + height ? { part, row: row - top, column: column - left } : { part };
}
