import { Box } from 'ink';
import type { ReactNode } from 'react';
import type { Area, Panes } from '../world/layout.ts';

interface Props {
  readonly panes: Panes;
  readonly list: (area: Area) => ReactNode;
  /** With the area of the third pane, where there is one. */
  readonly detail: (area: Area, third: Area | undefined) => ReactNode;
}

/** A list and its detail, which may fill two panes; both or whichever of them is to be seen. */
export function Split({ panes, list, detail }: Props): ReactNode {
  return (
    <Box flexDirection={panes.direction} flexShrink={0}>
      {panes.list && list(panes.list)}
      {panes.detail && detail(panes.detail, panes.result)}
    </Box>
  );
}
