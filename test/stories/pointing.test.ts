import { expect, test } from 'vitest';
import { opened, openTool } from '../support/opening.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

/** What the terminal sends for a button (0 left, 64 wheel up, 65 wheel down) at a cell counted from 0. */
const mouse = (button: number, row: number, column: number) =>
  `\x1b[<${button};${column + 1};${row + 1}M\x1b[<${button};${column + 1};${row + 1}m`;

/** Clicks on what is seen lowest of a text. */
const clicker = (terminal: Terminal) => (text: string) => {
  const row = terminal.screen().findLastIndex((line) => line.includes(text));
  terminal.raw(mouse(0, row, (terminal.screen()[row] ?? '').indexOf(text) + 1));
};

test('a click selects and focuses, the wheel scrolls what is under it', async () => {
  const terminal = openTerminal({ args: ['--mouse', 'demo'], cols: 120, rows: 32 });
  await terminal.waitFor('ready');
  expect(terminal.modes().mouse).toBe('vt200');
  await terminal.waitFor('shift select text');
  await terminal.key('2');
  await terminal.waitFor('❯ say-hello');
  const rowOf = (name: string) => terminal.screen().findIndex((line) => line.includes(`  ${name}`));
  terminal.raw(mouse(0, rowOf('write-log'), 6));
  await terminal.waitFor('❯ write-log');
  terminal.raw(mouse(64, 10, 6));
  await terminal.waitFor('❯ separation');
  terminal.raw(mouse(65, 10, 6) + mouse(65, 10, 6));
  await terminal.waitFor('❯ find-plates');
  // The dock leads to the traffic, where a click on a frame ends the following.
  terminal.raw(mouse(0, 28, 6));
  await terminal.waitFor(/╭─ Traffic ─.*following/);
  terminal.raw(mouse(0, 4, 6));
  await terminal.waitFor(/╭─ Traffic ─.*paused/);
  // A tab leads to its screen.
  terminal.raw(mouse(0, 1, terminal.screen()[1]?.indexOf('4 Prompts') ?? 0));
  await terminal.waitFor('╭─ Prompts');
});

test('a click on a button, a hint and an answer does what their keys would', async () => {
  const terminal = openTerminal({ args: ['--mouse', 'demo'], cols: 120, rows: 32 });
  const click = clicker(terminal);
  await terminal.waitFor('shift select text');
  await terminal.key('2');
  await terminal.waitFor('❯ say-hello');
  click('⏎ open');
  await terminal.waitFor('❯ name');
  await terminal.type('Ada');
  await terminal.waitFor('Ada');
  click('Call ]');
  await terminal.waitFor(/say-hello · ✓ \d/);
  click('e edit');
  await terminal.waitFor('❯ name');
  click('esc back');
  await terminal.waitFor('⏎ open');
  click('q quit');
  await terminal.exited;
});

test('a click on the arguments above a result goes to their form', async () => {
  const terminal = await opened(['--mouse', 'demo'], { cols: 120, rows: 32 });
  await openTool(terminal, 'separation');
  await terminal.type('10');
  await terminal.key('tab');
  await terminal.waitFor(/❯ dec/);
  await terminal.type('20');
  await terminal.key('ctrl+s');
  await terminal.waitFor('ra=10 dec=20 · e edit');
  await terminal.waitFor('"degrees": 78.21');
  clicker(terminal)('· e edit');
  // The field that was changed last.
  await terminal.waitFor(/❯ dec \* +number +20/);
  // From another pane as well.
  await terminal.key('ctrl+s');
  await terminal.waitFor('ra=10 dec=20 · e edit');
  await terminal.key('esc', 'esc');
  await terminal.waitFor('i definition');
  await terminal.waitFor('ra=10 dec=20 · e edit');
  clicker(terminal)('dec=20 · e edit');
  await terminal.waitFor(/❯ dec \* +number +20/);
});

test('a click gives a field the focus, and an answer is given by one', async () => {
  const terminal = openTerminal({ args: ['--mouse', 'demo'], cols: 120, rows: 32 });
  const click = clicker(terminal);
  await terminal.waitFor('shift select text');
  await terminal.key('2');
  await terminal.waitFor('❯ say-hello');
  await terminal.key('/');
  await terminal.type('erase');
  await terminal.waitFor('❯ erase-log');
  await terminal.key('enter');
  await terminal.waitFor('❯ reason');
  await terminal.type('why not');
  await terminal.waitFor('why not');
  click('Call ]');
  await terminal.waitFor('y once');
  click('n no');
  await terminal.waitWithout('y once');
  expect(terminal.text()).not.toMatch(/erase-log · ✓/);
});

test('without --mouse the terminal keeps its mouse', async () => {
  const terminal = openTerminal({ args: ['demo'] });
  await terminal.waitFor('ready');
  await terminal.waitFor((screen) => screen.modes().paste);
  expect(terminal.modes().mouse).toBe('none');
  expect(terminal.text()).not.toContain('select text');
});
