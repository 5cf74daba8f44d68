import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { visible } from '../../text/visible.ts';
import { Pane } from '../kit/pane.tsx';
import { Lines, position } from '../kit/rows.tsx';
import { commandsIn, everyCommand } from '../shell/commands.ts';
import { activeScopes } from '../shell/scopes.ts';
import { showKey } from '../terminal/keys.ts';
import type { Command } from '../world/command.ts';
import { type Area, inner } from '../world/layout.ts';
import { useTheme } from '../world/theme.ts';
import { closeHelp, HELP_PANE, type Ui } from '../world/ui.ts';
import { useScroll, useUi, useWorld } from '../world/world.ts';
import { helpRows } from './help.ts';
import { findKeys, foundRows } from './help-search.ts';

/** All that the keys do where the person is, or what of all was looked for, over the panes. */
export function HelpOverlay({ area }: { readonly area: Area }): ReactNode {
  const theme = useTheme();
  const { host, ui } = useWorld();
  const filter = useUi(filterOf);
  const { width, height } = inner(area);
  const here = useMemo(() => {
    const beneath = closeHelp(ui.get());
    const scopes = activeScopes(beneath, host.store.state());
    return scopes.flatMap((scope) => commandsIn(scope, beneath.bindings));
  }, [host, ui]);
  const lines = useMemo(() => {
    if (filter === '') return helpRows(here, width, theme);
    const table = everyCommand(ui.get().bindings);
    const keyOf = (id: Command['id']) =>
      showKey(table.find((command) => command.id === id)?.keys[0] ?? '', theme.ascii);
    const next = { all: keyOf('back'), palette: keyOf('palette') };
    return foundRows(findKeys(here, table, filter), filter, width, theme, next);
  }, [here, ui, filter, width, theme]);
  const top = useScroll(HELP_PANE, lines.length, height);
  // Without a border there is no footer to tell of the search.
  const keys = filter !== '' ? 'esc shows all' : area.border ? 'esc closes' : '/ searches, esc closes';
  return (
    <Pane
      area={area}
      title={filter === '' ? 'Help' : `Help /${visible(filter)}`}
      right={`${position(top, height, lines.length)} ${keys}`.trim()}
      focused
    >
      <Lines lines={lines} top={top} height={height} />
    </Pane>
  );
}

const filterOf = ({ help }: Ui): string => help?.filter.trim() ?? '';
