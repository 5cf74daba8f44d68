import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { portion } from '../support/portion.ts';
import { openTerminal } from '../support/terminal.ts';

test.each(portion([{ kitty: false }, { kitty: true }]))(
  'ctrl+z and fg (kitty: $kitty)',
  async ({ kitty }) => {
    const terminal = openTerminal({ args: ['--mouse', 'demo'], kitty, shell: true, cols: 100, rows: 30 });
    const before = await terminal.stty();
    const modes = terminal.modes();
    await terminal.start();
    await terminal.waitFor('· ready');
    if (kitty) await terminal.waitFor((screen) => screen.modes().kitty === 1);
    await terminal.key('2');
    await terminal.waitFor('❯ ');
    const ours = terminal.modes();
    const picture = () => terminal.screen().slice(0, 20).join('\n');
    const shown = picture();

    await terminal.key('ctrl+z');
    expect(await terminal.prompt()).toBe(148);
    expect(terminal.modes()).toEqual(modes);
    expect(await terminal.stty()).toBe(before);
    terminal.resize(90, 30);
    terminal.resize(100, 30);

    terminal.raw('fg\r');
    await terminal.waitFor(() => picture() === shown);
    await terminal.waitFor((screen) => isDeepStrictEqual(screen.modes(), ours));
    await terminal.key('down', 'q');
    expect(await terminal.prompt()).toBe(0);
    expect(await terminal.stty()).toBe(before);
    expect(terminal.modes()).toEqual(modes);
    await terminal.waitGone();
  },
);

test('a window resized meanwhile is painted in its new size after fg', async () => {
  const terminal = openTerminal({ args: ['demo'], shell: true, cols: 100, rows: 30 });
  await terminal.start();
  await terminal.waitFor('ready');
  await terminal.key('ctrl+z');
  expect(await terminal.prompt()).toBe(148);
  terminal.resize(80, 24);
  terminal.raw('fg\r');
  await terminal.waitFor((screen) => screen.modes().alternate && /^╭.*╮$/m.test(screen.text()));
  await terminal.waitFor((screen) => screen.screen().some((row) => row.startsWith('╭') && row.length === 80));
  expect(terminal.screen()).toHaveLength(24);
});

test('ctrl+z where no shell would continue us goes on and says so', async () => {
  const terminal = openTerminal({ args: ['demo'], cols: 100, rows: 30 });
  await terminal.waitFor('ready');
  await terminal.waitFor((screen) => screen.modes().paste);
  await terminal.key('ctrl+z');
  await terminal.waitFor('There is no shell to return to.');
  await terminal.key('2');
  await terminal.waitFor('❯ ');
});

test('stopped by somebody else and continued', async () => {
  const terminal = openTerminal({ args: ['demo'], shell: true, cols: 100, rows: 30 });
  const before = await terminal.stty();
  await terminal.start();
  await terminal.waitFor('ready');
  await terminal.waitFor((screen) => screen.modes().paste);
  terminal.signal('SIGSTOP');
  expect(await terminal.prompt()).toBe(147);
  terminal.raw('fg\r');
  await terminal.waitFor('1 Server');
  await terminal.key('2');
  await terminal.waitFor('❯ ');
  await terminal.key('q');
  expect(await terminal.prompt()).toBe(0);
  expect(await terminal.stty()).toBe(before);
});
