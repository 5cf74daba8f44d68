// @ts-check
// What is large in number: frames, tools, requests that wait.
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inspecting, NODE, onScreen, quantile, SERVER, traffic } from './inspecting.mjs';
import { children, cpuSeconds, rss } from './process.mjs';

const MILLION = 1_000_000;
const REQUESTS = 20_000;
/** As many as a thousand wait for a person; the others are refused at once. */
const REFUSED = REQUESTS - 1_000;

/**
 * 20,000 requests of the server that wait for a person.
 * @returns {Promise<{ kept: number, cpu: number }>} cpu in seconds
 */
export async function manyRequests() {
  return inspecting('asking', async ({ pid, until, text }) => {
    await until((now) => /Tools 40\b.*Traffic \d+/.test(now));
    await pause(1000);
    const before = { frames: traffic(text()), cpu: cpuSeconds(pid) };
    process.kill(children(pid)[0] ?? 0, 'SIGUSR2');
    await until((now) => traffic(now) >= before.frames + REQUESTS + REFUSED, 60_000);
    await pause(500);
    return { kept: traffic(text()) - before.frames, cpu: cpuSeconds(pid) - before.cpu };
  });
}

/**
 * 1,501 tools: a key that filters or moves.
 * @param {boolean} [lens] seen as a client
 * @returns {Promise<number>} ms, the median of forty
 */
export async function manyTools(lens = false) {
  return inspecting('tools', async ({ until, write, text }) => {
    await until((now) => /Tools 1501\b/.test(now));
    write('2');
    await until((now) => /❯ *megabyte/.test(now));
    if (lens) {
      write('V');
      await until((now) => /· seen as claude-code/.test(now));
      await until((now) => /❯ *mcp__\S+__megabyte/.test(now));
    }
    write('/');
    await until((now) => /^ *\/ /m.test(now));
    const times = [];
    for (const key of [
      ...'tool-14',
      ...'\x7f\x7f\x7f\x7f\x7f\x7f\x7f',
      ...'tool-9',
      '\r',
      ...'jjjjkkkkjjjjkkkkjjj',
    ]) {
      const was = text();
      const pressed = performance.now();
      write(key);
      const seen = await until((now) => now !== was, 500).catch(() => undefined);
      if (seen !== undefined) times.push(seen - pressed);
    }
    return quantile(times, 0.5);
  });
}

/**
 * A million frames, recorded at 25,000 a second, then opened from the file.
 * @returns {Promise<{ kept: number, cpu: number, memory: number, key: number, first: number, whole: number,
 *   reopened: number }>} cpu in seconds; memory and `reopened` in MiB; key, `first` screen and `whole` index in ms
 */
export async function million() {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-loupe-bench-'));
  const file = join(folder, 'million.mcp.jsonl');
  try {
    const recorded = await onScreen(['--record', file, NODE, SERVER, 'million'], record);
    return { ...recorded, ...(await onScreen(['open', file], (terminal) => open(terminal))) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * A million bare messages of JSON-RPC, one a line, as another program logs them.
 * @returns {Promise<{ first: number, whole: number, reopened: number, hit: number, searched: number }>} `first` screen and
 *   `whole` in ms; memory in MiB; the first `hit` of a search and all of another in ms
 */
export async function foreignMillion() {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-loupe-bench-'));
  const file = join(folder, 'session.jsonl');
  try {
    writeMessages(file);
    return await onScreen(['open', file], async (terminal) => {
      const opened = await open(terminal);
      return { ...opened, ...(await search(terminal)) };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} file */
function writeMessages(file) {
  const fd = openSync(file, 'w');
  const message = (/** @type {object} */ members) => `${JSON.stringify({ jsonrpc: '2.0', ...members })}\n`;
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  };
  const result = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    serverInfo: { name: 'bench', version: '1' },
  };
  writeSync(fd, message({ id: 0, method: 'initialize', params }) + message({ id: 0, result }));
  for (let id = 1; id < MILLION / 2; ) {
    let piece = '';
    for (const end = id + 1000; id < end; id++) {
      const asked = { id, method: 'tools/call', params: { name: 'find', arguments: { words: `row ${id}` } } };
      piece += message(asked) + message({ id, result: { content: [{ type: 'text', text: `row ${id}` }] } });
    }
    writeSync(fd, piece);
  }
  closeSync(fd);
}

/** @param {import('../terminal.mjs').Terminal} terminal */
async function record({ pid, until, write, text }) {
  await until((now) => /Tools 40\b.*Traffic \d+/.test(now));
  await pause(1000);
  const before = { frames: traffic(text()), cpu: cpuSeconds(pid) };
  process.kill(children(pid)[0] ?? 0, 'SIGUSR2');
  await until((now) => traffic(now) >= before.frames + MILLION, 180_000);
  await pause(500);
  const used = { cpu: cpuSeconds(pid) - before.cpu, memory: rss(pid) };
  write('5');
  await until((now) => now.includes('following'));
  const times = [];
  for (const key of 'kkkkkkkkgjjjjjjjGkkkk') {
    const was = text();
    const pressed = performance.now();
    write(key);
    times.push((await until((now) => now !== was)) - pressed);
  }
  return { kept: traffic(text()) - before.frames, ...used, key: quantile(times, 0.5) };
}

/** @param {import('../terminal.mjs').Terminal} terminal */
async function open({ pid, until }) {
  const from = performance.now();
  const first = (await until((now) => traffic(now) > 0)) - from;
  const whole = (await until((now) => traffic(now) >= MILLION, 60_000)) - from;
  return { first, whole, reopened: rss(pid) };
}

/**
 * Looks for a word that stands in the first messages, then for one that stands nowhere.
 * @param {import('../terminal.mjs').Terminal} terminal
 */
async function search({ until, write }) {
  const typed = async (/** @type {string} */ word, /** @type {RegExp} */ seen) => {
    write('/');
    await until((now) => /^ *\/ /m.test(now));
    const pressed = performance.now();
    write(word);
    const took = (await until((now) => seen.test(now), 60_000)) - pressed;
    write('\x1b');
    await until((now) => !now.includes(word));
    return took;
  };
  write('5');
  await until((now) => /❯ *#\d/.test(now));
  return {
    hit: await typed('protocolVersion', /#1 .*initialize/),
    searched: await typed('nowhere', / 0 of \d+ /),
  };
}
