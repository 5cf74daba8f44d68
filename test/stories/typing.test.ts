import { describe, expect, test } from 'vitest';
import { portion } from '../support/portion.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';
import { faultsOf } from '../support/whole.ts';

/** The demonstration server's tools, the list in focus. */
async function tools(options: { readonly kitty?: boolean; readonly args?: readonly string[] } = {}) {
  const terminal = openTerminal({
    args: [...(options.args ?? []), 'demo'],
    kitty: options.kitty ?? false,
    cols: 110,
    rows: 32,
  });
  await terminal.waitFor('· ready');
  if (options.kitty) await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.key('2');
  await terminal.waitFor('❯ ');
  return terminal;
}

/** The number of the selected row in the title of the list (`4/16`). */
const selected = (terminal: Pick<Terminal, 'text'>) => Number(/ (\d+)\/\d+ ─/.exec(terminal.text())?.[1]);

const toRow = (row: number) => (screen: Pick<Terminal, 'text'>) => selected(screen) === row;

/** Writes byte by byte, so many ms apart; the most that it were. */
async function typedSlowly(terminal: Terminal, bytes: string, ms: number): Promise<number> {
  let most = 0;
  for (const byte of bytes) {
    const before = performance.now();
    terminal.raw(byte);
    await new Promise((resolve) => setTimeout(resolve, ms));
    most = Math.max(most, performance.now() - before);
  }
  return most;
}

describe.each(portion([{ kitty: false }, { kitty: true }]))('keys (kitty: $kitty)', ({ kitty }) => {
  test('ten arrows in one write move ten rows, ten letters too', async () => {
    const terminal = await tools({ kitty });
    expect(selected(terminal)).toBe(1);
    terminal.raw('\x1b[B'.repeat(10));
    await terminal.waitFor(toRow(11));
    terminal.raw('k'.repeat(7));
    await terminal.waitFor(toRow(4));
  });

  test('a line that is typed is emptied, and loses its last word', async () => {
    const terminal = await tools({ kitty });
    await terminal.type('/one two');
    await terminal.waitFor(/^ \/ one two/m);
    await terminal.key('ctrl+w');
    await terminal.waitFor(/^ \/ one {3}/m);
    await terminal.type('x');
    await terminal.waitFor(/^ \/ one x/m);
    await terminal.key('ctrl+u');
    await terminal.waitFor(/^ \/ {5}/m);
    await terminal.key('esc');
    await terminal.waitWithout(/^ \/ {5}/m);
    await terminal.key('ctrl+p');
    await terminal.type('what is');
    await terminal.waitFor(/│ {2}: what is/m);
    await terminal.key('ctrl+w');
    await terminal.waitFor(/│ {2}: what {3}/m);
    await terminal.key('ctrl+u');
    await terminal.waitFor(/│ {2}: {5}/m);
  });

  test('what follows the key that opens a prompt goes to the prompt', async () => {
    const terminal = await tools({ kitty });
    terminal.raw('/quark');
    await terminal.waitFor('/ quark');
    await terminal.key('backspace', 'backspace', 'backspace', 'backspace', 'backspace');
    terminal.paste('pic\nture\n');
    await terminal.waitFor('/ pic ture');
    await terminal.key('esc');
    await terminal.waitWithout('/ pic');
    expect(terminal.text()).toContain('ready');
  });

  test('esc goes back and never quits, alt with a digit goes to a screen', async () => {
    const terminal = await tools({ kitty });
    await terminal.key('esc');
    await terminal.settle();
    await terminal.key('alt+5');
    await terminal.waitFor(/╭─ Traffic/);
    await terminal.key('esc', 'esc');
    await terminal.settle();
    await terminal.key('alt+2');
    await terminal.waitFor(/╭─ Tools/);
  });
});

test.each(portion([60, 30, 5]))(
  'an arrow whose bytes come %i ms apart moves one row and types nothing',
  async (ms) => {
    let terminal = await tools();
    // What is begun is waited for 200 ms: more lies between its bytes when this process stands still.
    while ((await typedSlowly(terminal, '\x1b[B', ms)) > 150) terminal = await tools();
    await terminal.waitFor(toRow(2));
    expect(terminal.text()).toMatch(/╭─ Tools/);
  },
);

test('the delay of esc is an option', async () => {
  const terminal = await tools({ args: ['--esc-delay', '2s'] });
  await terminal.type('/a');
  await terminal.waitFor('/ a');
  // Within the delay esc with a byte is alt with it, however slow the typing is.
  terminal.raw('\x1b');
  await new Promise((resolve) => setTimeout(resolve, 300));
  terminal.raw('5');
  await terminal.waitFor(/╭─ Traffic ─.* following ─╮\n/);
  await terminal.waitWithout('╭─ Tools');
});

test('a paste where nothing is typed into presses no keys', async () => {
  const terminal = await tools();
  terminal.paste('qjjjj\nq');
  await terminal.key('down');
  await terminal.waitFor(toRow(2));
});

test('ctrl+l repairs what somebody has written into the picture', async () => {
  const terminal = await tools();
  await terminal.settle();
  const picture = terminal.text();
  terminal.scribble('\x1b[5;1Hgarbage\r\nmore garbage\x1b[20;1H');
  await terminal.waitFor('more garbage');
  await terminal.key('ctrl+l');
  await terminal.waitFor((screen) => screen.text() === picture);
});

test('what is typed before the screen is there leaves it whole', async () => {
  const terminal = openTerminal({ args: ['demo'] });
  terminal.raw('jjjjj');
  // The terminal shows it as long as the program has not begun.
  await terminal.waitFor(/jjjjj|· ready/);
  await terminal.waitFor('· ready');
  await terminal.settle();
  expect(faultsOf(terminal)).toEqual([]);
});
