import type { Layout } from './layout.ts';

/** How many rows a pane has in all, and how many of them it shows. */
export interface Extent {
  readonly rows: number;
  readonly height: number;
  /** Which of the rows shown is the selected one, counted from 0; absent where nothing is selected. */
  readonly selected?: number;
  /** Rows on the screen that each of its rows takes; 1 when absent. */
  readonly each?: number;
  /** Rows above those, which stay where they are. */
  readonly top?: number;
  /** The id of the command that a click on them runs. */
  readonly topCommand?: string;
  /** Cells that a row has for its text, where text is wrapped. */
  readonly cells?: number;
  /** What is drawn at a cell, by its key. */
  readonly keyAt?: (row: number, column: number) => string | undefined;
}

/** Where a tab was drawn, in cells counted from 0: from, and without, to. */
export interface TabPlace {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** Where a button of a box was drawn, in the same way, and in which row of the window. */
export interface ButtonPlace extends HintPlace {
  readonly row: number;
}

/** Where a hint was drawn, in cells counted from 0: from, and without, to. */
export interface HintPlace {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/**
 * What was drawn last, by the name of the pane. Only drawing knows how text wraps and how large a pane came out;
 * a command that moves by pages, to the end or to where the mouse points asks here.
 */
export interface Extents {
  get(name: string): Extent;
  set(name: string, extent: Extent): void;
  /** Where the tabs are. */
  tabs(): readonly TabPlace[];
  setTabs(places: readonly TabPlace[]): void;
  /** Where the sessions are in their row, by id. */
  sessions(): readonly HintPlace[];
  setSessions(places: readonly HintPlace[]): void;
  /** Where the hints are in the last row; none without the mouse. */
  hints(): readonly HintPlace[];
  setHints(places: readonly HintPlace[]): void;
  /** Where the buttons of the box are that lies over everything; none without the mouse. */
  buttons(): readonly ButtonPlace[];
  setButtons(places: readonly ButtonPlace[]): void;
  /** Where everything lies; nothing before the first frame. */
  layout(): Layout | undefined;
  setLayout(layout: Layout): void;
}

export function createExtents(): Extents {
  const extents = new Map<string, Extent>();
  let drawn: Layout | undefined;
  let tabs: readonly TabPlace[] = [];
  let sessions: readonly HintPlace[] = [];
  let hints: readonly HintPlace[] = [];
  let buttons: readonly ButtonPlace[] = [];
  return {
    get: (name) => extents.get(name) ?? { rows: 0, height: 1 },
    set: (name, extent) => {
      extents.set(name, extent);
    },
    tabs: () => tabs,
    setTabs: (places) => {
      tabs = places;
    },
    sessions: () => sessions,
    setSessions: (places) => {
      sessions = places;
    },
    hints: () => hints,
    setHints: (places) => {
      hints = places;
    },
    buttons: () => buttons,
    setButtons: (places) => {
      buttons = places;
    },
    layout: () => drawn,
    setLayout: (layout) => {
      drawn = layout;
    },
  };
}

/** The first row shown when so many rows are scrolled to `top`: never beyond the last screenful. */
export function clampTop(top: number, { rows, height }: Extent): number {
  return Math.max(0, Math.min(top, rows - height));
}
