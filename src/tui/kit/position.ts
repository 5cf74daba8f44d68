/** Where a window stands in its rows, for the right end of a title: nothing when all is seen, else `12-30/205`. */
export function position(top: number, height: number, rows: number): string {
  return rows <= height ? '' : `${top + 1}-${Math.min(rows, top + height)}/${rows}`;
}
