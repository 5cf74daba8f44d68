import type { ReactNode } from 'react';
import { visible } from '../../text/visible.ts';
import type { Area } from '../layout.ts';
import { DEFINITION, definitionIn } from '../sheets/in-view.ts';
import type { Ui } from '../ui.ts';
import { Pane } from '../widgets/pane.tsx';
import { useSession, useUi, useWorld } from '../world.ts';
import { SheetPane } from './sheet-pane.tsx';

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
  if (definition?.screen === 'inbox') return 'All that is asked';
  return `Definition of ${visible(definition?.key.replace(/^\S+ /, '') ?? '')}`;
}
