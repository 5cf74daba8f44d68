import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTool } from '../support/opening.ts';
import { severalServers } from '../support/sessions.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

const inView = (place: number, name: string) => new RegExp(`‹${place} ${name} \\S.*›`);

async function opened(servers: Parameters<typeof severalServers>[0], more: object = {}): Promise<Terminal> {
  const terminal = openTerminal({ args: severalServers(servers), kitty: true, ...more });
  await terminal.waitFor(/‹1 \S+ \S+›/);
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  return terminal;
}

/** What was written down of the session with a server. */
function recordingOf(home: string, name: string): string {
  const folder = join(home, 'state', 'mcp-loupe', 'recordings');
  const [file = ''] = readdirSync(folder).filter((one) => one.includes(`-${name}.`));
  return readFileSync(join(folder, file), 'utf8');
}

test('secrets are shown in the session in view alone', async () => {
  const secret = 'ghp_abcdefghijklmnop1234';
  const terminal = openTerminal({ args: ['demo', '+', 'demo'], kitty: true });
  await terminal.waitFor(/‹1 demo ●› {2}2 demo 2 ●/);
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  for (const at of [1, 2]) {
    await openTool(terminal, 'say-hello');
    await terminal.type(secret);
    await terminal.key('ctrl+s');
    await terminal.waitFor('Good evening, [redacted].');
    if (at === 1) await terminal.key('alt+.');
    await terminal.waitFor(/‹2 demo 2 ●›/);
  }
  await terminal.key('*');
  await terminal.waitFor(`Good evening, ${secret}.`);
  await terminal.key('alt+,');
  await terminal.waitFor(/‹1 demo ●›/);
  await terminal.waitFor('Good evening, [redacted].');
  expect(terminal.text()).not.toContain(secret);
});

test('a hostile server reaches no other session, nor the row', async () => {
  const terminal = await opened({ files: 'listing', evil: 'hostile', flood: ['flood', 'logs'] });
  await terminal.waitFor(/^ ‹1 files ●› {2}2 evil ●.*3 flood ●.* new/m);
  const [, row = '', tabs = ''] = terminal.screen();
  expect(row).not.toMatch(/[^\u0020-\u007e‹›●…✂]/u);
  expect(tabs).toMatch(/^ 1 Server/);
  expect(terminal.text()).not.toContain('said');
  // Keys are as quick as ever, whatever comes in elsewhere.
  await terminal.key('5');
  await terminal.waitFor('╭─ Traffic');
  await terminal.waitFor(/Traffic 5\b/);
  expect(terminal.written()).not.toMatch(/\u001b\]52|OWNED\u0007/);
  expect(terminal.modes().alternate).toBe(true);
  await terminal.key('q');
  await terminal.exited;
});

test('what is called in one session is sent to its server alone', async () => {
  const terminal = await opened({ crm: 'asking', files: 'asking' });
  await terminal.waitFor(/1 crm ●.*2 files ●/);
  await openTool(terminal, 'roots');
  await terminal.key('ctrl+s');
  await terminal.waitFor(/roots · ✓/);
  await terminal.key('alt+.');
  await terminal.waitFor(inView(2, 'files'));
  await openTool(terminal, 'form');
  await terminal.key('ctrl+s');
  await terminal.waitFor('Who are you?');
  // What waits in the one does not wait in the other.
  await terminal.waitFor(/^ 1 crm ● {2}‹2 files ● \?1›/m);
  const calls = (name: string) =>
    recordingOf(terminal.home, name).match(/(?<="tools\/call","params":\{"name":")\w+/g);
  expect([calls('crm'), calls('files')]).toEqual([['roots'], ['form']]);
});

test('how each was left is remembered by its target', async () => {
  const args = severalServers({ crm: 'asking', files: 'listing' });
  const first = openTerminal({ args, kitty: true });
  const { home } = first;
  const env = { HOME: home, XDG_STATE_HOME: join(home, 'state') };
  await first.waitFor(/‹1 crm ●›.* 2 files ●/);
  await first.waitFor((screen) => screen.modes().kitty === 1);
  await first.key('2');
  await first.waitFor('╭─ Tools');
  await first.key('alt+.');
  await first.waitFor(inView(2, 'files'));
  await first.key('7');
  await first.waitFor('╭─ Output');
  await first.key('q');
  await first.exited;
  const second = openTerminal({ args, kitty: true, env });
  await second.waitFor(/‹1 crm ●›.* 2 files ●/);
  await second.waitFor((screen) => screen.modes().kitty === 1);
  await second.waitFor('╭─ Tools');
  await second.key('alt+.');
  await second.waitFor(inView(2, 'files'));
  await second.waitFor('╭─ Output');
});

test('a file that changes restarts each server', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'loupe-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, 'lib.js'), '1');
  const args = ['--watch', '*.js', ...severalServers({ crm: 'asking', files: 'listing' })];
  const terminal = openTerminal({ args, kitty: true, cwd });
  await terminal.waitFor(/‹1 crm ●›.* 2 files ●/);
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.waitFor(/watched +\*\.js \(1 file\)/);
  await terminal.key('alt+.');
  await terminal.waitFor(inView(2, 'files'));
  await terminal.waitFor(/watched +\*\.js \(1 file\)/);
  writeFileSync(join(cwd, 'lib.js'), '2');
  await terminal.waitFor(/process +\d+ · connection 2/);
  await terminal.key('alt+,');
  await terminal.waitFor(inView(1, 'crm'));
  await terminal.waitFor(/process +\d+ · connection 2/);
});

test('names that tools of several servers go by are told on both, and once in the window', async () => {
  const terminal = await opened({ crm: 'asking', files: 'asking', docs: 'listing' });
  await terminal.waitFor(/crm and files have tools with the same name \(form, roots, poem and 4 more\)/);
  await terminal.waitFor(/same names +form \(files\), roots \(files\)/);
  await terminal.key('alt+.');
  await terminal.waitFor(inView(2, 'files'));
  await terminal.waitFor(/same names +form \(crm\), roots \(crm\)/);
  await terminal.key('alt+.');
  await terminal.waitFor(inView(3, 'docs'));
  await terminal.waitFor('╭─ Server');
  await terminal.waitWithout('same names');
});
