import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
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
  await terminal.key('0');
  await terminal.waitFor('‹0 All›');
  await terminal.key('alt+.');
  await terminal.waitFor(inView(1, 'crm'));
  await terminal.key('alt+,', 'alt+,');
  await terminal.waitFor(inView(3, 'gone'));
  // The help says what the signs of the row mean where there is one.
  await terminal.key('?', 'end');
  await terminal.waitFor(/○ +session: closed/);
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

/** When the server with this name ended, in ms since 1970, by its recording. */
function endedAt(home: string, name: string): number {
  const folder = join(home, 'state', 'mcp-loupe', 'recordings');
  const [file = ''] = readdirSync(folder).filter((one) => one.includes(`-${name}.`));
  const lines = readFileSync(join(folder, file), 'utf8').trim().split('\n');
  const { at = '' } = lines.map((line) => JSON.parse(line)).findLast(({ event }) => event === 'exit') ?? {};
  return Date.parse(at);
}

/** Runs a command of the palette. */
async function run(terminal: Terminal, command: string): Promise<void> {
  await terminal.key('ctrl+p');
  await terminal.type(command);
  await terminal.waitFor(`❯ ${command}`);
  await terminal.key('enter');
}

/** A recording of the session that the fixture holds. */
const RECORDING = fileURLToPath(new URL('../fixtures/session.mcp.jsonl', import.meta.url));
const ASKING = fileURLToPath(new URL('../support/servers/asking.mjs', import.meta.url));

test('of several that are added none stays where one cannot be opened', async () => {
  const terminal = openTerminal({ args: severalServers({ crm: 'listing' }), kitty: true, cols: 160 });
  await terminal.waitFor('· ready');
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await run(terminal, 'connect to');
  await terminal.waitFor('─ Connect to');
  await terminal.type(`node ${ASKING} + --root /nowhere node ${ASKING}`);
  await terminal.key('enter');
  await terminal.waitFor('/nowhere is not a folder');
  await vi.waitFor(() => expect(endedAt(terminal.home, 'asking')).toBeGreaterThan(0), { timeout: 20_000 });
  expect(row(terminal)).toContain('1 Server');
  // The list stays, with what was typed, until it is closed.
  await terminal.key('esc');
  await terminal.waitFor((screen) => !screen.text().includes('─ Connect to'));
  await terminal.key('q');
  expect((await terminal.exited).code).toBe(0);
});

test('sessions are added: what the start offers, and what is typed', async () => {
  const terminal = openTerminal({ args: severalServers({ crm: 'listing' }), kitty: true });
  await terminal.waitFor('· ready');
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  expect(row(terminal)).toContain('1 Server');
  await run(terminal, 'connect to');
  await terminal.waitFor('─ Connect to');
  await terminal.type('observatory');
  await terminal.waitFor('❯ a small observatory');
  await terminal.key('enter');
  await terminal.waitFor(inView(2, 'demo'));
  await terminal.waitFor(/kestrel-hill .* ready/);
  await run(terminal, 'connect to');
  await terminal.waitFor('─ Connect to');
  await terminal.type(`node ${ASKING}`);
  await terminal.key('enter');
  await terminal.waitFor(inView(3, 'asking'));
  await terminal.waitFor(/ asking 1 ·.* ready/);
  await run(terminal, 'connect to');
  await terminal.waitFor('─ Connect to');
  await terminal.type(`open ${RECORDING}`);
  await terminal.key('enter');
  await terminal.waitFor(/‹4 \S+ ■›/);
  await run(terminal, 'connect to');
  await terminal.waitFor('─ Connect to');
  await terminal.type('./no-such-server.js');
  await terminal.key('enter');
  // As when it is the first: a session that has failed.
  await terminal.waitFor(/‹5 \S+ ✗›/);
  await run(terminal, 'connect to');
  await terminal.waitFor('─ Connect to');
  await terminal.type('list -- node x.js');
  await terminal.key('enter');
  await terminal.waitFor('list is a verb for scripts');
  // It stays to be mended, and keys stay out of the screen behind.
  await terminal.key('ctrl+u');
  await terminal.type('node "a 2b');
  await terminal.waitFor('❯ node "a 2b');
  await terminal.key('enter');
  await terminal.waitFor('A quote is not closed.');
  await terminal.type('q5');
  await terminal.waitFor('❯ node "a 2bq5');
  await terminal.waitFor('─ Connect to');
  await terminal.key('esc');
  await terminal.waitFor((screen) => !screen.text().includes('─ Connect to'));
  await run(terminal, 'session: crm');
  await terminal.waitFor(inView(1, 'crm'));
});

test('a session is ended by itself, after a question while a call runs there', async () => {
  const args = severalServers({ crm: 'asking', files: 'listing', docs: 'silent' });
  const terminal = openTerminal({ args, kitty: true });
  await terminal.waitFor(/‹1 crm ●›.* 2 files ●/);
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await openTool(terminal, 'form');
  await terminal.key('ctrl+s');
  await terminal.waitFor('Who are you?');
  await run(terminal, 'end this session');
  await terminal.waitFor('A call is running. End crm?');
  await terminal.waitFor('[ y end ]');
  await terminal.key('y');
  await terminal.waitFor(/‹1 files ●›/);
  await terminal.waitFor('crm has ended');
  const servers = () => terminal.processes().filter(({ command }) => /^\S*node \S*crm\.mjs/.test(command));
  await expect.poll(servers, { timeout: 20_000 }).toEqual([]);
  await run(terminal, 'end this session');
  // With one session there is no row.
  await terminal.waitFor((screen) => screen.screen()[1]?.includes('1 Server') === true);
  await terminal.key('q');
  await terminal.exited;
  for (const name of ['crm', 'files', 'docs']) expect(terminal.text()).toMatch(`${name}: recording: `);
});

test('leaving asks for the calls of all sessions, and ends all servers at once', async () => {
  const args = severalServers({
    crm: ['silent', 'deaf'],
    files: 'asking',
    docs: ['silent', 'deaf'],
  });
  const terminal = openTerminal({ args, kitty: true });
  await terminal.waitFor(/‹1 crm …›.* 2 files ●.* 3 docs …/);
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.key('alt+.');
  await terminal.waitFor(inView(2, 'files'));
  await openTool(terminal, 'form');
  await terminal.key('ctrl+s');
  await terminal.waitFor('Who are you?');
  await terminal.key('alt+,');
  await terminal.waitFor(inView(1, 'crm'));
  await terminal.key('ctrl+c');
  await terminal.waitFor('ctrl+c again to quit; A call is running (files)');
  await terminal.key('q');
  await terminal.waitFor('A call is running (files). Quit?');
  await terminal.waitFor('[ y quit ]');
  await terminal.key('y');
  await terminal.exited;
  expect(terminal.text()).toContain('waiting for the servers to exit');
  for (const name of ['crm', 'files', 'docs']) expect(terminal.text()).toMatch(`${name}: recording: `);
  expect(terminal.text()).toMatch(/crm: the server did not exit by itself/);
  expect(terminal.text()).not.toMatch(/files: the server did not exit/);
  await terminal.waitGone();
  // One deaf server after the other would end seconds apart.
  const [first = 0, last = 0] = ['crm', 'docs'].map((name) => endedAt(terminal.home, name));
  expect(Math.abs(last - first)).toBeLessThan(1_500);
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
