import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { EVERYTHING } from '../support/http-server.ts';
import { opened } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const CHANGING = path('../support/servers/changing.mjs');

/** Selects what a filter finds on a list screen. */
async function select(terminal: Terminal, screen: string, name: string) {
  await terminal.key(`alt+${screen}`, 'esc', 'esc');
  await terminal.type(`/${name}`);
  await terminal.waitFor(new RegExp(`❯ ${name.slice(0, 12)}`));
  // Chosen, it stays selected without the filter.
  await terminal.key('up', 'esc');
  await terminal.waitWithout(`/ ${name}`);
}

test.each([
  { cols: 80, rows: 24, era: 'modern' },
  ...portion([
    { cols: 60, rows: 15, era: 'legacy' },
    { cols: 120, rows: 32, era: 'legacy' },
  ]),
])('a resource tells of its changes, $era, at $cols×$rows', async ({ era, ...size }) => {
  const args = ['--era', era, process.execPath, CHANGING];
  const terminal = await opened(args, size);
  await select(terminal, '3', 'note:one');
  await terminal.key('u');
  await terminal.waitFor('subscribed to note:one');
  await terminal.waitFor(/❯ note:one +live/);
  await select(terminal, '2', 'change');
  await terminal.key('enter');
  await terminal.waitFor('times');
  await terminal.key('ctrl+s');
  await terminal.waitFor('one changed (1 difference)');

  await select(terminal, '3', 'note:one');
  await terminal.waitFor(/❯ note:one +live \d\d:\d\d:\d\d/);
  await terminal.key('enter');
  await terminal.waitFor(/ first .*\n.* - version 1 .*\n.* \+ version 2 .*\n.* last /);
  // What differs is left for the content itself.
  await terminal.key('d');
  await terminal.waitWithout('- version 1');
  await terminal.waitFor('version 2');
  await terminal.key('u');
  await terminal.waitFor('no longer subscribed to note:one');
  await terminal.key('esc');
  await terminal.waitWithout(/note:one +live/);
  await expect.poll(() => sentWith(terminal.home, 'resources/read')).toHaveLength(2);
});

test('a resource of a template tells of its changes once it was read', async () => {
  const terminal = await opened([process.execPath, CHANGING]);
  await select(terminal, '3', 'any note');
  await terminal.key('u');
  await terminal.waitFor('Read it first');
  await terminal.key('enter');
  await terminal.waitFor('❯ name');
  await terminal.type('four');
  await terminal.key('ctrl+s');
  await terminal.waitFor('version 1');
  await terminal.key('u');
  await terminal.waitFor('subscribed to note:four');
  await terminal.waitFor(' unsubscribe');

  await select(terminal, '2', 'change');
  await terminal.key('enter');
  await terminal.waitFor('times');
  await terminal.key('ctrl+s');
  await terminal.waitFor('four changed (1 difference)');
  await terminal.key('alt+3');
  await terminal.waitFor(/- version 1\W+\+ version 2/);
  await terminal.key('u');
  await terminal.waitFor('no longer subscribed to note:four');
});

test('a recording shows the same of it', async () => {
  const first = openTerminal({
    args: ['--record', 'kept.mcp.jsonl', process.execPath, CHANGING],
    kitty: true,
  });
  await first.waitFor(/changing.* ready/);
  await first.waitFor((screen) => screen.modes().kitty === 1);
  await select(first, '3', 'note:two');
  // At the button of its form, too.
  await first.key('enter');
  await first.waitFor('version 1');
  await first.key('e');
  await first.waitFor('❯ [ Read ]');
  await first.key('alt+u');
  await first.waitFor(/❯ note:two +live/);
  await first.waitFor('version 1');
  await select(first, '2', 'change');
  await first.key('enter');
  await first.waitFor('times');
  await first.key('ctrl+s');
  await first.waitFor('two changed (1 difference)');
  await first.key('q');
  await first.exited;

  const args = ['open', join(first.home, 'kept.mcp.jsonl')];
  const terminal = openTerminal({ args, kitty: true });
  await terminal.waitFor(/changing.* recorded/);
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  await select(terminal, '3', 'note:two');
  await terminal.waitFor(/❯ note:two +live \d\d:\d\d:\d\d/);
  await terminal.key('enter');
  await terminal.waitFor('version 2');
  await terminal.key('d');
  await terminal.waitFor(/- version 1\W+\+ version 2/);
  await terminal.key('u');
  await terminal.waitFor('Not available in a recording');
});

test('server-everything tells of updates without a change', async () => {
  const terminal = await opened([process.execPath, EVERYTHING]);
  await select(terminal, '3', 'features.md');
  await terminal.key('u');
  await terminal.waitFor(/❯ features\.md +live/);
  await terminal.waitFor('❯ Everything Server');
  await select(terminal, '2', 'toggle-subscriber');
  await terminal.key('enter');
  await terminal.waitFor('[ Call ]');
  await terminal.key('enter');
  await terminal.waitFor('features.md changed (no difference)');
});
