import { closeChoices } from '../kit/form/commands.ts';
import { closeOpened, inView } from '../kit/sheet/commands.ts';
import { runsInSheet, stopInSheet } from '../overlay/definition.tsx';
import { noLens, takeLensOff } from '../screens/catalogue/lens/turning.ts';
import { putAside } from '../screens/inbox/in-place.ts';
import { askToSaveReport, stopExport } from '../screens/traffic/exports.ts';
import { ALWAYS, type Command, type Context, inScope, type Row, type Situation } from '../world/command.ts';
import { overlayOf, topOverlay } from '../world/overlay.ts';
import { tell } from '../world/say.ts';
import { goToScreen, keepRow, stepsRow } from './browsing.ts';
import { toggleHelp, togglePalette } from './everything.ts';
import { back, interrupt } from './leaving.ts';
import { textFocus } from './scopes.ts';
import { screenOf, screens } from './screen-list.ts';

/** What works everywhere, while typing too: no key of these prints anything. */
export const always = (table: () => readonly Command[]) =>
  inScope(ALWAYS, {
    back: {
      keys: ['esc'],
      inSpite: true,
      label: 'back',
      hint: (situation) => {
        if (topOverlay(situation.ui.get())?.kind === 'asked') return 'later';
        const now = situation.ui.get();
        if (runsInSheet(now) || now.exporting !== undefined) return 'stop';
        return isFilling(situation) || isInside(situation) ? 'back' : '';
      },
      rank: 1,
      lasting: true,
      run: (context) => {
        const inside =
          overlayOf(context.ui.get(), 'palette') === undefined &&
          (stopInSheet(context) ||
            stopExport(context) ||
            closeChoices(context) ||
            putAside(context) ||
            closeOpened(context) ||
            closeInScreen(context));
        if (!inside) context.ui.update(back);
      },
    },
    interrupt: {
      keys: ['ctrl+c'],
      inSpite: true,
      label: 'cancel (twice: quit)',
      run: interrupt,
    },
    ...toScreens(),
    lensOff: {
      keys: ['alt+v'],
      label: 'see all as sent',
      disabled: noLens,
      run: takeLensOff,
    },
    redraw: {
      keys: ['ctrl+l'],
      inSpite: true,
      label: 'redraw',
      run: ({ terminal }) => terminal.redraw(),
    },
    suspend: {
      keys: ['ctrl+z'],
      inSpite: true,
      label: 'suspend',
      run: ({ terminal }) => terminal.suspend(),
    },
    palette: {
      keys: ['ctrl+p', 'alt+x'],
      label: 'palette',
      hint: 'palette',
      rank: 5,
      unlisted: true,
      run: togglePalette(table),
    },
    help: {
      keys: ['f1'],
      label: 'help',
      hint: 'help',
      rank: 5,
      run: toggleHelp(table),
    },
    keep: {
      keys: ['alt+T'],
      ...keepRow,
      // Elsewhere it is one key less.
      hint: (situation) => (isFilling(situation) ? 'test' : ''),
      rank: 4,
    },
    'steps.run': { keys: ['alt+W'], ...stepsRow },
    'report.save': { keys: [], label: 'save bug report', run: askToSaveReport },
    mouse: {
      keys: [],
      label: 'toggle mouse',
      run: (context) => {
        context.ui.update((now) => ({ ...now, mouse: !now.mouse }));
        tell(context, context.ui.get().mouse ? 'mouse on' : 'mouse off');
      },
    },
  });

/** Closes what is open in the detail of the screen, where nothing lies over it; false when nothing is. */
function closeInScreen(context: Context): boolean {
  const ui = context.ui.get();
  return topOverlay(ui) === undefined && screenOf(ui.screen).close?.(context) === true;
}

/** Is something shown in the place of what it was opened from? */
const isInside = (situation: Situation): boolean => {
  const ui = situation.ui.get();
  const state = situation.host.store.state();
  if (topOverlay(ui) !== undefined || !situation.services.activeScopes(ui, state).includes('sheet'))
    return false;
  return inView(situation)?.ui.opened !== undefined || screenOf(ui.screen).isInside?.(ui, state) === true;
};

const isFilling = ({ host, ui }: Situation): boolean => textFocus(ui.get(), host.store.state()) === 'form';

function toScreens(): Readonly<Record<string, Row>> {
  const rows = screens.map(({ id, key, title }): [string, Row] => [
    `go.${id}`,
    {
      keys: [`alt+${key}`],
      label: `to ${title.toLowerCase()}`,
      // Where text is typed, a number alone is a part of it.
      ...(key === '1'
        ? { hint: (situation) => (isFilling(situation) ? `to alt+${screens.length} screens` : ''), rank: 5 }
        : {}),
      run: ({ ui }) => ui.update(goToScreen(id)),
    },
  ]);
  return Object.fromEntries(rows);
}
