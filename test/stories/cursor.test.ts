import { expect, it } from 'vitest';
import { width } from '../../src/text/width.ts';
import { openMatch } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

/** Whether the terminal's own cursor is shown in the cell behind a text. */
const standsBehind = (text: string) => (screen: Pick<Terminal, 'cursor' | 'modes' | 'screen'>) => {
  const { row, column } = screen.cursor();
  const line = screen.screen()[row] ?? '';
  const at = line.indexOf(text);
  return at >= 0 && screen.modes().cursorShown && width(line.slice(0, at + text.length)) === column;
};

/** Where it stands, of a cursor that is shown. */
const place = (terminal: Terminal) => (terminal.modes().cursorShown ? terminal.cursor() : undefined);

it.each(
  portion([
    { cols: 60, rows: 15 },
    { cols: 120, rows: 32 },
    { cols: 80, rows: 24 },
    { cols: 44, rows: 12 },
  ]),
)('the cursor of the terminal is where text is typed, at $cols×$rows', async ({ cols, rows }) => {
  const terminal = openTerminal({ args: ['demo'], cols, rows });
  await terminal.waitFor('· ready');
  await terminal.key('alt+2');
  await terminal.type('/');
  await terminal.waitFor(/^ \/( |$)/m);
  // The line at the bottom paints its own.
  expect(place(terminal)).toBeUndefined();
  await terminal.key('esc');
  await openMatch(terminal, 'book-night');
  await terminal.waitFor((screen) => screen.modes().cursorShown);
  await terminal.type('Ada');
  await terminal.waitFor(standsBehind('Ada'));
  const typed = terminal.cursor();
  await terminal.key('home', 'right');
  await terminal.waitFor((screen) => screen.cursor().column === typed.column - 2);
  await terminal.key('end');
  await terminal.type(' 日本👩‍🚀');
  await terminal.waitFor(standsBehind('日本👩‍🚀'));

  // The choices are narrowed where the value stands.
  await terminal.key('ctrl+f');
  await terminal.type('telescope');
  await terminal.waitFor('field telescope');
  await terminal.waitFor(() => place(terminal) === undefined);
  await terminal.key('enter');
  await terminal.waitFor(/❯.telescope/);
  await terminal.type('60');
  await terminal.waitFor(standsBehind(' 60'));
  await terminal.waitFor('❯ The 60');
  await terminal.key('esc');
  await terminal.waitWithout('❯ The 60');

  await terminal.key('ctrl+t');
  await terminal.waitFor('JSON arguments, sent exactly');
  await terminal.key('ctrl+end');
  await terminal.waitFor(standsBehind('}'));
  // Through a resize and a repaint.
  await terminal.key('ctrl+t');
  await terminal.waitWithout('JSON arguments, sent exactly');
  await terminal.resize(cols - 3, rows - 1);
  await terminal.key('shift+tab', 'shift+tab');
  await terminal.waitFor(standsBehind('日本👩‍🚀'));
  await terminal.key('ctrl+l');
  await terminal.waitFor(standsBehind('日本👩‍🚀'));
  await terminal.key('esc');
  await terminal.waitFor(/^ ⏎ open |^❯ book-night/m);
  await terminal.waitFor((screen) => !screen.modes().cursorShown);
  await terminal.key('q');
  await terminal.exited;
  expect(terminal.modes()).toMatchObject({ alternate: false, cursorShown: true });
});
