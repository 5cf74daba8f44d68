import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { sentWith } from '../support/recording.ts';
import { openTerminal, type Terminal, type TerminalOptions } from '../support/terminal.ts';

const fileAt = (name: string): string =>
  fileURLToPath(new URL(`../support/servers/${name}`, import.meta.url));

async function opened(args: readonly string[], size: TerminalOptions = {}): Promise<Terminal> {
  const terminal = openTerminal({ args, kitty: true, ...size });
  await terminal.waitFor('· ready');
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  return terminal;
}

/** Opens the form of the only tool of its name. */
async function openTool(terminal: Terminal, tool: string): Promise<void> {
  await terminal.key('alt+2');
  await terminal.type(`/${tool}`);
  await terminal.waitFor(`❯ ${tool}`);
  await terminal.key('enter', 'enter');
  await terminal.waitFor('ctrl+s');
}

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

test('pages and halves of them go down and up again', async () => {
  const terminal = await opened(['demo'], { cols: 80, rows: 24 });
  const first = () => Number(/─ Server .* (\d+)-\d+\/\d+ ─/.exec(terminal.text())?.[1]);
  await terminal.waitFor(() => first() === 1);
  await terminal.key('pgdn');
  await terminal.waitFor(() => first() > 6);
  const page = first() - 1;
  await terminal.key('pgup');
  await terminal.waitFor(() => first() === 1);
  await terminal.key('ctrl+d');
  await terminal.waitFor(() => first() > 1);
  expect(first() - 1).toBeLessThan(page);
  await terminal.key('ctrl+u');
  await terminal.waitFor(() => first() === 1);
});

test('words are passed, cut and put back, lines begun', async () => {
  const terminal = await opened(['demo']);
  await openTool(terminal, 'write-log');
  await terminal.type('one two three');
  await terminal.key('alt+b', 'ctrl+w');
  await terminal.waitFor(/one three/);
  await terminal.key('alt+f', 'ctrl+y');
  await terminal.waitFor(/one threetwo/);
  await terminal.key('home', 'alt+d');
  await terminal.waitFor(/ {2}threetwo/);
  await terminal.key('ctrl+y', 'ctrl+j');
  await terminal.type('x');
  await terminal.key('ctrl+s');
  await expect.poll(() => sentWith(terminal.home, 'tools/call')).toHaveLength(1);
  await expect.poll(() => sentWith(terminal.home, 'tools/call')[0]).toContain(String.raw`"one\nx threetwo "`);
});

test('rows of a list move down', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'tool.json');
  const names = { type: 'array', items: { type: 'string' } };
  const tool = { name: 'greet', inputSchema: { type: 'object', properties: { names } } };
  writeFileSync(file, JSON.stringify({ tool }));
  const terminal = await opened([process.execPath, fileAt('listing.mjs'), file]);
  await openTool(terminal, 'greet');
  terminal.paste('ada\nlin');
  await terminal.waitFor(/2\. .*lin/);
  await terminal.key('down');
  await terminal.waitFor(/❯ +1\. .*ada/);
  await terminal.key('alt+down');
  await terminal.waitFor(/❯ +2\. .*ada/);
  await terminal.key('ctrl+s');
  await terminal.waitFor('called with {"names":["lin","ada"]}');
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
