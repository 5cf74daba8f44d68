import { wayBack } from '../../session/target.ts';
import { type Command, type Context, inScope, type Row, type Situation } from '../world/command.ts';
import { turnTo } from '../world/overlay.ts';
import { tell } from '../world/say.ts';
import { type ScreenId, screens } from '../world/screens.ts';
import { turnPane } from '../world/ui.ts';
import { toggleHelp, togglePalette } from './everything.ts';
import { quit } from './leaving.ts';
import { askToRestart, turnClean, whyNotClean } from './restarting.ts';

/** Going from pane to pane, where tab is not for the fields of a form. */
export const panes = inScope('panes', {
  nextPane: {
    keys: ['tab'],
    label: 'next pane',
    hint: 'pane',
    run: ({ ui }) => ui.update(turnPane(1)),
  },
  previousPane: {
    keys: ['shift+tab'],
    label: 'previous pane',
    run: ({ ui }) => ui.update(turnPane(-1)),
  },
});

const TALLER = { usual: 'third', third: 'half', half: 'usual' } as const;

/** What works while no text is being typed. */
export const browsing = (table: () => readonly Command[]) =>
  inScope('browsing', {
    ...screenKeys(),
    restart: {
      keys: ['R'],
      label: 'restart / reconnect',
      hint: restartHint,
      disabled: ({ host }) => (host.connection === undefined ? 'Not available in a recording.' : undefined),
      run: (context) => askToRestart(context),
    },
    zoom: {
      keys: ['z'],
      label: 'zoom pane',
      hint: 'zoom',
      run: ({ ui }) => ui.update((now) => ({ ...now, zoom: !now.zoom })),
    },
    dock: {
      keys: ['t'],
      label: 'toggle traffic',
      run: ({ ui }) => ui.update((now) => ({ ...now, dock: !now.dock })),
    },
    dockSize: {
      keys: ['T'],
      label: 'grow traffic',
      disabled: ({ ui }) =>
        ui.get().screen === 'traffic' ? 'The traffic already fills the screen.' : undefined,
      run: ({ ui }) =>
        ui.update((now) => ({
          ...now,
          dock: true,
          dockSize: now.dock ? TALLER[now.dockSize] : now.dockSize,
        })),
    },
    reveal: {
      keys: ['*'],
      label: 'toggle secrets',
      run: (context) => {
        context.ui.update((now) => ({ ...now, revealed: !now.revealed }));
        tell(context, revealedOrNot(context), 2_000);
      },
    },
    restartClean: {
      keys: ['C'],
      label: 'toggle clean env',
      disabled: whyNotClean,
      run: turnClean,
    },
    paletteHere: { keys: [':'], label: 'palette', unlisted: true, run: togglePalette(table) },
    paneHelp: {
      keys: ['?'],
      label: 'help for this pane',
      run: toggleHelp(table),
    },
    quit: {
      keys: ['q'],
      label: 'quit',
      hint: 'quit',
      run: quit,
    },
  });

/** Where there is no connection it is the key that matters. */
function restartHint({ host }: Situation): string {
  const { phase, target } = host.store.state();
  if (phase !== 'failed' && phase !== 'closed') return '';
  return wayBack(target);
}

function screenKeys(): Record<`screen.${ScreenId}`, Row> {
  const rows = screens.map(({ id, key, title }): [string, Row] => [
    `screen.${id}`,
    {
      keys: [key],
      label: title.toLowerCase(),
      unlisted: true,
      run: ({ ui }) => ui.update(turnTo(id)),
    },
  ]);
  return Object.fromEntries(rows) as Record<`screen.${ScreenId}`, Row>;
}

/** What became of the secrets. What was left out of a recording cannot be brought back. */
function revealedOrNot({ host, ui }: Context): string {
  if (!ui.get().revealed) return 'hiding secrets';
  return host.connection === undefined ? 'showing secrets, as far as they were recorded' : 'showing secrets';
}
