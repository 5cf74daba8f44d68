import type { ReactNode } from 'react';
import { visible } from '../../text/visible.ts';
import { Pane } from '../kit/pane.tsx';
import { SheetPane } from '../kit/sheet/pane.tsx';
import { DEFINITION, definitionIn } from '../shell/sheet-in-view.ts';
import type { Area } from '../world/layout.ts';
import type { ListScreen } from '../world/screens.ts';
import type { Ui } from '../world/ui.ts';
import { useSession, useUi, useWorld } from '../world/world.ts';

declare module '../world/ui.ts' {
  interface Ui {
    /** What lies over the panes: an item of a list or a request of the Inbox as it was sent, by its key; the summary. */
    readonly definition?: { readonly screen: ListScreen | 'inbox' | 'traffic'; readonly key: string };
  }
}

const all = (ui: Ui): Ui => ui;

/** An item of a list, or a request of the Inbox, as the server sent it, over the panes. */
export function Definition({ area }: { readonly area: Area }): ReactNode {
  const { host } = useWorld();
  const ui = useUi(all);
  useSession((state) => (ui.definition?.screen === 'traffic' ? state : state.lists));
  const sheet = definitionIn(host, ui);
  const title = titleOf(ui.definition);
  if (sheet === undefined) return <Pane area={area} title={title} right="no longer listed" focused />;
  return <SheetPane area={area} name={DEFINITION} sheet={sheet} title={title} focused />;
}

function titleOf(definition: Ui['definition']): string {
  if (definition?.screen === 'traffic') return 'Traffic by method';
  if (definition?.screen === 'inbox') return 'Full request';
  return `Definition of ${visible(definition?.key.replace(/^\S+ /, '') ?? '')}`;
}
