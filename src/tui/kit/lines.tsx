import type { ReactNode } from 'react';
import { Rows } from './rows.tsx';

interface Props {
  /** All rows, each cut to the width of the pane. */
  readonly lines: readonly string[];
  /** The first that is shown. */
  readonly top: number;
  readonly height: number;
}

/** A window on rows of text. */
export function Lines({ lines, top, height }: Props): ReactNode {
  const rows = lines.slice(top, top + height).map((text, place) => ({ key: place, text }));
  return <Rows rows={rows} />;
}
