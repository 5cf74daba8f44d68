import { cut } from '../../../text/cut.ts';
import type { Theme } from '../../world/theme.ts';

/** What can be chosen below a field. */
export interface Choices {
  readonly count: number;
  /** The visible text of one; asked for only when it is seen. */
  readonly label: (place: number) => string;
  /** The place of the one under the cursor; -1 for none. */
  readonly at: number;
}

/** Choices shown at a time. */
const CHOICES = 8;

/** The rows of a list below a field whose value begins at the cell `start`: those around the cursor, and how many. */
export function choiceRows(
  { count, label, at }: Choices,
  start: number,
  cells: number,
  theme: Theme,
): readonly string[] {
  const from = Math.max(0, Math.min(at - CHOICES + 2, count - CHOICES));
  const indent = ' '.repeat(Math.max(0, start - 2));
  return Array.from({ length: Math.min(CHOICES, count - from) }, (_, place) => {
    const current = from + place === at;
    const text = cut(
      `${current ? theme.glyphs.selected : ' '} ${label(from + place)}`,
      cells - indent.length,
    );
    const last = place === CHOICES - 1 && from + CHOICES < count;
    const position = last ? theme.paint('dim', ` ${at + 1}/${count}`) : '';
    return `${indent}${current ? theme.paint('selection', text) : text}${position}`;
  });
}
