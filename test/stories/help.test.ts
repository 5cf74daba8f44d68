import { expect, test } from 'vitest';
import { openTerminal } from '../support/terminal.ts';
import { faultsOf } from '../support/whole.ts';

test.each([
  { cols: 120, rows: 32 },
  { cols: 80, rows: 24 },
  { cols: 60, rows: 15 },
  { cols: 40, rows: 12 },
])('a key is found in the help by what it does, and what a key does ($cols×$rows)', async (size) => {
  const terminal = openTerminal({ args: ['demo'], kitty: true, ...size });
  await terminal.waitFor('ready');
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.key('5');
  await terminal.waitFor(/Traffic .*following/);
  await terminal.key('?');
  await terminal.waitFor(/Help .*esc closes/);
  await terminal.waitFor('follow / pause');

  // Letters of it are enough; what works in other places comes behind.
  await terminal.type('/exme');
  await terminal.waitFor(/Help \/exme .*esc shows all[^\n]*\n[│┃ ]*s +export messages +Traffic/);
  expect(terminal.text()).not.toContain('follow / pause');
  await terminal.key('ctrl+u');
  await terminal.type('copy');
  await terminal.waitFor(/Elsewhere[\s\S]*y +copy +Reading/);
  expect(faultsOf(terminal)).toEqual([]);

  // A key is found by itself, and stays found while one goes about.
  await terminal.key('ctrl+u');
  await terminal.type('#');
  await terminal.waitFor(/Help \/# .*\n[│┃ ]*# +to message or time +Traffic/);
  await terminal.key('enter');
  await terminal.waitWithout(/^ \/ #/m);
  await terminal.key('down');
  await terminal.key('esc');
  await terminal.waitFor('follow / pause');

  // Where nothing is, the next step is told, and leads on.
  await terminal.type('/xyzzy');
  await terminal.waitFor(/nothing found: esc shows all keys/);
  expect(faultsOf(terminal)).toEqual([]);
  await terminal.key('ctrl+p');
  await terminal.waitFor('Palette');
  await terminal.key('esc');
  await terminal.waitFor('nothing found');
  await terminal.key('esc');
  await terminal.waitFor('follow / pause');
  await terminal.key('esc');
  await terminal.waitFor(/Traffic .*following/);
  await terminal.key('?');
  await terminal.waitFor('follow / pause');
  await terminal.key('?');
  await terminal.waitFor(/Traffic .*following/);
  expect(faultsOf(terminal)).toEqual([]);
});
