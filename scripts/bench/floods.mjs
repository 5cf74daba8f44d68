// @ts-check
// A server that writes as fast as the pipe takes it: how keys, memory and quitting fare meanwhile.
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NODE, onScreen, quantile, traffic } from './inspecting.mjs';
import { children, cpuSeconds, rss } from './process.mjs';

const FLOOD = fileURLToPath(new URL('../../test/support/servers/flood.mjs', import.meta.url));
/** Keys in a round, and ms between two. */
const KEYS = 20;
const REST = 50;
/** Screens that are gone to in turn: the key, and what shows that it was served. */
const SCREENS = /** @type {const} */ ([
  ['\x1b7', /─ Output/],
  ['\x1b1', /─ Server/],
]);

/**
 * What a round has seen: the ms of each key to its paint, and those of them in which the processor was ours, which on a
 * busy machine are fewer; at its end MiB of memory and the lines of traffic.
 * @typedef {{ keys: number[], work: number[], memory: number, lines: number }} Round
 */

/**
 * @param {string} kind of flood, as flood.mjs knows them
 * @param {number} rounds
 * @param {(round: Round) => void} [told] with each round, as it ends
 * @returns {Promise<{ rounds: Round[], quit: number, left: number }>} ms from `q` to the end of the program, and how
 *   many processes were left behind
 */
export function underFlood(kind, rounds, told = () => {}) {
  return onScreen([NODE, FLOOD, kind], async (terminal) => {
    const { pid, until, write } = terminal;
    await until((text) => text.includes('· ready'));
    await pause(500);
    const done = [];
    for (let round = 0; round < rounds; round += 1) {
      done.push(await keysOf(terminal));
      told(/** @type {Round} */ (done.at(-1)));
    }
    const server = children(pid);
    const from = performance.now();
    write('q');
    while (isRunning(pid)) await pause(5);
    const quit = performance.now() - from;
    return { rounds: done, quit, left: server.filter(isRunning).length };
  });
}

/**
 * The 95th of a hundred keys, and the time it takes to quit.
 * @param {string} kind
 * @returns {Promise<{ key: number, quit: number }>} ms
 */
export async function keysUnderFlood(kind) {
  const { rounds, quit } = await underFlood(kind, 3);
  return {
    key: quantile(
      rounds.flatMap(({ keys }) => keys),
      0.95,
    ),
    quit,
  };
}

/**
 * @param {import('../terminal.mjs').Terminal} terminal
 * @returns {Promise<Round>}
 */
async function keysOf({ pid, until, write, text }) {
  const keys = [];
  const work = [];
  for (let at = 0; at < KEYS; at += 1) {
    const [key, shown] = SCREENS[at % 2 === 0 ? 0 : 1];
    const from = performance.now();
    const cpu = cpuSeconds(pid);
    write(key);
    keys.push((await until((now) => shown.test(now))) - from);
    work.push(1_000 * (cpuSeconds(pid) - cpu));
    await pause(REST);
  }
  return { keys, work, memory: rss(pid), lines: traffic(text()) };
}

/** @param {number} pid */
function isRunning(pid) {
  return existsSync(`/proc/${pid}/task`);
}
