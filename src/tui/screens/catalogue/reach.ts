import type { SessionState } from '../../../session/state.ts';
import { filterBy } from '../../kit/list/state.ts';
import { closeHelp } from '../../overlay/help.tsx';
import { showScreen, withoutOverlay } from '../../world/overlay.ts';
import { focusPane, type Ui } from '../../world/ui.ts';
import { entriesOf, type ListEntry, screenOfList, withList } from './entries.ts';

/**
 * Brings an item of a list, selected and its detail focused, from wherever the person is: what lies over the panes
 * goes, and so does a filter that hides the item.
 */
export const toEntry =
  ({ list, key }: ListEntry, { lists }: Pick<SessionState, 'lists'>) =>
  (ui: Ui): Ui => {
    const screen = screenOfList(list);
    const shown = withList(screen, (before) => {
      const isShown = entriesOf(lists, screen, before.filter).keys.includes(key);
      return { ...(isShown ? before : filterBy(before, '')), selected: key };
    })(withoutOverlay('definition', 'writing', 'copying')(closeHelp(ui)));
    return focusPane('detail')(showScreen(screen)(shown));
  };
