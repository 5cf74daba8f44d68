import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { opened, openTool } from '../support/opening.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

/** A session with the demonstration server, of which every time is fixed. */
const SESSION = fileURLToPath(new URL('../fixtures/session.mcp.jsonl', import.meta.url));
const WINDOW = { cols: 100, rows: 30 };

/** Where the recording lies is another place each time. */
const still = (screen: string): string => screen.replace(/\S*session\.mcp\.jsonl( *)/g, 'session.mcp.jsonl');

/** Compares the whole screen, when nothing moves any more, with a file that a person can read. */
async function looksLike(terminal: Terminal, name: string): Promise<void> {
  await terminal.settle(300);
  await expect(`${still(terminal.text())}\n`).toMatchFileSnapshot(`snapshots/${name}.txt`);
}

/** Keys from one picture to the next, what is on the screen when it is there, and its name. */
type Step = readonly [keys: readonly string[], sign: string | RegExp, name: string];

const RECORDED: readonly Step[] = [
  [[], 'kestrel-hill', 'server'],
  [['2'], '❯ say-hello', 'tools'],
  [['3'], '─ Resources', 'resources'],
  [['4'], '─ Prompts', 'prompts'],
  [['5', 'home'], '❯', 'traffic'],
  [['6'], '─ Inbox', 'inbox'],
  [['7'], '─ Output', 'output'],
  [['?'], '─ Help', 'help'],
  [['esc', 'ctrl+p'], '─ Palette', 'palette'],
];

test('a recording, screen by screen', async () => {
  // Where its path is short, wherever the checkout is.
  const folder = mkdtempSync(join(tmpdir(), 'loupe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'session.mcp.jsonl');
  copyFileSync(SESSION, file);
  const terminal = openTerminal({ args: ['open', file], kitty: true, ...WINDOW, env: { TZ: 'UTC' } });
  await terminal.waitFor((screen) => screen.modes().kitty === 1);
  for (const [keys, sign, name] of RECORDED) {
    await terminal.key(...keys);
    await terminal.waitFor(sign);
    await looksLike(terminal, name);
  }
});

/** Without the pane of traffic, in which times are. */
const LIVE: readonly Step[] = [
  [['ctrl+s'], 'Send anyway?', 'question'],
  [['n', 'ctrl+t'], '{', 'json-mode'],
  [['ctrl+t', 'esc', 'i'], 'inputSchema', 'definition'],
  [['esc', '/'], 'Tools /', 'list-filter'],
];

test('a form and what lies over it, live', async () => {
  const terminal = await opened(['demo'], { ...WINDOW, env: { TZ: 'UTC' } });
  await terminal.waitFor('4 Prompts 3');
  await terminal.key('t');
  await terminal.waitWithout('─ Traffic');
  await openTool(terminal, 'separation');
  await looksLike(terminal, 'form');
  for (const [keys, sign, name] of LIVE) {
    await terminal.key(...keys);
    await terminal.waitFor(sign);
    await looksLike(terminal, name);
  }
});
