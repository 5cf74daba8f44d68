// @ts-check
import { readFileSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inspecting, LOUPE, NODE, quantile, SERVER, showTools, traffic } from './inspecting.mjs';
import { children, cpuSeconds, rss, run, start } from './process.mjs';

/** @param {string} name */
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const BASELINE = here('baseline.mjs');

/** How often short things are repeated; the median counts. */
const TIMES = 9;

/** @param {string} what @param {string} name @param {string} mode */
const baseline = (what, name, mode) => [NODE, BASELINE, what, name, SERVER, mode];

/** @param {() => Promise<number>} measure */
async function median(measure) {
  const values = [];
  for (let i = 0; i < TIMES; i++) values.push(await measure());
  return quantile(values, 0.5);
}

/**
 * A figure of ours beside that of the plain script in the same run.
 * @typedef {{ ours: number, baseline: number }} Figure
 */

/** @returns {Promise<Figure>} ms from the start to the number of tools on the screen */
export async function startToTools() {
  const ours = await median(async () => {
    const from = performance.now();
    return inspecting('', async ({ until }) => (await until((text) => /Tools 40\b/.test(text))) - from);
  });
  return { ours, baseline: await baselineStart() };
}

/** @param {string} [mode] of the server @returns {Promise<number>} ms until the plain script has listed the tools */
export const baselineStart = (mode = '') =>
  median(async () => {
    const from = performance.now();
    const script = start(baseline('list', '-', mode));
    await script.until(/^ready 40/);
    return performance.now() - from;
  });

/** @returns {Promise<Figure>} ms to the first frame while the server says nothing, beside an empty script */
export async function firstFrame() {
  const ours = await median(async () => {
    const from = performance.now();
    return inspecting(
      'silent',
      async ({ until }) => (await until((text) => text.includes('connecting'))) - from,
    );
  });
  return { ours, baseline: await median(async () => (await run([NODE, '-e', ''])).ms) };
}

/** @returns {Promise<Figure>} ms of `mcp-loupe list`, beside the plain script to its end */
export async function headlessList() {
  const ours = await median(async () => (await run([NODE, LOUPE, 'list', 'tools', '--', NODE, SERVER])).ms);
  return { ours, baseline: await median(async () => (await run(baseline('list', '-', ''))).ms) };
}

/**
 * A flood of notifications: how many were kept, what it cost, how keys fared meanwhile.
 * @param {'burst' | 'stream'} mode
 * @returns {Promise<{ kept: Figure, cpu: Figure, memory: Figure, idle: Figure, key: number }>} kept in frames, cpu in
 *   seconds, memory in MiB after it and `idle` before it, key in ms from key to paint (the 95th of a hundred)
 */
export async function flood(mode) {
  const count = mode === 'burst' ? 10_000 : 50_000;
  const plain = await plainFlood(mode, count);
  return inspecting(mode, async (terminal) => {
    await showTools(terminal);
    await pause(1000);
    const before = {
      frames: traffic(terminal.text()),
      cpu: cpuSeconds(terminal.pid),
      memory: rss(terminal.pid),
    };
    process.kill(children(terminal.pid)[0] ?? 0, 'SIGUSR2');
    const arrived = terminal.until((text) => traffic(text) >= before.frames + count, 60_000);
    const keys = mode === 'stream' ? await keysDuring(terminal, arrived) : [];
    await arrived;
    await pause(500);
    return {
      kept: { ours: traffic(terminal.text()) - before.frames, baseline: count },
      cpu: { ours: cpuSeconds(terminal.pid) - before.cpu, baseline: plain.cpu },
      memory: { ours: rss(terminal.pid), baseline: plain.memory },
      idle: { ours: before.memory, baseline: plain.idle },
      key: quantile(keys, 0.95),
    };
  });
}

/**
 * @param {import('../terminal.mjs').Terminal} terminal
 * @param {Promise<unknown>} end
 * @returns {Promise<number[]>} ms from each key to its paint
 */
