import { cut } from '../../text/cut.ts';
import type { Theme } from '../theme.ts';

/** What can be chosen below a field. */
export interface Choices {
  /** Visible texts. */
  readonly labels: readonly string[];
  /** The place of the one under the cursor; -1 for none. */
  readonly at: number;
}

/** Choices shown at a time. */
const CHOICES = 8;

/** The rows of a list below a field whose value begins at the cell `start`: those around the cursor, and how many. */
export function choiceRows(
  { labels, at }: Choices,
  start: number,
  cells: number,
  theme: Theme,
): readonly string[] {
  const from = Math.max(0, Math.min(at - CHOICES + 2, labels.length - CHOICES));
  const indent = ' '.repeat(Math.max(0, start - 2));
  return labels.slice(from, from + CHOICES).map((label, place) => {
    const current = from + place === at;
    const text = cut(`${current ? theme.glyphs.selected : ' '} ${label}`, cells - indent.length);
    const last = place === CHOICES - 1 && from + CHOICES < labels.length;
    const position = last ? theme.paint('dim', ` ${at + 1}/${labels.length}`) : '';
    return `${indent}${current ? theme.paint('selection', text) : text}${position}`;
  });
}
