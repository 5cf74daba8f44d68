import { expect, test } from 'vitest';
import { openTool } from '../support/opening.ts';
import { severalServers } from '../support/sessions.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

/** The row of sessions. */
const row = (terminal: Terminal): string => terminal.screen()[1] ?? '';

const inView = (place: number, name: string) => new RegExp(`‹${place} ${name}\\S* \\S.*›`);

test('sessions are gone through by keys, and what fails out of sight is said', async () => {
  const args = severalServers({ crm: 'listing', files: 'asking', gone: '' });
  const terminal = openTerminal({ args, kitty: true });
  await terminal.waitFor(/‹1 crm ●›.* 2 files ● .* 3 gone ✗/);
  await terminal.waitFor('gone has failed');
  await terminal.key('alt+.');
  await terminal.waitFor(/1 crm ● .*‹2 files ●›/);
  await terminal.waitFor(/asking 1 ·.* ready/);
  await terminal.waitFor('0 All');
  await terminal.key('alt+.', 'alt+.');
  await terminal.waitFor('‹0 All›');
  await terminal.key('alt+.');
  await terminal.waitFor(inView(1, 'crm'));
  await terminal.key('alt+,', 'alt+,');
  await terminal.waitFor(inView(3, 'gone'));
});

test.each([true, false])('nine sessions have a key each (kitty: %s)', async (kitty) => {
  const names = Array.from({ length: 9 }, (_, at) => [`s${at + 1}`, 'listing'] as const);
  const terminal = openTerminal({ args: severalServers(Object.fromEntries(names)), kitty });
  await terminal.waitFor(/‹1 s1 ●›.* 9 s9 ●/);
  if (kitty) await terminal.waitFor((screen) => screen.modes().kitty === 1);
  for (const number of [9, 8, 7, 6, 5, 4, 3, 2, 1]) {
    await terminal.key(`alt+shift+${number}`);
    await terminal.waitFor(inView(number, `s${number}`));
  }
});

test('a question of a session out of sight is seen and said, and takes no key', async () => {
  const args = severalServers({ crm: 'asking', files: 'listing' });
  const terminal = openTerminal({ args, kitty: true });
  await terminal.waitFor(/‹1 crm ●›.* 2 files ●/);
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await openTool(terminal, 'form');
  await terminal.key('ctrl+s', 'alt+.');
  await terminal.waitFor(inView(2, 'files'));
  await terminal.waitFor('crm asks you something');
  expect(row(terminal)).toMatch(/1 crm ● .*\?1/);
  await terminal.key('2');
  await terminal.waitFor('╭─ Tools');
  await terminal.key('alt+,');
  await terminal.waitFor('Who are you?');
});

test('the mouse clicks on sessions, and on the tabs below', async () => {
  const args = severalServers({ crm: 'listing', files: 'asking' });
  const terminal = openTerminal({ args: ['--mouse', ...args], kitty: true });
  await terminal.waitFor(/‹1 crm ●›.* 2 files ●/);
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  const click = (at: number, text: string) => {
    const cell = `${(terminal.screen()[at] ?? '').indexOf(text) + 1};${at + 1}`;
    terminal.raw(`\x1b[<0;${cell}M\x1b[<0;${cell}m`);
  };
  click(1, '2 files');
  await terminal.waitFor(inView(2, 'files'));
  click(2, '5 Traffic');
  await terminal.waitFor('╭─ Traffic');
  click(1, '1 crm');
  await terminal.waitFor(inView(1, 'crm'));
  await terminal.waitFor('╭─ Server');
});

const SIZES = [
  { cols: 160, rows: 45 },
  { cols: 120, rows: 32 },
  { cols: 80, rows: 24 },
  { cols: 60, rows: 15 },
];

test.each(SIZES)('the row of sessions, %o', async ({ cols, rows }) => {
  const args = severalServers({
    crm: 'asking',
    'files-of-the-office': '',
    docs: 'silent',
    weather: 'listing',
    'weather-2': 'listing',
    ...{ 'weather-3': 'listing', 'weather-4': 'listing' },
  });
  const terminal = openTerminal({ args, kitty: true, cols, rows });
  await terminal.waitFor(/ 7 ?(?:\S+ )?●/);
  await terminal.waitFor('0 All');
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.key('alt+.', 'alt+.', 'alt+.', '2');
  await terminal.waitFor(inView(4, 'w'));
  await terminal.waitFor('╭─ Tools');
  await terminal.settle(300);
  const shown = terminal.screen().slice(0, 6);
  await expect(`${shown.join('\n')}\n`).toMatchFileSnapshot(`snapshots/sessions-${cols}.txt`);
});
