// @ts-check
// A server behind a tap, against the same exchange without one.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOUPE, NODE, quantile } from './inspecting.mjs';
import { rss } from './process.mjs';

/** Requests a second, how many seconds of them, and those before that do not count. */
const RATE = 1_000;
const SECONDS = 5;
const WARM = 500;
/** Messages of a flood. */
const FLOOD = 200_000;
/** How often each is tried with a tap and without, by turns; the median counts. */
const TIMES = 5;

/** Answers each request at once. */
const ANSWERS = `
let rest = '';
process.stdin.on('data', (bytes) => {
  const lines = (rest + bytes).split('\\n');
  rest = lines.pop();
  const ids = lines.map((line) => JSON.parse(line).id);
  process.stdout.write(ids.map((id) => '{"jsonrpc":"2.0","id":' + id + ',"result":{"content":[]}}\\n').join(''));
});`;

/** Tells so many lines as fast as they are read, once it is spoken to. */
const TELLS = `
let n = 0;
const more = () => {
  while (n < ${FLOOD})
    if (!process.stdout.write('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"line ' + n++ + '"}}\\n')) break;
  if (n < ${FLOOD}) process.stdout.once('drain', more);
};
process.stdin.once('data', more).once('end', () => process.exit(0));`;

/**
 * Starts such a server, with a tap that records into this file or without.
 * @param {string} script
 * @param {string} [file]
 */
function start(script, file) {
  const server = [NODE, '-e', script];
  const [command = '', ...args] =
    file === undefined ? server : [NODE, LOUPE, 'tap', '--force', '--record', file, '--', ...server];
  return spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
}

/** @param {import('node:child_process').ChildProcess} child */
async function end(child) {
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.stdin?.end();
  await closed;
}

/** @param {number} id */
const request = (id) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"x","arguments":{"n":${id}}}}\n`;

/**
 * ms until the first answer, and for each one after it; MiB that the first process holds then.
 * @param {string} [file]
 */
async function exchange(file) {
  const from = performance.now();
  const child = start(ANSWERS, file);
  /** @type {number[]} */
  const sent = [];
  /** @type {number[]} */
  const took = [];
  let rest = '';
  child.stdout.on('data', (bytes) => {
    const lines = `${rest}${bytes}`.split('\n');
    rest = lines.pop() ?? '';
    const now = performance.now();
    for (const line of lines) took.push(now - (sent[JSON.parse(line).id] ?? now));
  });
  const send = () => {
    sent.push(performance.now());
    child.stdin.write(request(sent.length - 1));
  };
  const answered = () => new Promise((resolve) => child.stdout.once('data', resolve));
  send();
  await answered();
  const first = performance.now() - from;
  await new Promise((resolve) => setTimeout(resolve, 500));
  const begun = performance.now();
  await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    const turn = () => {
      for (let due = ((performance.now() - begun) / 1_000) * RATE; sent.length < due; ) send();
      if (sent.length >= RATE * SECONDS) resolve();
      else setTimeout(turn, 1);
    };
    turn();
  });
  while (took.length < sent.length) await answered();
  const memory = rss(child.pid ?? 0);
  await end(child);
  const counted = took.slice(WARM);
  return { first, p50: quantile(counted, 0.5), p99: quantile(counted, 0.99), memory };
}

/**
 * ms for a flood to arrive.
 * @param {string} [file]
 */
async function flood(file) {
  const child = start(TELLS, file);
  let lines = 0;
  child.stdin.write(request(0));
  const from = await new Promise((resolve) =>
    child.stdout.once('data', (bytes) => {
      lines += count(bytes);
      resolve(performance.now());
    }),
  );
  await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    child.stdout.on('data', (bytes) => {
      lines += count(bytes);
      if (lines === FLOOD) resolve();
    });
  });
  const ms = performance.now() - from;
  await end(child);
  return ms;
}

/** @param {Buffer} bytes */
function count(bytes) {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** What a tap adds to an exchange over stdio, and what it records of a flood. */
export async function tapOverStdio() {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-tap-'));
  const file = join(folder, 'tap.mcp.jsonl');
  try {
    /** @type {{ alone: Awaited<ReturnType<typeof exchange>>, tapped: Awaited<ReturnType<typeof exchange>> }[]} */
    const rounds = [];
    for (let time = 0; time < TIMES; time += 1)
      rounds.push({ alone: await exchange(), tapped: await exchange(file) });
    const floods = { baseline: await flood(), ours: await flood(file) };
    const kept = readFileSync(file, 'utf8').match(/^\{"type":"frame".*"dir":"s2c"/gm)?.length ?? 0;
    /** @param {'first' | 'p50' | 'p99'} what */
    const added = (what) => ({
      ours: quantile(
        rounds.map(({ alone, tapped }) => tapped[what] - alone[what]),
        0.5,
      ),
      baseline: quantile(
        rounds.map(({ alone }) => alone[what]),
        0.5,
      ),
    });
    return {
      start: added('first'),
      p50: added('p50'),
      p99: added('p99'),
      memory: quantile(
        rounds.map(({ tapped }) => tapped.memory),
        0.5,
      ),
      flood: floods,
      lost: FLOOD - kept,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
