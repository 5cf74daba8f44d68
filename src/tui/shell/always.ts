import { closeChoices } from '../kit/form/commands.ts';
import { closeOpened } from '../kit/sheet/commands.ts';
import { closeCompared } from '../screens/catalogue/comparing-commands.ts';
import { closeLink } from '../screens/catalogue/linked.ts';
import { rerunHere, whyNoRerun } from '../screens/catalogue/rerun.ts';
import { type Command, inScope, type Row, type Situation } from '../world/command.ts';
import { overlayOf, turnTo } from '../world/overlay.ts';
import { type ScreenId, screens } from '../world/screens.ts';
import { back } from './back.ts';
import { toggleHelp, togglePalette } from './everything.ts';
import { interrupt } from './leaving.ts';
import { textFocus } from './scopes.ts';

/** What works everywhere, while typing too: no key of these prints anything. */
export const always = (table: () => readonly Command[]) =>
  inScope('always', {
    back: {
      keys: ['esc'],
      label: 'back',
      hint: (situation) => (isFilling(situation) ? 'back' : ''),
      lasting: true,
      run: (context) => {
        const inside =
          overlayOf(context.ui.get(), 'palette') === undefined &&
          (closeChoices(context) || closeOpened(context) || closeCompared(context) || closeLink(context));
        if (!inside) context.ui.update(back);
      },
    },
    interrupt: {
      keys: ['ctrl+c'],
      label: 'cancel (twice: quit)',
      run: interrupt,
    },
    ...toScreens(),
    rerun: { keys: ['alt+r'], label: 'repeat last call', disabled: whyNoRerun, run: rerunHere },
    redraw: {
      keys: ['ctrl+l'],
      label: 'redraw',
      run: ({ terminal }) => terminal.redraw(),
    },
    suspend: {
      keys: ['ctrl+z'],
      label: 'suspend',
      run: ({ terminal }) => terminal.suspend(),
    },
    palette: {
      keys: ['ctrl+p', 'alt+x'],
      label: 'palette',
      hint: 'palette',
      unlisted: true,
      run: togglePalette(table),
    },
    help: {
      keys: ['f1'],
      label: 'help',
      hint: 'help',
      run: toggleHelp(table),
    },
  });

const isFilling = ({ host, ui }: Situation): boolean => textFocus(ui.get(), host.store.state()) === 'form';

function toScreens(): Record<`go.${ScreenId}`, Row> {
  const rows = screens.map(({ id, key, title }): [string, Row] => [
    `go.${id}`,
    {
      keys: [`alt+${key}`],
      label: `to ${title.toLowerCase()}`,
      // Where text is typed, a number alone is a part of it.
      ...(key === '1' ? { hint: (situation) => (isFilling(situation) ? 'to alt+7 screens' : '') } : {}),
      run: ({ ui }) => ui.update(turnTo(id)),
    },
  ]);
  return Object.fromEntries(rows) as Record<`go.${ScreenId}`, Row>;
}
