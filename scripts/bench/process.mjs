// @ts-check
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Linux counts processor time in hundredths of a second. */
const TICKS = 100;

/**
 * Processor seconds that a process has used so far.
 * @param {number} pid
 */
export function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/**
 * MiB of memory that a process holds.
 * @param {number} pid
 */
export function rss(pid) {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/**
 * The process ids of the children.
 * @param {number} pid
 */
export function children(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}

/**
 * Runs a command to its end.
 * @param {readonly string[]} command
 * @returns {Promise<{ ms: number, out: string }>}
 */
export async function run(command) {
  const from = performance.now();
  const child = start(command);
  const code = await new Promise((resolve) => child.process.once('close', resolve));
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}`);
  return { ms: performance.now() - from, out: child.lines.join('\n') };
}

/**
 * Starts a command whose lines can be waited for.
 * @param {readonly string[]} command
 */
export function start([file = '', ...args]) {
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  /** @type {string[]} */
  const lines = [];
  const reader = createInterface({ input: child.stdout }).on('line', (text) => lines.push(text));
  /**
   * @param {RegExp} what
   * @returns {Promise<RegExpExecArray>} the first line so far, or to come, that has this
   */
  const until = (what) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = lines.map((text) => what.exec(text)).find((match) => match !== null);
        if (found) end(() => resolve(found));
      };
      const gone = () => end(() => reject(new Error(`${args.join(' ')} ended without ${what}`)));
      const end = (/** @type {() => void} */ settle) => {
        reader.off('line', look);
        reader.off('close', gone);
        settle();
      };
      reader.on('line', look);
      reader.on('close', gone);
      look();
    });
  return { process: child, lines, until };
}
