// @ts-check
// Makes docs/pictures: the main screens over the demonstration server, for a dark and a light terminal, and the page of a session.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { browse, chromium } from './browser.mjs';
import { DARK, LIGHT, png } from './demo-gif/picture.mjs';
import { openTerminal } from './terminal.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const pictures = join(root, 'docs/pictures');

// The pictures name the folder and the program, so both stand where they tell nothing of this machine.
const folder = mkdtempSync(join(tmpdir(), 'demo-'));
const program = join(folder, 'mcp-loupe');
symlinkSync(join(root, 'dist/mcp-loupe.js'), program);
const KEYS = { enter: '\r', esc: '\x1b', tab: '\t', clear: '\x15', send: '\x13', up: '\x1b[A' };

/**
 * A session with the demonstration server in a window, whose screens are shot.
 * @param {readonly string[]} args
 * @param {{ cols: number, rows: number }} size
 * @param {(at: Place) => Promise<void>} visit
 */
async function session(args, size, visit) {
  const terminal = openTerminal([process.execPath, program, ...args], { ...size, cwd: folder });
  /** @type {Place['press']} */
  const press = async (...keys) => {
    for (const key of keys) {
      terminal.write(key);
      await pause(250);
    }
  };
  try {
    await visit({
      press,
      see: (what) => terminal.until((text) => text.includes(what)),
      open: (name) => press('\x1b2', KEYS.esc, KEYS.esc, KEYS.esc, '/', ...name, KEYS.enter),
      shoot(name) {
        writeFileSync(join(pictures, `${name}-dark.png`), png(terminal, DARK));
        writeFileSync(join(pictures, `${name}-light.png`), png(terminal, LIGHT));
      },
    });
  } finally {
    await terminal.close();
  }
}

/**
 * What can be done in a session.
 * @typedef {object} Place
 * @property {(...keys: string[]) => Promise<void>} press gives each key the time to be seen
 * @property {(what: string) => Promise<number>} see waits for a text
 * @property {(name: string) => Promise<void>} open opens a tool, which is named or found by a filter
 * @property {(name: string) => void} shoot makes the picture of this name, dark and light
 */

/** The page of a session in which some calls failed, with one of them open. */
async function page() {
  const [recording, file] = [join(folder, 'session.mcp.jsonl'), join(folder, 'session.html')];
  await session(['demo', '--record', recording], { cols: 120, rows: 32 }, async ({ press, see, open }) => {
    await see('· ready');
    await open('weather');
    await press(KEYS.send);
    await see('following');
    for (const { name, shown } of [
      { name: 'open-dome', shown: 'tool error' },
      { name: 'ring-bell', shown: 'ring-bell' },
    ]) {
      await open(name);
      await press(KEYS.send);
      await see(shown);
      await pause(700);
    }
    await press('\x1b5', KEYS.up, 'm', ';', ...'what is this line?', KEYS.enter);
    await pause(500);
  });
  execFileSync(process.execPath, [program, 'export', recording, '--to', 'html', '-o', file], { cwd: folder });
  await browse(async (visit) => {
    const { press, send } = await visit(`file://${file}`, { width: 1080, height: 620 });
    await press('G', 'k', 'k', 'k', 'Enter');
    for (const scheme of ['dark', 'light']) {
      await send('Emulation.setEmulatedMedia', {
        features: [{ name: 'prefers-color-scheme', value: scheme }],
      });
      await pause(300);
      const { data } = await send('Page.captureScreenshot');
      writeFileSync(join(pictures, `page-${scheme}.png`), Buffer.from(data, 'base64'));
    }
  });
}

mkdirSync(pictures, { recursive: true });
const USUAL = { cols: 120, rows: 32 };
try {
  await session([], USUAL, async ({ see, shoot }) => {
    await see('Demo');
    await pause(500);
    shoot('start');
  });

  await session(['demo'], USUAL, async ({ press, see, open, shoot }) => {
    await see('· ready');
    await pause(500);
    shoot('server');

    await open('book-night');
    await see('guest *');
    await press(...'Ada');
    shoot('form');

    await open('find-plates');
    await press(KEYS.send);
    await see('following');
    await pause(700);
    shoot('result');

    await open('report-comet');
    await press(KEYS.send);
    await see('What shall the telegram say?');
    await press(KEYS.enter, ...'Halley');
    shoot('asked');
    await press(KEYS.send);
    await see('Comet Halley');

    await open('ring-bell');
    await press(KEYS.send);
    await pause(500);
    await press('\x1b5', KEYS.up, KEYS.up);
    shoot('traffic');

    await press('\x1b7');
    shoot('output');

    await press('\x1b2', '?');
    shoot('help');
  });

  await session(['demo'], { cols: 160, rows: 45 }, async ({ press, see, open, shoot }) => {
    await see('· ready');
    await open('open-dome');
    await press(KEYS.send);
    await see('tool error');
    await open('separation');
    await press(...'101', KEYS.tab, ...'-17', KEYS.send);
    await see('degrees');
    await press(KEYS.clear, ...'42', KEYS.send);
    await pause(700);
    // The list with all its outcomes beside the form and the result.
    await press(KEYS.esc, KEYS.esc, KEYS.enter);
    shoot('loop');
  });

  if (chromium === undefined)
    console.error('Chromium is not installed: the pictures of the page stay as they are');
  else await page();
} finally {
  rmSync(folder, { recursive: true });
}
