import { Text } from 'ink';
import type { ReactNode } from 'react';
import { memo } from 'react';

/** One row of a pane: painted, and already cut to the width of the pane. */
export interface PaintedRow {
  readonly key: string | number;
  readonly text: string;
}

/**
 * The rows of a window, one `<Text>` each: whoever calls has cut out the rows that are seen and cut them to their
 * width. A row that did not change is not laid out anew.
 */
export function Rows({ rows }: { readonly rows: readonly PaintedRow[] }): ReactNode {
  return rows.map(({ key, text }) => <Row key={key} text={text} />);
}

const Row = memo(function Row({ text }: { readonly text: string }): ReactNode {
  // An empty text has no height in Ink, and the rows below would move up.
  return <Text wrap="truncate">{text === '' ? ' ' : text}</Text>;
});
