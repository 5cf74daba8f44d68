import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';
import type { Screen } from '../support/screen.ts';
import { openTerminal } from '../support/terminal.ts';

const server = (name: string): string =>
  fileURLToPath(new URL(`../support/servers/${name}.mjs`, import.meta.url));
const NEWS = server('news');
const VANISHING = server('vanishing');

test.each(
  portion([
    { cols: 60, rows: 15 },
    { cols: 120, rows: 32 },
    { cols: 80, rows: 24 },
  ]),
)(
  'a list that changes says what is new in it, and asking anew that nothing is, at $cols×$rows',
  async (size) => {
    const args = ['--era', 'modern', process.execPath, NEWS];
    const terminal = openTerminal({ args, ...size, kitty: true });
    await terminal.waitFor(/ready/);
    await terminal.waitFor((screen) => screen.modes().kitty === 1);
    await terminal.key('2');
    await terminal.waitFor('❯ change');
    await terminal.key('enter');
    await terminal.waitFor('[ Call ]');
    await terminal.key('enter');
    await terminal.waitFor('tools: 1 added (changed)');
    await terminal.waitFor('2 Tools 4');
    await expect.poll(() => sentWith(terminal.home, 'tools/list')).toHaveLength(2);

    await terminal.key('esc', 'r');
    await terminal.waitFor('tools: no changes');
    await expect.poll(() => sentWith(terminal.home, 'tools/list')).toHaveLength(3);
    await terminal.key('1');
    await terminal.waitFor('─ Server ─');
    // Other rows may come meanwhile: what the key has moved is told by the number of the first one.
    const first = (screen: Screen) => /─ (\d+)-\d+\/\d+ ─╮/.exec(screen.text())?.[1];
    // What is said in the last row goes by itself.
    const page = (screen: Screen) => screen.screen().slice(0, -1).join('\n');
    const isSeen = (screen: Screen) => page(screen).includes('1 added (changed)');
    while (!isSeen(terminal)) {
      const before = first(terminal);
      await terminal.key('pgdn');
      // Where all has room there is nothing to move, and it comes a moment later.
      await terminal.waitFor((screen) => isSeen(screen) || first(screen) !== before);
    }
  },
);

test.each(
  portion([
    { on: 'a field', keys: ['e'], cols: 80, rows: 24 },
    { on: 'the button', keys: ['e', 'tab'], cols: 60, rows: 15 },
    { on: 'the result', keys: [], cols: 80, rows: 24 },
  ]),
)('what is typed on $on of a tool that goes away is no key, at $cols×$rows', async ({ keys, ...size }) => {
  const args = ['--era', 'legacy', process.execPath, VANISHING];
  const terminal = openTerminal({ args, ...size, kitty: true });
  await terminal.waitFor(/ready/);
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await terminal.key('2');
  await terminal.waitFor('❯ stays');
  await terminal.key('down', 'enter');
  await terminal.waitFor('❯ note');
  await terminal.type('mine');
  await terminal.waitFor('mine');
  await terminal.key('ctrl+s');
  await terminal.waitFor('Running…');
  await terminal.key(...keys);
  if (keys.length > 0) await terminal.waitFor(keys.includes('tab') ? '❯ [ Call ]' : '❯ note');
  await terminal.key('ctrl+c');
  await terminal.waitFor('No longer listed');

  // Each is a key elsewhere: to run again, to restart, to leave.
  await terminal.type('rRq');
  await terminal.waitFor('No longer listed');
  expect(terminal.text()).not.toContain('rRq');
  await terminal.key('ctrl+s', 'enter', 'esc');
  await terminal.waitFor('❯ stays');
  await terminal.waitFor('⏎ open');
  expect(sentWith(terminal.home, 'tools/call')).toHaveLength(1);
  await terminal.key('enter');
  await terminal.waitFor('❯ note');
});
