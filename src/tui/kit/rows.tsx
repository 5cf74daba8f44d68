import { Text } from 'ink';
import { memo, type ReactNode } from 'react';

/** One row of a pane: painted, and already cut to the width of the pane. */
export interface PaintedRow {
  readonly key: string | number;
  readonly text: string;
}

/**
 * The rows of a window, one `<Text>` each: the caller has chosen the rows that are seen and cut them to their
 * width. A row that did not change is not laid out again.
 */
export function Rows({ rows }: { readonly rows: readonly PaintedRow[] }): ReactNode {
  return rows.map(({ key, text }) => <Row key={key} text={text} />);
}

const Row = memo(function Row({ text }: { readonly text: string }): ReactNode {
  // An empty text has no height in Ink, and the rows below would move up.
  return <Text wrap="truncate">{text === '' ? ' ' : text}</Text>;
});

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

/** Where a window stands in its rows, for the right end of a title: nothing when all is seen, else `12-30/205`. */
export function position(top: number, height: number, rows: number): string {
  return rows <= height ? '' : `${top + 1}-${Math.min(rows, top + height)}/${rows}`;
}
