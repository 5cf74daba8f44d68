import { expect, test } from 'vitest';
import { openTerminal } from '../support/terminal.ts';

/** What the terminal sends for a button (0 left, 64 wheel up, 65 wheel down) at a cell counted from 0. */
const mouse = (button: number, row: number, column: number) =>
  `\x1b[<${button};${column + 1};${row + 1}M\x1b[<${button};${column + 1};${row + 1}m`;

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

test('without --mouse the terminal keeps its mouse', async () => {
  const terminal = openTerminal({ args: ['demo'] });
  await terminal.waitFor('ready');
  await terminal.waitFor((screen) => screen.modes().paste);
  expect(terminal.modes().mouse).toBe('none');
  expect(terminal.text()).not.toContain('select text');
});
