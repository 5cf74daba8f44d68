import { Box } from 'ink';
import type { ReactNode } from 'react';
import type { Area, Panes } from '../world/layout.ts';

interface Props {
  readonly panes: Panes;
  readonly list: (area: Area) => ReactNode;
  readonly detail: (area: Area) => ReactNode;
}

/** A list and its detail, both or whichever of them is to be seen. */
export function Split({ panes, list, detail }: Props): ReactNode {
  return (
    <Box flexDirection={panes.direction} flexShrink={0}>
      {panes.list && list(panes.list)}
      {panes.detail && detail(panes.detail)}
    </Box>
  );
}
