// @ts-check
// Makes demo.gif: a person's first fifteen seconds with the demonstration server, typed by this script.
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
const terminal = openTerminal([process.execPath, program, 'demo'], { cols: 100, rows: 28, cwd: folder });

/** @param {string} text one character after the other, as fast as a person who knows the keys */
async function type(text) {
  for (const character of text) {
    terminal.write(character);
    await pause(65);
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

const KEYS = { enter: '\r', up: '\x1b[A', tab: '\t', esc: '\x1b', backspace: '\x7f', send: '\x13' };

/** @param {string} name of a tool, which is found by the filter and opened */
async function open(name) {
  await press('/', 200);
  await type(name);
  await press(KEYS.enter, 300);
  await press(KEYS.enter, 500);
}

await see('ready'); // so that the first picture, which many viewers show alone, is not an empty one
const filming = film(terminal);
try {
  await pause(1000);

  // A form that says what is wrong while one types, and the answer in its place.
  await press('2', 500);
  await open('sep');
  await type('400');
  await see('at most 360');
  await pause(700);
  for (let i = 0; i < 3; i++) await press(KEYS.backspace, 90);
  await type('101');
  await press(KEYS.tab, 200);
  await type('-17');
  await press(KEYS.send);
  await see('degrees');
  await pause(1000);

  // A slow call, cancelled half way.
  for (let i = 0; i < 3; i++) await press(KEYS.esc, 150);
  await open('expo');
  await press(KEYS.tab, 200);
  await type('4');
  await press(KEYS.send);
  await see('still counting');
  await press('x', 700);

  // A server that prints where only messages belong.
  for (let i = 0; i < 3; i++) await press(KEYS.esc, 150);
  await open('bell');
  await press(KEYS.send, 500);
  await press('\x1b5', 500);
  for (let i = 0; i < 2; i++) await press(KEYS.up, 250);
  await press(KEYS.enter, 2200);
} finally {
  const gif = filming.stop();
  await terminal.close();
  rmSync(folder, { recursive: true });
  writeFileSync(join(root, 'demo.gif'), gif);
  console.log(`demo.gif: ${Math.ceil(gif.length / 1000)} kB of at most ${MAX_BYTES / 1000}`);
  if (gif.length > MAX_BYTES) process.exitCode = 1;
}
