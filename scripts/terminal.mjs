// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import headless from '@xterm/headless';

/**
 * A program in a pseudo-terminal, for bench.mjs and demo-gif.mjs. Its home is an empty folder of its own.
 * @typedef {object} Terminal
 * @property {number} pid
 * @property {import('@xterm/headless').Terminal} screen
 * @property {boolean} cursorShown
 * @property {() => string} text the screen's rows, each ended by a line break
 * @property {(bytes: string) => void} write
 * @property {(test: (text: string) => boolean, ms?: number) => Promise<number>} until resolves to the time
 *   (performance.now) when the screen first passed the test; rejects after so many ms or when the program has ended
 * @property {() => Promise<void>} close ends it and removes its home
 */

/**
 * @param {readonly string[]} command
 * @param {{ cols: number, rows: number, cwd?: string }} options
 * @returns {Terminal}
 */
export function openTerminal([file = '', ...args], { cols, rows, cwd }) {
  const home = mkdtempSync(join(tmpdir(), 'mcp-loupe-home-'));
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    LANG: 'C.UTF-8',
  };
  const pty = spawn(file, args, { cols, rows, cwd: cwd ?? home, env, name: env.TERM });
  const screen = new headless.Terminal({ cols, rows, scrollback: 0, allowProposedApi: true });
  /** @type {Set<() => void>} */
  const waiting = new Set();
  let ended = false;
  const painted = () => {
    for (const look of waiting) look();
  };
  pty.onData((data) => screen.write(data, painted));
  const exit = new Promise((/** @type {(value: void) => void} */ resolve) => {
    pty.onExit(() => {
      ended = true;
      screen.write('', painted);
      resolve();
    });
  });
  screen.onData((answer) => pty.write(answer)); // to questions of the program: cursor, colours, keyboard

  const terminal = {
    pid: pty.pid,
    screen,
    cursorShown: true,
    text: () => {
      const { active } = screen.buffer;
      const row = (/** @type {number} */ y) =>
        active.getLine(active.baseY + y)?.translateToString(true) ?? '';
      return Array.from({ length: screen.rows }, (_, y) => `${row(y)}\n`).join('');
    },
    write: (/** @type {string} */ bytes) => pty.write(bytes),
    until: (/** @type {(text: string) => boolean} */ test, ms = 30_000) =>
      new Promise((/** @type {(at: number) => void} */ resolve, reject) => {
        const end = () => {
          waiting.delete(look);
          clearTimeout(timer);
        };
        const fail = (/** @type {string} */ why) => {
          end();
          reject(new Error(`${why}; the screen:\n${terminal.text()}`));
        };
        const look = () => {
          if (test(terminal.text())) {
            end();
            resolve(performance.now());
          } else if (ended) fail(`${file} has ended`);
        };
        const timer = setTimeout(() => fail(`it did not appear in ${ms} ms: ${test}`), ms);
        waiting.add(look);
        look();
      }),
    close: async () => {
      if (!ended) pty.kill('SIGTERM');
      const late = setTimeout(() => pty.kill('SIGKILL'), 5000);
      await exit;
      clearTimeout(late);
      rmSync(home, { recursive: true, force: true });
    },
  };
  for (const final of ['h', 'l']) {
    screen.parser.registerCsiHandler({ prefix: '?', final }, (modes) => {
      if (modes.includes(25)) terminal.cursorShown = final === 'h';
      return false;
    });
  }
  return terminal;
}
