import { renderToString } from 'ink';
import { describe, expect, it } from 'vitest';
import { createEditor } from '../../../src/text/edit.ts';
import { width } from '../../../src/text/width.ts';
import { narrowHelp, showHelp } from '../../../src/tui/overlay/help.tsx';
import { openPalette, typedIntoPalette } from '../../../src/tui/overlay/palette.tsx';
import { newRequest, openWriting } from '../../../src/tui/overlay/writing.tsx';
import { App } from '../../../src/tui/shell/app.tsx';
import { commands, commandsIn } from '../../../src/tui/shell/commands.ts';
import { everything } from '../../../src/tui/shell/everything.ts';
import { activeScopes } from '../../../src/tui/shell/scopes.ts';
import { services } from '../../../src/tui/shell/services.ts';
import { createUi } from '../../../src/tui/shell/session-view.ts';
import { showScreen } from '../../../src/tui/world/overlay.ts';
import { createTheme } from '../../../src/tui/world/theme.ts';
import type { Ui } from '../../../src/tui/world/ui.ts';
import { createWorld } from '../../../src/tui/world/world.ts';
import { alone } from '../../support/program.ts';
import { told, withTools } from '../../support/told.ts';

const plain = createTheme({ ascii: false, colour: false });
const { host } = told(
  ...withTools(
    { name: 'get-sum', title: '数を足す道具です' },
    { name: '日本語の道具', title: 'a\u202eb\u001b[2J'.repeat(40) },
  ),
);

const palette = (ui: Ui): Ui => openPalette('Palette', everything(commands))(showScreen('tools')(ui));

/** The help as it is opened there, with something typed. */
const help =
  (filter: string) =>
  (ui: Ui): Ui => {
    const here = activeScopes(ui, host.store.state()).flatMap((scope) => commandsIn(scope));
    return narrowHelp(filter)(showHelp({ here, table: commands })(ui));
  };

const writingOf = (text: string) => openWriting(createEditor(text, 'many'));

/** Nothing that is drawn here may fail. */
const fault = (error: unknown): never => {
  throw error;
};

/** The rows of the screen in a window of this size. */
function rowsIn(columns: number, rows: number, change: (ui: Ui) => Ui): readonly string[] {
  const ui = createUi({ columns, rows });
  ui.update(change);
  const world = createWorld(host, ui, services, alone({}), () => () => {});
  return renderToString(<App sessions={alone({ world })} theme={plain} onFault={fault} />, { columns }).split(
    '\n',
  );
}

describe('what lies over the panes', () => {
  it.each<[string, (ui: Ui) => Ui]>([
    ['the palette', palette],
    ['the palette with a match', (ui) => typedIntoPalette('日本')(palette(ui))],
    ['the palette without one', (ui) => typedIntoPalette('xyzzy')(palette(ui))],
    ['the help', help('')],
    ['the help with a match', help('copy')],
    ['the help without one', help('日本 xyzzy\u202e')],
    ['a message being written', openWriting(newRequest('r7'))],
    ['a long text', writingOf('日本 '.repeat(2_000))],
  ])('fills every window exactly: %s', (_, change) => {
    for (const columns of [40, 59, 60, 80, 120, 160]) {
      for (const rows of [10, 14, 15, 24, 45]) {
        const drawn = rowsIn(columns, rows, change);
        const where = `${columns}×${rows}\n${drawn.join('\n')}`;
        expect(drawn.length, where).toBe(rows);
        expect(Math.max(...drawn.map(width)), where).toBeLessThanOrEqual(columns);
        expect(drawn.join(''), where).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
      }
    }
  });

  it('shows the palette in a box, its line first', () => {
    const drawn = rowsIn(120, 32, (ui) => typedIntoPalette('sum')(palette(ui)));
    expect(drawn[2]).toMatch(/╭─ Palette · focus ─+ 1\/\d+ of \d+ esc closes ─╮/);
    expect(drawn[3]).toMatch(/│ {2}: sum /);
    expect(drawn[4]).toMatch(/│ ❯ get-sum {15}数を足す道具です +tool [│┃]/);
    expect(drawn.join('\n')).toContain('[ ⏎ choose ]');
  });

  it('shows in the help what was found here, then what is elsewhere, or what to do', () => {
    const found = rowsIn(80, 24, (ui) => help('copy')(showScreen('traffic')(ui))).map((row) => row.slice(2));
    expect(found[2]).toMatch(/ Help \/copy · focus ─+ esc shows all ─╮$/);
    expect(found[3]).toMatch(/^y {6}copy message +Traffic {2}/);
    expect(found[4]).toMatch(/^B {6}copy bug report +Everywhere/);
    expect(found[6]).toMatch(/^Elsewhere {2}/);
    const none = rowsIn(40, 12, help('xyzzy'));
    expect(none.slice(2, 4).join(' ')).toMatch(/^nothing found: esc shows all keys, ctrl\+p/);
    expect(rowsIn(40, 12, help(''))[1]).toMatch(/^Help .* \/ searches, esc closes$/);
  });

  it('says beside a command why it cannot run', () => {
    const drawn = rowsIn(120, 32, (ui) => typedIntoPalette('send raw')(palette(ui)));
    expect(drawn[4]).toMatch(/❯ send raw +Not available in a recording\./);
  });

  it('says where a message is no JSON', () => {
    const drawn = rowsIn(80, 24, writingOf('{"half'));
    expect(drawn.join('\n')).toMatch(/! not valid JSON from line 1, column 7; it is sent anyway/);
    expect(rowsIn(80, 24, openWriting(newRequest('r7'))).join('')).not.toContain('no JSON');
  });
});
