import { openingOf, type Rows } from './rows.ts';

/**
 * Which objects and arrays of a text are folded to one row. What is folded inside a folded one stays so for the
 * time it is opened. A position counts the rows that can be seen, from 0.
 */
export interface Fold {
  /** The opening rows of all that is folded, ascending. */
  readonly folded: Int32Array;
  /** Those of them that can be seen, and how many rows are hidden by the ones before each. */
  readonly outer: Int32Array;
  readonly hiddenBefore: Int32Array;
  /** How many rows can be seen. */
  readonly length: number;
}

/** Nothing folded. */
export function unfolded(rows: Rows): Fold {
  return foldOf(rows, new Int32Array(0));
}

/** Everything folded that opens at a depth (0 is the top) or deeper. */
export function foldedFrom(rows: Rows, depth: number): Fold {
  let count = 0;
  const opening = new Int32Array(rows.length);
  for (let row = 0; row < rows.length; row += 1) {
    if (rows.partners[row]! > row && rows.depths[row]! >= depth) opening[count++] = row;
  }
  return foldOf(rows, opening.slice(0, count));
}

/** Folds or unfolds the object or array that opens or closes at a row; any other row changes nothing. */
export function toggled(rows: Rows, fold: Fold, row: number): Fold {
  const opening = openingOf(rows, row);
  if (rows.partners[opening] === -1) return fold;
  return isFolded(fold, opening)
    ? without(rows, fold, [opening])
    : foldOf(rows, insert(fold.folded, opening));
}

/** Unfolds what is around a row, so that it can be seen. */
export function revealed(rows: Rows, fold: Fold, row: number): Fold {
  const around: number[] = [];
  for (let at = rows.parents[row]!; at !== -1; at = rows.parents[at]!) {
    if (isFolded(fold, at)) around.push(at);
  }
  return around.length === 0 ? fold : without(rows, fold, around);
}

/** Whether the object or array that opens at a row is folded. */
export function isFolded(fold: Fold, opening: number): boolean {
  return fold.folded[lowerBound(fold.folded, opening)] === opening;
}

/** The row at a position. */
export function rowOfPosition(fold: Fold, position: number): number {
  let low = 0;
  let high = fold.outer.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fold.outer[middle]! - fold.hiddenBefore[middle]! < position) low = middle + 1;
    else high = middle;
  }
  return position + hiddenBy(fold, low);
}

/** The position of a row; of a hidden one that of the folded row it is in. */
export function positionOfRow(rows: Rows, fold: Fold, row: number): number {
  const next = lowerBound(fold.outer, row);
  const around = next > 0 ? fold.outer[next - 1]! : -1;
  if (around !== -1 && row <= rows.partners[around]!) return around - fold.hiddenBefore[next - 1]!;
  return row - hiddenBy(fold, next);
}

/** The rows at `count` positions from one on; fewer at the end. */
export function visibleRows(fold: Fold, from: number, count: number): number[] {
  const shown = Math.max(0, Math.min(count, fold.length - from));
  return Array.from({ length: shown }, (_, index) => rowOfPosition(fold, from + index));
}

function foldOf(rows: Rows, folded: Int32Array): Fold {
  const outer = new Int32Array(folded.length);
  const hiddenBefore = new Int32Array(folded.length + 1);
  let count = 0;
  let end = -1;
  let hidden = 0;
  for (let index = 0; index < folded.length; index += 1) {
    const row = folded[index]!;
    if (row <= end) continue;
    end = rows.partners[row]!;
    outer[count] = row;
    hiddenBefore[count] = hidden;
    hidden += end - row;
    count += 1;
  }
  hiddenBefore[count] = hidden;
  return {
    folded,
    outer: outer.subarray(0, count),
    hiddenBefore: hiddenBefore.subarray(0, count + 1),
    length: rows.length - hidden,
  };
}

/** How many rows the first so many folded ones hide. */
function hiddenBy(fold: Fold, count: number): number {
  return fold.hiddenBefore[count]!;
}

function without(rows: Rows, fold: Fold, openings: readonly number[]): Fold {
  const kept = new Int32Array(fold.folded.length);
  let count = 0;
  for (let index = 0; index < fold.folded.length; index += 1) {
    const row = fold.folded[index]!;
    if (!openings.includes(row)) kept[count++] = row;
  }
  return foldOf(rows, kept.slice(0, count));
}

function insert(sorted: Int32Array, value: number): Int32Array {
  const at = lowerBound(sorted, value);
  const wider = new Int32Array(sorted.length + 1);
  wider.set(sorted.subarray(0, at));
  wider[at] = value;
  wider.set(sorted.subarray(at), at + 1);
  return wider;
}

/** The place of the first number that is not below a value. */
function lowerBound(sorted: Int32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
