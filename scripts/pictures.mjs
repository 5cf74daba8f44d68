// @ts-check
// Makes docs/pictures: the main screens over the demonstration server, for a dark and a light terminal.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DARK, LIGHT, png } from './demo-gif/picture.mjs';
import { openTerminal } from './terminal.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const pictures = join(root, 'docs/pictures');

// The pictures name the folder and the program, so both stand where they tell nothing of this machine.
const folder = mkdtempSync(join(tmpdir(), 'demo-'));
const program = join(folder, 'mcp-loupe');
symlinkSync(join(root, 'dist/mcp-loupe.js'), program);
const terminal = openTerminal([process.execPath, program, 'demo'], { cols: 112, rows: 32, cwd: folder });

const KEYS = { enter: '\r', esc: '\x1b', send: '\x13', up: '\x1b[A', down: '\x1b[B' };

/** @param {...string} keys each is given the time to be seen */
async function press(...keys) {
  for (const key of keys) {
    terminal.write(key);
    await pause(250);
  }
}

/** @param {string} what */
const see = (what) => terminal.until((text) => text.includes(what));

/** @param {string} name of a tool, which is found by the filter and opened */
async function open(name) {
  await press('\x1b2', KEYS.esc, KEYS.esc, '/', ...name, KEYS.enter, KEYS.enter);
}

/** @param {string} name of the picture */
function shoot(name) {
  writeFileSync(join(pictures, `${name}-dark.png`), png(terminal, DARK));
  writeFileSync(join(pictures, `${name}-light.png`), png(terminal, LIGHT));
}

mkdirSync(pictures, { recursive: true });
try {
  await see('· ready');
  await pause(500);
  shoot('server');

  await open('book');
  await see('guest *');
  await press(...'Ada');
  shoot('form');

  await open('find-plates');
  await press(KEYS.send);
  await see('following');
  await pause(700);
  shoot('result');

  await open('bell');
  await press(KEYS.send);
  await pause(500);
  await press('\x1b5', KEYS.up, KEYS.up);
  shoot('traffic');

  await press('\x1b7');
  shoot('output');

  await press('\x1b2', '?');
  shoot('help');
} finally {
  await terminal.close();
  rmSync(folder, { recursive: true });
}
