// @ts-check
// A remote server behind a tap, against the same exchange without one.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOUPE, NODE, quantile } from './inspecting.mjs';
import { rss, start } from './process.mjs';

/** Requests a second, how many seconds of them, and those before that do not count. */
const RATE = 500;
const SECONDS = 4;
const WARM = 250;
/** How often each is tried with a tap and without, by turns; the median counts. */
const TIMES = 5;

/** Says where it listens, and answers each request at once. */
const REMOTE = `
const { createServer } = require('node:http');
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (bytes) => { body += bytes; });
  request.on('end', () => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id } = JSON.parse(body);
    response.setHeader('Content-Type', 'application/json');
    response.end('{"jsonrpc":"2.0","id":' + id + ',"result":{"content":[]}}');
  });
});
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port + '/mcp'));`;

/** Answers its first line at once, as a process that a client starts. */
const LOCAL = `
process.stdin.once('data', (bytes) => {
  process.stdout.write('{"jsonrpc":"2.0","id":' + JSON.parse(bytes).id + ',"result":{"content":[]}}\\n');
});`;

/** @param {number} id */
const call = (id) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"x","arguments":{"n":${id}}}}`;

/** @param {import('node:child_process').ChildProcess} child */
async function end(child) {
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill();
  await closed;
}

/**
 * ms until it is answered.
 * @param {string} url
 * @param {Agent} agent
 * @param {number} id
 * @returns {Promise<number>}
 */
function ask(url, agent, id) {
  const from = performance.now();
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(performance.now() - from));
    });
    asked.once('error', reject);
    asked.end(call(id));
  });
}

/**
 * ms until a command that listens has answered, and for each request after it; MiB that it holds then.
 * @param {readonly string[]} command
 */
async function exchange(command) {
  const from = performance.now();
  const child = start(command);
  const agent = new Agent({ keepAlive: true });
  try {
    const [url] = await child.until(/^http:.*/);
    await ask(url, agent, 0);
    const first = performance.now() - from;
    await new Promise((resolve) => setTimeout(resolve, 500));
    /** @type {Promise<number>[]} */
    const took = [];
    const begun = performance.now();
    await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      const turn = () => {
        const due = ((performance.now() - begun) / 1_000) * RATE;
        while (took.length < due) took.push(ask(url, agent, took.length + 1));
        if (took.length >= RATE * SECONDS) resolve();
        else setTimeout(turn, 1);
      };
      turn();
    });
    const counted = (await Promise.all(took)).slice(WARM);
    const memory = rss(child.process.pid ?? 0);
    const asked = took.length + 1;
    return { first, p50: quantile(counted, 0.5), p99: quantile(counted, 0.99), memory, asked };
  } finally {
    agent.destroy();
    await end(child.process);
  }
}

/**
 * ms until a command has answered a line, and MiB that it holds a while later.
 * @param {readonly string[]} command
 */
async function line([file = '', ...args]) {
  const from = performance.now();
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.write(`${call(0)}\n`);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const first = performance.now() - from;
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const memory = rss(child.pid ?? 0);
  await end(child);
  return { first, memory };
}

/** What a tap adds to an exchange over HTTP, at a port of its own and as a process that a client starts. */
export async function tapOverHttp() {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-tap-'));
  const file = join(folder, 'tap.mcp.jsonl');
  const remote = [NODE, '-e', REMOTE];
  const server = start(remote);
  try {
    const [url] = await server.until(/^http:.*/);
    const tap = [NODE, LOUPE, 'tap', '--force', '--record', file];
    /**
     * @type {{ alone: Awaited<ReturnType<typeof exchange>>, tapped: Awaited<ReturnType<typeof exchange>>, lost: number,
     *   local: Awaited<ReturnType<typeof line>>, reached: Awaited<ReturnType<typeof line>> }[]}
     */
    const rounds = [];
    for (let time = 0; time < TIMES; time += 1) {
      const alone = await exchange(remote);
      const tapped = await exchange([...tap, '--http', '0', '--', url]);
      const text = readFileSync(file, 'utf8');
      const lost = tapped.asked - (text.match(/^\{"type":"frame".*"dir":"s2c"/gm)?.length ?? 0);
      const local = await line([NODE, '-e', LOCAL]);
      const reached = await line([...tap, '--', url]);
      rounds.push({ alone, tapped, lost, local, reached });
    }
    /** @param {(round: (typeof rounds)[number]) => number} of */
    const median = (of) => quantile(rounds.map(of), 0.5);
    return {
      start: {
        ours: median(({ alone, tapped }) => tapped.first - alone.first),
        baseline: median(({ alone }) => alone.first),
      },
      p50: {
        ours: median(({ alone, tapped }) => tapped.p50 - alone.p50),
        baseline: median(({ alone }) => alone.p50),
      },
      p99: {
        ours: median(({ alone, tapped }) => tapped.p99 - alone.p99),
        baseline: median(({ alone }) => alone.p99),
      },
      memory: median(({ tapped }) => tapped.memory),
      lost: Math.max(...rounds.map(({ lost }) => lost)),
      reached: {
        start: {
          ours: median(({ local, reached }) => reached.first - local.first),
          baseline: median(({ local }) => local.first),
        },
        memory: median(({ reached }) => reached.memory),
      },
    };
  } finally {
    await end(server.process);
    rmSync(folder, { recursive: true, force: true });
  }
}
