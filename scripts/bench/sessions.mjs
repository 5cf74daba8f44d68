// @ts-check
// Twelve sessions in one window: their start, memory, and how keys fare, also while one of them is flooded.
import { setTimeout as pause } from 'node:timers/promises';
import { NODE, onScreen, quantile, SERVER, showTools, traffic } from './inspecting.mjs';
import { baselineStart, keysDuring } from './measures.mjs';
import { children, rss } from './process.mjs';

/** How many sessions there are in the window. */
export const SESSIONS = 12;

/** Messages with which a session begins. */
const START = 5;

/** Keys that are pressed for one figure. */
const KEYS = 40;

/**
 * Shows servers in one window, each in a mode of its own.
 * @template T
 * @param {readonly string[]} modes
 * @param {(terminal: import('../terminal.mjs').Terminal) => Promise<T>} measure
 */
const showing = (modes, measure) =>
  onScreen(
    modes.flatMap((mode, at) => [...(at === 0 ? ['--'] : ['+']), NODE, SERVER, mode]),
    measure,
  );

/** @param {string} [last] the mode of the last one */
const twelve = (last = '') => [...Array.from({ length: SESSIONS - 1 }, () => ''), last];

/** @param {string} text */
const isReady = (text) => text.split('\n')[1]?.split('●').length === SESSIONS + 1;

/** @returns {Promise<import('./measures.mjs').Figure>} ms until all are ready, beside the start of the slowest server alone */
export async function startOfAll() {
  const from = performance.now();
  const ours = await showing(twelve('slow'), async ({ until }) => (await until(isReady)) - from);
  return { ours, baseline: await baselineStart('slow') };
}

/**
 * @returns {Promise<{ memory: number, key: import('./measures.mjs').Figure }>} MiB with all of them, and ms from a key to its
 *   paint, the 95th of a hundred, beside the same with one session
 */
export async function manySessions() {
  const alone = await showing([''], keys);
  const found = await showing(twelve(), async (terminal) => {
    await terminal.until(isReady);
    await pause(1_000);
    const memory = rss(terminal.pid);
    return { memory, key: await keys(terminal) };
  });
  return { memory: found.memory, key: { ours: found.key, baseline: alone } };
}

/** @param {import('../terminal.mjs').Terminal} terminal */
async function keys(terminal) {
  await showTools(terminal);
  await pause(1_000);
  return quantile(await keysDuring(terminal, pause(KEYS * 110)), 0.95);
}

/**
 * @returns {Promise<{ key: number, kept: number }>} the same elsewhere while one of them sends 5,000 messages a second for ten
 *   seconds, and how many of these there are in the end
 */
export const keysBesideFlood = () =>
  showing(twelve('stream'), async (terminal) => {
    const { pid, until, write, text } = terminal;
    await until(isReady);
    await showTools(terminal);
    await pause(1_000);
    for (const server of children(pid)) process.kill(server, 'SIGUSR2');
    const key = quantile(await keysDuring(terminal, pause(9_000)), 0.95);
    await pause(3_000);
    // The last one, behind which there is only what shows all of them as one.
    write('\x1b,\x1b,');
    await until((now) => new RegExp(`‹${SESSIONS} `).test(now));
    await pause(500);
    return { key, kept: traffic(text()) - START };
  });
