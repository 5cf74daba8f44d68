import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { ctrlCTwice } from '../support/ctrl-c.ts';
import { openMatch } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

/** vim asks the terminal what it is and can do; what is answered after vim was stopped would be typed into the shell. */
const VIMINIT = 'set mouse=a t_RV= t_RC= t_RS= t_RB= t_RF= t_u7=';

/** The form of a tool of the demonstration server that takes a text, under a shell. */
async function form(editor: string, kitty = false) {
  const env = { EDITOR: editor, VIMINIT };
  const terminal = openTerminal({ args: ['demo'], shell: true, cols: 110, rows: 32, env, kitty });
  const before = { stty: await terminal.stty(), modes: terminal.modes() };
  await terminal.start();
  await terminal.waitFor('ready');
  if (kitty) await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.key('2');
  await openMatch(terminal, 'write-log');
  await terminal.waitFor('ctrl+o');
  await terminal.type('first');
  await terminal.waitFor('first');
  return { terminal, before };
}

function quit(terminal: Terminal) {
  ctrlCTwice(terminal);
  return terminal.prompt();
}

test.each(portion([{ kitty: true }, { kitty: false }]))(
  'a field in vi and back (kitty: $kitty)',
  async ({ kitty }) => {
    const { terminal, before } = await form('vi', kitty);
    const ours = terminal.modes();
    await terminal.key('ctrl+o');
    await terminal.waitFor('~\n');
    expect(terminal.screen()[0]).toBe('first');
    expect(terminal.modes().kitty).toBe(0);
    terminal.raw('ccin vi');
    await terminal.waitFor('in vi');
    terminal.raw('\x1b:wq\r');
    await terminal.waitFor(/1 Server[\s\S]*in vi/);
    await terminal.waitFor((screen) => isDeepStrictEqual(screen.modes(), ours));
    await terminal.type(' and here');
    await terminal.waitFor('in vi and here');
    expect(await quit(terminal)).toBe(0);
    expect(await terminal.stty()).toBe(before.stty);
    expect(terminal.modes()).toEqual(before.modes);
  },
);

test('ctrl+c in an editor ends the editor at most', async () => {
  const { terminal } = await form('echo editing; read -r line; true');
  await terminal.key('ctrl+o');
  await terminal.waitFor('editing');
  await terminal.key('ctrl+c');
  await terminal.waitFor(/(?:killed by SIGINT|ended with code 130)/);
  expect(terminal.text()).toContain('first');
  await terminal.type('!');
  await terminal.waitFor('first!');
});

test('an editor that was killed leaves the terminal as it should be', async () => {
  const { terminal, before } = await form('vi');
  await terminal.key('ctrl+o');
  await terminal.waitFor('~\n');
  const vi = terminal.processes().find(({ command }) => command.startsWith('vi '));
  process.kill(vi?.pid ?? 0, 'SIGKILL');
  await terminal.waitFor('killed by SIGKILL');
  await terminal.type('!');
  await terminal.waitFor('first!');
  expect(await quit(terminal)).toBe(0);
  expect(await terminal.stty()).toBe(before.stty);
});

test('ctrl+z in an editor stops us with it, and fg continues both', async () => {
  const { terminal } = await form('vi');
  await terminal.key('ctrl+o');
  await terminal.waitFor('~\n');
  await terminal.key('ctrl+z');
  expect(await terminal.prompt()).toBe(148);
  terminal.raw('fg\r');
  await terminal.waitFor('~\n');
  terminal.raw(':q\r');
  await terminal.waitFor('1 Server');
  await terminal.type('!');
  await terminal.waitFor('first!');
});

test.each([
  { signal: 'SIGTERM', code: 143 },
  { signal: 'SIGHUP', code: 129 },
] as const)('leaving by $signal while an editor runs ends it first', async ({ signal, code }) => {
  const { terminal, before } = await form('vi');
  await terminal.key('ctrl+o');
  await terminal.waitFor('~\n');
  terminal.signal(signal);
  expect(await terminal.prompt()).toBe(code);
  expect(terminal.modes()).toEqual(before.modes);
  expect(await terminal.stty()).toBe(before.stty);
  await terminal.waitGone();
});

test('what an ended editor had asked the terminal is not typed into the shell', async () => {
  const { terminal, before } = await form('printf "\\033[6n"; exec sleep 60; true');
  await terminal.key('ctrl+o');
  await terminal.waitFor(/\^\[\[\d+;\d+R/);
  terminal.signal('SIGTERM');
  expect(await terminal.prompt()).toBe(143);
  expect(await terminal.stty()).toBe(before.stty);
});
