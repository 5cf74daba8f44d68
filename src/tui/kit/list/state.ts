/** The state of one list: what is selected is known by its key, so it stays selected when rows come and go. */
export interface ListUi {
  /** Key of the selected item; undefined, or one that is not shown, means the first row. */
  readonly selected?: string;
  /** What was typed after `/`. */
  readonly filter: string;
  /** What was selected before a filter chose, for when that is taken back. */
  readonly before?: string;
  /** The groups that a person has expanded or collapsed, by what their names begin with. */
  readonly expanded?: Readonly<Record<string, boolean>>;
  /** The first row shown, as far as the selection allows it. */
  readonly top: number;
}

export const emptyList: ListUi = { filter: '', top: 0 };

/** The part of a list that is drawn: rows `from` up to, and without, `to`; `place` is the selected row. */
export interface ListWindow {
  readonly from: number;
  readonly to: number;
  readonly place: number;
}

/** The place of the selected row; 0 when its key is not among those shown, -1 when nothing is. */
export function placeIn(list: ListUi, keys: readonly string[]): number {
  if (keys.length === 0) return -1;
  return list.selected === undefined ? 0 : Math.max(0, keys.indexOf(list.selected));
}

/** Cuts out of `count` rows the `height` that are drawn, around the selected one. */
export function windowOf(top: number, place: number, count: number, height: number): ListWindow {
  const from = settle(top, place, count, height);
  return { from, to: Math.min(count, from + Math.max(0, height)), place };
}

/** Moves the selection by rows, to the first and last row at most. `height` is how many rows are drawn. */
export function moveBy(list: ListUi, keys: readonly string[], rows: number, height: number): ListUi {
  const place = Math.min(keys.length - 1, Math.max(0, placeIn(list, keys) + rows));
  const selected = keys[place];
  if (selected === undefined) return list;
  const { before: _, ...rest } = list;
  return { ...rest, selected, top: settle(list.top, place, keys.length, height) };
}

/**
 * Another filter: the best match is selected, which is the first row. Without a filter it is what was selected
 * before it, unless a row was chosen since.
 */
export function filterBy(list: ListUi, filter: string): ListUi {
  if (list.filter === filter) return list;
  const { before, selected, ...rest } = list;
  if (filter === '') {
    const kept = selected ?? before;
    return { ...rest, filter, top: 0, ...(kept === undefined ? {} : { selected: kept }) };
  }
  const kept = before ?? selected;
  return { ...rest, filter, top: 0, ...(kept === undefined ? {} : { before: kept }) };
}

/** The first row that shows the selected one and wastes no room at the end. */
function settle(top: number, place: number, count: number, height: number): number {
  const last = Math.max(0, count - height);
  const least = Math.max(0, place - height + 1);
  return Math.max(0, Math.min(last, Math.max(least, Math.min(top, Math.max(0, place)))));
}
