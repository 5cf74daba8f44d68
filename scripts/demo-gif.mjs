// @ts-check
// Makes demo.gif: a person's first twenty seconds with the demonstration server, typed by this script.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { film } from './demo-gif/film.mjs';
import { openTerminal } from './terminal.mjs';

const MAX_BYTES = 1_000_000;
const root = fileURLToPath(new URL('..', import.meta.url));

// The picture names the folder and the program, so both stand where they tell nothing of this machine.
const folder = mkdtempSync(join(tmpdir(), 'demo-'));
const program = join(folder, 'mcp-loupe');
symlinkSync(join(root, 'dist/mcp-loupe.js'), program);
const terminal = openTerminal([process.execPath, program, 'demo'], { cols: 132, rows: 34, cwd: folder });

/** @param {string} text one character after the other, as fast as a person who knows the keys */
async function type(text) {
  for (const character of text) {
    terminal.write(character);
    await pause(50);
  }
}

/**
 * @param {string} bytes
 * @param {number} [ms] how long to look at what comes
 */
async function press(bytes, ms = 350) {
  terminal.write(bytes);
  await pause(ms);
}

/** @param {string} what */
const see = (what) => terminal.until((text) => text.includes(what));

const KEYS = { enter: '\r', tab: '\t', esc: '\x1b', clear: '\x15', send: '\x13' };

/** @param {string} name of a tool, or what only it matches: enter opens it */
async function open(name) {
  for (let i = 0; i < 3; i++) await press(KEYS.esc, 100);
  await press('/', 200);
  await type(name);
  await press(KEYS.enter, 600);
}

await see('ready'); // so that the first picture, which many viewers show alone, is not an empty one
const filming = film(terminal);
try {
  await pause(800);

  // A call, and the same with one argument changed: the result changes beside the form.
  await press('2', 400);
  await open('separation');
  await type('101');
  await press(KEYS.tab, 200);
  await type('-17');
  await press(KEYS.send);
  await see('degrees');
  await pause(700);
  await press(KEYS.clear, 150);
  await type('42');
  await press(KEYS.send, 800);

  // The same as Claude Code and its model see it: names, and the part of the result that arrives.
  await press(KEYS.esc, 150);
  await press(KEYS.esc, 150);
  await press('V');
  await see('seen as claude-code');
  await pause(1900);
  await press('\x1bv', 500);

  // A tool that fails, in each place where its outcome stands.
  await open('open-dome');
  await press(KEYS.send);
  await see('tool error');
  await pause(1000);

  // A server that asks, answered where it asks.
  await open('report');
  await press(KEYS.send);
  await see('What shall the telegram say?');
  await pause(900);
  await press(KEYS.enter, 400);
  await type('Halley');
  await press(KEYS.send);
  await see('Comet Halley, in');
  await pause(900);

  // A server that prints where only messages belong.
  await open('bell');
  await press(KEYS.send, 500);
  await press('\x1b5', 500);
  await press('!', 1700);
} finally {
  const gif = filming.stop();
  await terminal.close();
  rmSync(folder, { recursive: true });
  writeFileSync(join(root, 'demo.gif'), gif);
  console.log(`demo.gif: ${Math.ceil(gif.length / 1000)} kB of at most ${MAX_BYTES / 1000}`);
  if (gif.length > MAX_BYTES) process.exitCode = 1;
}
