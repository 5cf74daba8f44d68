import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { scratch } from '../support/cli.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

const SERVER = fileURLToPath(new URL('../support/servers/keeper.mjs', import.meta.url));

/** A home that outlives a terminal, with the files of ours in it. */
function lasting() {
  const home = scratch();
  const file = (path: string, text?: string) => {
    const whole = join(home, path);
    if (text === undefined) return whole;
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text);
    return whole;
  };
  return {
    file,
    history: file('state/mcp-loupe/history.jsonl'),
    settings: file('config/mcp-loupe/settings.json'),
    recordings: file('state/mcp-loupe/recordings'),
    env: { XDG_STATE_HOME: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') },
    cwd: home,
  };
}

type Home = ReturnType<typeof lasting>;

/** The form of the only tool of a server; `known` is what it is to show by then. */
async function form(
  { env, cwd }: Home,
  known: string | RegExp = 'user',
  size: { cols: number; rows: number } = { cols: 120, rows: 32 },
) {
  const terminal = openTerminal({ args: ['node', SERVER], env, cwd, ...size });
  await terminal.waitFor('ready');
  await terminal.key('2');
  await terminal.waitFor('❯ login');
  await terminal.key('enter');
  await terminal.waitFor(known);
  return terminal;
}

async function quit(terminal: Terminal) {
  await terminal.key('q');
  expect((await terminal.exited).code).toBe(0);
}

test('what was filled in comes back, and what is secret does not', async () => {
  const home = lasting();
  const first = await form(home);
  await first.type('ada');
  await first.key('tab');
  await first.type('hunter2hunter2');
  await first.key('tab');
  await first.type('a note');
  await first.key('ctrl+s');
  await first.waitFor('welcome ada');
  await quit(first);
  expect(readFileSync(home.history, 'utf8')).not.toContain('hunter2');

  const again = await form(home, /user \* .* ada/);
  expect(again.text()).toMatch(/password \* .* not kept/);
  expect(again.text()).toMatch(/note .* a note/);
  await again.key('tab');
  await again.waitFor('! not kept: secrets are never stored');
  await again.type('open sesame');
  await again.key('ctrl+s');
  await again.waitFor('welcome ada');
  await again.key('e', 'shift+tab');
  await again.waitFor(/❯ +user/);
  // What is typed at once would take the place of what came back.
  await again.key('end');
  await again.type('!');
  await again.key('ctrl+r');
  await again.waitFor('Previous arguments');
  await again.key('enter');
  await again.waitWithout('ada!');
  await again.key('ctrl+_');
  await again.waitFor('ada!');

  // From anywhere by its arguments.
  await again.key('alt+5', 'ctrl+p');
  await again.waitFor('Palette');
  await again.type('ada note');
  await again.waitFor(/❯ login .*"user": "ada".* call /);
  await again.key('enter');
  await again.waitWithout('Palette');
  await again.waitFor(/user \* .* ada /);
  await again.waitWithout('ada!');
});

test('a preset is kept, listed by another who starts there, and copied as a command', async () => {
  const home = lasting();
  const first = await form(home);
  await first.type('ada');
  await first.key('alt+s');
  await first.waitFor(/preset .*accept/);
  await first.type('the keeper');
  await first.key('enter');
  await first.waitFor('[ y create ]');
  await first.type('y');
  await first.waitFor('saved preset “the keeper” in');
  expect(JSON.parse(readFileSync(home.file('.mcp-loupe.json'), 'utf8'))).toMatchObject({
    presets: [{ server: 'keeper', tool: 'login', label: 'the keeper', arguments: { user: 'ada' } }],
  });

  const other = await form({ ...lasting(), cwd: home.cwd }, 'user', { cols: 60, rows: 15 });
  await other.key('ctrl+r');
  await other.waitFor('❯ the keeper');
  await other.key('enter');
  await other.waitFor('ada');
  await other.key('alt+y');
  await other.waitFor('❯ command line');
  await other.key('enter');
  await other.waitFor('command line copied');
});

test('files that are corrupt are set aside, with a word', async () => {
  const home = lasting();
  home.file('config/mcp-loupe/settings.json', '{"version": 1,\n "record" false}');
  home.file('state/mcp-loupe/history.jsonl', 'rubbish\n');
  const terminal = openTerminal({ args: ['node', SERVER], env: home.env, cwd: home.cwd });
  await terminal.waitFor('history.jsonl:1: not a call');
  await terminal.waitFor('ready');
  await terminal.key('7');
  await terminal.waitFor('╭─ Output');
  await terminal.waitFor('settings.json:2:11: colon expected');
  for (const path of [home.settings, home.history]) {
    const names = readdirSync(dirname(path));
    expect(names.some((name) => name.includes('.corrupt-'))).toBe(true);
  }
  expect(existsSync(home.settings)).toBe(false);
});

test('settings turn off the recording and the memory', async () => {
  const home = lasting();
  home.file('config/mcp-loupe/settings.json', '{"version": 1, "record": false, "history": false}');
  const terminal = await form(home);
  expect(terminal.text()).not.toContain('rec ');
  await terminal.type('ada');
  await terminal.key('tab');
  await terminal.type('x');
  await terminal.key('ctrl+s');
  await terminal.waitFor('welcome ada');
  await quit(terminal);
  expect(existsSync(home.recordings)).toBe(false);
  expect(existsSync(home.history)).toBe(false);
});