export async function keysDuring(terminal, end) {
  let over = false;
  const stop = () => {
    over = true;
  };
  end.then(stop, stop);
  const times = [];
  for (let i = 0; !over; i++) {
    await pause(100);
    const [key, name] = i % 2 === 0 ? ['j', /❯ *twelve-megabytes/] : ['k', /❯ *megabyte/];
    const from = performance.now();
    terminal.write(key);
    times.push((await terminal.until((text) => name.test(text))) - from);
  }
  return times;
}

/** @param {string} mode @param {number} count */
async function plainFlood(mode, count) {
  const script = start(baseline('stay', '-', mode));
  await script.until(/^ready/);
  await pause(500);
  const pid = script.process.pid ?? 0;
  const [cpu, idle] = [cpuSeconds(pid), rss(pid)];
  process.kill(children(pid)[0] ?? 0, 'SIGUSR2');
  for (let came = 0; came < count; ) {
    await pause(100);
    script.process.kill('SIGUSR2');
    await script.until(/^came/);
    came = Number(script.lines.pop()?.split(' ')[1]);
  }
  const result = { cpu: cpuSeconds(pid) - cpu, memory: rss(pid), idle };
  script.process.kill();
  return result;
}

/**
 * A large result: until it is shown, and until each of twenty keys is.
 * @param {'megabyte' | 'twelve-megabytes'} tool
 * @returns {Promise<{ shown: Figure, key: number }>} ms
 */
export async function largeResult(tool) {
  const { out } = await run(baseline('call', tool, ''));
  return inspecting('', async (terminal) => {
    const { until, write, text } = terminal;
    await showTools(terminal);
    if (tool === 'twelve-megabytes') write('j');
    await until((now) => new RegExp(`❯ *${tool}`).test(now));
    write('\r');
    await until((now) => now.includes('[ Call ]'));
    const from = performance.now();
    write('\r');
    const shown = (await until((now) => now.includes('"items"'))) - from;
    await pause(500);
    const keys = [];
    for (let i = 0; i < 20; i++) {
      const was = text();
      const pressed = performance.now();
      write('\x1b[B');
      keys.push((await until((now) => now !== was)) - pressed);
    }
    const plain = Number(/called (\S+)/.exec(out)?.[1]);
    return { shown: { ours: shown, baseline: plain }, key: quantile(keys, 0.5) };
  });
}

/**
 * A form: until it is open, and until each of forty keys is seen, which go from field to field and type.
 * @param {'wide-form' | 'long-form'} tool
 * @returns {Promise<{ open: number, key: number }>} ms
 */
export async function largeForm(tool) {
  return inspecting('', async (terminal) => {
    const { until, write, text } = terminal;
    await showTools(terminal);
    const before = tool === 'wide-form' ? ['twelve-megabytes'] : ['twelve-megabytes', 'wide-form'];
    for (const name of before) {
      write('j');
      await until((now) => now.includes(`─ ${name} ─`));
    }
    await pause(500);
    const from = performance.now();
    write('j');
    const open = (await until((now) => now.includes(`─ ${tool} ─`) && now.includes(' *  '))) - from;
    write('\r');
    await until((now) => now.includes('ctrl+s call'));
    const keys = [];
    for (let i = 0; i < 40; i++) {
      const was = text();
      const pressed = performance.now();
      write(i % 2 === 0 ? '\t' : '7');
      // A field that takes no text stays as it is.
      const seen = await until((now) => now !== was, 500).catch(() => undefined);
      if (seen !== undefined) keys.push(seen - pressed);
    }
    return { open, key: quantile(keys, 0.5) };
  });
}

/** MB of what is installed, but for a few texts. */
export function packageSize() {
  const dist = here('../../dist/');
  /** @type {import('esbuild').Metafile} */
  const { outputs } = JSON.parse(readFileSync(`${dist}meta.json`, 'utf8'));
  const code = Object.values(outputs).reduce((sum, { bytes }) => sum + bytes, 0);
  return (code + statSync(`${dist}licenses.txt`).size) / 1e6;
}
