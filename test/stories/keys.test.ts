import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { goTo, opened, openTool } from '../support/opening.ts';
import { sentWith } from '../support/recording.ts';

const fileAt = (name: string): string =>
  fileURLToPath(new URL(`../support/servers/${name}`, import.meta.url));

test('screens have a number, while typing too, and the palette a colon', async () => {
  const terminal = await opened(['demo']);
  for (const [key, title] of [
    ['alt+3', 'Resources'],
    ['alt+4', 'Prompts'],
    ['1', 'Server'],
  ] as const) {
    await terminal.key(key);
    await terminal.waitFor(`╭─ ${title} `);
  }
  await terminal.key(':');
  await terminal.waitFor('╭─ Palette');
  await terminal.key('esc');
  await terminal.waitFor('╭─ Server ');
});

/** A form of the values that have keys of their own. */
const VALUES = {
  type: 'object',
  properties: {
    names: { type: 'array', items: { type: 'string' } },
    nick: { type: ['string', 'null'] },
    motto: { type: 'string' },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    size: {
      oneOf: [
        { title: 'a number', type: 'number' },
        { title: 'a word', type: 'string' },
      ],
    },
  },
};

test('items move, values are null, empty or of another variant, and keys renamed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'tool.json');
  writeFileSync(file, JSON.stringify({ tool: { name: 'greet', inputSchema: VALUES } }));
  const terminal = await opened([process.execPath, fileAt('listing.mjs'), file]);
  await openTool(terminal, 'greet');
  terminal.paste('ada\nlin');
  await terminal.waitFor(/2\. .*lin/);
  await terminal.key('down');
  await terminal.waitFor(/❯ +1\. .*ada/);
  await terminal.key('alt+down');
  await terminal.waitFor(/❯ +2\. .*ada/);
  await terminal.key('alt+up');
  await terminal.waitFor(/❯ +1\. .*ada/);
  await terminal.key('alt+down');
  await terminal.waitFor(/❯ +2\. .*ada/);
  await goTo(terminal, 'nick');
  await terminal.key('ctrl+n');
  await terminal.waitFor(/❯ nick .*null/);
  await goTo(terminal, 'motto');
  await terminal.key('alt+0');
  await terminal.waitFor(/❯ motto .*""/);
  await goTo(terminal, 'labels');
  await terminal.key('enter');
  await terminal.waitFor('name of the new property');
  await terminal.type('first');
  await terminal.key('enter');
  await terminal.waitWithout('name of the new property');
  await goTo(terminal, 'labels');
  await terminal.key('right');
  await goTo(terminal, 'first');
  await terminal.type('A');
  await terminal.key('alt+n');
  await terminal.waitFor(/^ name {2,}/m);
  await terminal.type('second');
  await terminal.key('enter');
  await terminal.waitFor(/❯ +second .*A/);
  await goTo(terminal, 'size');
  await terminal.key('alt+t');
  await terminal.waitFor(/❯ (?:a )?number/);
  await terminal.key('down', 'enter');
  await terminal.type('big');
  await terminal.waitFor(/❯ size .*big/);
  await terminal.key('ctrl+s');
  const sent = '{"names":["lin","ada"],"nick":null,"motto":"","labels":{"second":"A"},"size":"big"}';
  await expect.poll(() => sentWith(terminal.home, 'tools/call')[0]).toContain(sent);
});

test('a list that the server does not announce is asked for all the same', async () => {
  const terminal = await opened([process.execPath, fileAt('listing.mjs')]);
  await terminal.key('3');
  await terminal.waitFor('╭─ Resources ');
  await terminal.key('a');
  await expect.poll(() => sentWith(terminal.home, 'resources/list')).toHaveLength(1);
});

test('a value is unfolded level by level', async () => {
  const terminal = await opened(['demo']);
  await terminal.key('5');
  await terminal.type('/tools/list');
  await terminal.waitFor(/Traffic \/tools\/list .* \d+ hidden/);
  await terminal.key('enter', 'end', 'enter');
  await terminal.waitFor('"say-hello"');
  const folded = '▸ "result"';
  // The header, the tabs and the bottom row change by themselves.
  const panes = () => terminal.screen().slice(2, -1).join('\n');
  for (let level = 0; level < 20 && !terminal.text().includes(folded); level += 1) {
    const before = panes();
    await terminal.key('[');
    await terminal.waitFor(() => panes() !== before);
  }
  expect(terminal.text()).toContain(folded);
  await terminal.key(']');
  await terminal.waitFor('▾ "result"');
});

test('all of a request that waits is shown while its answer is typed', async () => {
  const terminal = await opened([process.execPath, fileAt('asking.mjs')]);
  await openTool(terminal, 'form');
  await terminal.key('enter');
  await terminal.waitFor('6 Inbox 1');
  await terminal.key('alt+6', 'enter');
  await terminal.waitFor('❯ name *');
  await terminal.type('Ada');
  await terminal.key('alt+i');
  await terminal.waitFor('╭─ Full request ');
  await terminal.waitFor('"maximum": 150');
  await terminal.key('esc');
  await terminal.waitFor(/❯ name \* .*Ada/);
});
