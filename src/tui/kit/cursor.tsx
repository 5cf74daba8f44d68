import { useCursor } from 'ink';
import type { ReactNode } from 'react';
import { type Area, inner } from '../world/layout.ts';
import { topOverlay } from '../world/overlay.ts';
import type { Ui } from '../world/ui.ts';
import { useUi } from '../world/world.ts';

/** A cell within a pane, counted from 0 inside of its border. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

interface Props {
  readonly area: Area;
  readonly cell: Cell;
}

/** A line at the bottom is typed into before anything else is. */
const typedBelow = (ui: Ui): boolean =>
  ['palette', 'question', 'prompt'].includes(topOverlay(ui)?.kind ?? '');

/**
 * The cursor of the terminal where text is being typed: what composes characters, magnifies or reads aloud goes by
 * it. Without this element it is hidden.
 */
export function Cursor({ area, cell }: Props): ReactNode {
  const { setCursorPosition } = useCursor();
  const elsewhere = useUi(typedBelow);
  const { left, top, width } = inner(area);
  // Behind the last character of a full row it stands on that character.
  const column = Math.min(cell.column, width - 1);
  setCursorPosition(elsewhere ? undefined : { x: left + column, y: top + cell.row });
  return null;
}
