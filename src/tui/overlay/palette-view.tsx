import type { ReactNode } from 'react';
import { useLayoutEffect } from 'react';
import type { SessionState } from '../../session/state.ts';
import { placeIn, windowOf } from '../kit/list/state.ts';
import { Pane } from '../kit/pane.tsx';
import { Rows } from '../kit/rows.tsx';
import { commands } from '../shell/commands.ts';
import { showKey } from '../terminal/keys.ts';
import { type Area, inner } from '../world/layout.ts';
import { useTheme } from '../world/theme.ts';
import type { Ui } from '../world/ui.ts';
import { useSession, useUi, useWorld } from '../world/world.ts';
import type { Offer } from './offer.ts';
import { offersIn } from './offers.ts';
import type { Palette } from './palette.ts';
import { PALETTE_PANE } from './palette-commands.ts';
import { paletteRow } from './palette-row.ts';

/** All that can be done and reached from here, as far as it matches what is typed, over the panes. */
export function PaletteOverlay({ area }: { readonly area: Area }): ReactNode {
  const theme = useTheme();
  const { host, ui, extents } = useWorld();
  const palette = useUi(paletteOf);
  useSession(whatItShows);
  useUi(recalledOf);
  const { width, height } = inner(area);
  const { all, shown, keys } = offersIn(commands, { host, ui });
  const list = palette?.list ?? { filter: '', top: 0 };
  const { from, to, place } = windowOf(list.top, placeIn(list, keys), keys.length, height);
  useLayoutEffect(
    () => extents.set(PALETTE_PANE, { rows: keys.length, height, selected: place - from }),
    [extents, keys.length, height, place, from],
  );
  const rows = shown.slice(from, to).map((offer, nth) => ({
    key: offer.key,
    text: paletteRow(drawn(offer), list.filter, from + nth === place, width, theme),
  }));
  const nothing = [{ key: 'empty', text: theme.paint('dim', 'nothing matches') }];
  const count = list.filter === '' ? `${shown.length}` : `${shown.length} of ${all.length}`;
  return (
    <Pane
      area={area}
      title={TITLES[palette?.of ?? 'everything']}
      right={`${place + 1}/${count} esc closes`}
      focused
    >
      <Rows rows={rows.length === 0 ? nothing : rows} />
    </Pane>
  );

  function drawn({ label, about, keyName, kind = '', whyNot }: Offer) {
    const reason = whyNot?.({ host, ui });
    const note = keyName === undefined ? kind : showKey(keyName, theme.ascii);
    return { label, about: reason ?? about, note, dim: reason !== undefined };
  }
}

const TITLES: Readonly<Record<Palette['of'], string>> = {
  everything: 'Palette',
  boundary: 'Boundary values',
  past: 'Previous arguments',
  copies: 'Copy as',
  levels: 'Minimum log level',
  tasks: 'Tasks',
};

const recalledOf = (ui: Ui): Ui['recalled'] => ui.recalled;
const paletteOf = (ui: Ui): Ui['palette'] => ui.palette;
/** What decides about the rows: the lists, the tasks, and whether the server can be asked. */
const whatItShows = ({ lists, tasks, phase }: SessionState): string =>
  `${phase} ${Object.values(lists).map(({ items }) => items.length)} ${tasks.map(({ id, last }) => `${id} ${last}`)}`;
