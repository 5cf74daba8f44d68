import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { opened, openNamed } from '../support/opening.ts';
import type { Screen } from '../support/screen.ts';
import type { Terminal } from '../support/terminal.ts';
import { faultsOf } from '../support/whole.ts';

const HOSTILE = fileURLToPath(new URL('../support/servers/hostile.mjs', import.meta.url));

const sizes = [
  { cols: 120, rows: 32 },
  { cols: 80, rows: 24 },
  { cols: 60, rows: 15 },
  { cols: 40, rows: 12 },
];

/** What the server sends, as it would have to reach the terminal to work: none of it is ever written by ourselves. */
const TAKEN =
  /\u001b\]0;|\u001b\]52;|\u001b\[38;5;199m|\u001bc|[\u0000\u0007\u200b\u202a-\u202e\u2066-\u2069\u0080-\u009f]/;

/** Waits for a text of the server's on a picture that is whole, its first control made visible right behind it. */
async function told(terminal: Terminal, said: string): Promise<void> {
  await terminal.waitFor((screen) => {
    const text = screen.text().replace(/[│┃❯\s…]+/g, '');
    return text.includes(`${said}<ESC>`) && faults(screen).length === 0;
  });
}

/** Opens the form of a tool; the smallest window has no hints to wait for. */
async function openForm(terminal: Terminal, name: string): Promise<void> {
  await openNamed(terminal, '2', name);
  await terminal.waitFor('argument<ESC>');
}

/** The header has the name of the server. */
const faults = (screen: Screen) => faultsOf(screen).filter((fault) => !fault.startsWith('headers'));

describe.each(sizes)('at $cols×$rows', (size) => {
  test('a server that would take the terminal over is shown, and takes nothing', async () => {
    const terminal = await opened([process.execPath, HOSTILE], size);
    await told(terminal, 'name');
    await terminal.key('2');
    await told(terminal, 'tool');
    await terminal.key('enter');
    await told(terminal, 'argument');
    await openForm(terminal, 'answer');
    await terminal.key('ctrl+s');
    await told(terminal, 'answered');
    await openForm(terminal, 'refuse');
    await terminal.key('ctrl+s');
    await told(terminal, 'refused');
    await terminal.key('alt+3', 'enter', 'ctrl+s');
    await told(terminal, 'contents');
    await terminal.key('alt+4', 'enter', 'ctrl+s');
    await told(terminal, 'message');
    await openForm(terminal, 'ask');
    await terminal.key('ctrl+s');
    await terminal.waitFor('⏎ answer   esc later');
    await terminal.key('esc');
    await terminal.waitFor('waiting for your answer');
    await terminal.key('alt+6', 'enter');
    await told(terminal, 'question');
    await terminal.key('alt+5', 'G', 'enter');
    await terminal.waitFor(/Message #\d+/);
    await terminal.key('alt+7', 'G');
    await told(terminal, 'logged');
    expect(TAKEN.exec(terminal.written())).toBeNull();
  });

  test('other scripts and a line of 4,000 columns keep their places', async () => {
    const terminal = await opened([process.execPath, HOSTILE], size);
    await openForm(terminal, 'scripts');
    await terminal.key('ctrl+s');
    for (const said of [
      '日本語の星図 seven',
      '👩‍🚀👨‍👩‍👧‍👦🇩🇪🪐 four',
      'שלום עולם hebrew',
      'مرحبا بالعالم arabic',
      'étude ärger',
    ])
      await terminal.waitFor((screen) => screen.text().normalize().includes(said));
    expect(faults(terminal)).toEqual([]);
    await openForm(terminal, 'long');
    await terminal.key('ctrl+s');
    await terminal.waitFor('start ........0 .......10');
    await terminal.key('end');
    await terminal.waitFor(/❯ .*\bend\b/);
    expect(faults(terminal)).toEqual([]);
  });
});
