import type { Panes } from '../kit/layout.ts';

/** What each screen's view is given: where its panes lie. Everything else it reads through world.ts. */
export interface ViewProps {
  readonly panes: Panes;
}
