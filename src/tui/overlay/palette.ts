import { emptyList, filterBy, type ListUi } from '../kit/list/state.ts';

declare module '../world/ui.ts' {
  interface Ui {
    /** The palette lies over everything else. */
    readonly palette?: Palette;
  }
}

/** The palette while it is open, with what was typed to narrow it. */
export interface Palette {
  /**
   * All that can be done and reached from here, the calls at the edges of a tool's schema, arguments used before, ways
   * to write down what is on screen, the levels of log messages, or the tasks of the server.
   */
  readonly of: 'everything' | 'boundary' | 'past' | 'copies' | 'levels' | 'tasks';
  readonly list: ListUi;
}

/** A palette in which nothing was typed yet. */
export const openedPalette = (of: Palette['of']): Palette => ({ of, list: emptyList });

/** The palette with another text typed; the best match is the selected one again. */
export const narrowed = (palette: Palette, filter: string): Palette =>
  filter === palette.list.filter ? palette : { ...palette, list: filterBy(emptyList, filter) };
