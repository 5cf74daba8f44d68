// @ts-check
// The inspector on a screen, as the measures use it.
import { fileURLToPath } from 'node:url';
import { openTerminal } from '../terminal.mjs';

export const NODE = process.execPath;
export const LOUPE = fileURLToPath(new URL('../../dist/mcp-loupe.js', import.meta.url));
export const SERVER = fileURLToPath(new URL('server.mjs', import.meta.url));
const WINDOW = { cols: 120, rows: 40 };

/**
 * Runs the inspector in a terminal, which is closed at the end in any case.
 * @template T
 * @param {readonly string[]} args
 * @param {(terminal: import('../terminal.mjs').Terminal) => Promise<T>} measure
 */
export async function onScreen(args, measure) {
  const terminal = openTerminal([NODE, LOUPE, ...args], WINDOW);
  try {
    return await measure(terminal);
  } finally {
    await terminal.close();
  }
}

/**
 * Inspects the fixture server.
 * @template T
 * @param {string} mode of the server
 * @param {(terminal: import('../terminal.mjs').Terminal) => Promise<T>} measure
 */
export const inspecting = (mode, measure) => onScreen([NODE, SERVER, mode], measure);

/**
 * Goes to the Tools screen, the first tool selected.
 * @param {import('../terminal.mjs').Terminal} terminal
 */
export async function showTools({ until, write }) {
  await until((text) => /Tools 40\b.*Traffic \d+/.test(text));
  write('2');
  await until((text) => /❯ *megabyte/.test(text));
}

/** @param {string} text @returns {number} what the Traffic tab counts */
export const traffic = (text) => Number(/Traffic (\d+)/.exec(text)?.[1] ?? 0);

/** @param {readonly number[]} values @param {number} share */
export const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;
