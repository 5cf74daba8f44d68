// @ts-check
// A mock over stdio, beside the same exchange with a plain server.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOUPE, NODE, quantile } from './inspecting.mjs';

/** Different calls in the recording, and how often each is made of a mock. */
const CALLS = 100;
const TIMES = 200;
/** How often each is tried; the median counts. */
const TRIES = 5;

/** @param {number} id */
const call = (id) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"get","arguments":{"n":${id % CALLS}}}}`;
/** @param {number} id */
const answer = (id) =>
  `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"{\\"n\\":${id % CALLS},\\"by\\":\\"Ada\\"}"}]}}`;
const INITIALIZE =
  '{"jsonrpc":"2.0","id":-1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}';
const INITIALIZED =
  '{"jsonrpc":"2.0","id":-1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"bench","version":"1"}}}';
const LIST = '{"jsonrpc":"2.0","id":-2,"method":"tools/list"}';
const LISTED =
  '{"jsonrpc":"2.0","id":-2,"result":{"tools":[{"name":"get","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}]}}';

/** A recording of all the calls, each with its answer. */
function recording() {
  const header = {
    ...{ type: 'header', seq: 0, t: 0, format: 'mcp-transcript', version: 1, id: 'bench' },
    ...{ started: '2026-11-29T10:00:00.000Z', tool: { name: 'mcp-loupe', version: '0' } },
    target: { transport: 'stdio', command: ['node', 'server.js'] },
    client: { name: 'bench', version: '1', capabilities: {} },
    ...{ redaction: { on: false, version: 1 }, limits: { line: 1_000_000 } },
  };
  const lines = [JSON.stringify(header)];
  /** @param {string} asked @param {string} answered @param {string} by */
  const exchange = (asked, answered, by) => {
    const seq = lines.length;
    /** @param {number} at @param {string} dir @param {string} more @param {string} msg */
    const frame = (at, dir, more, msg) =>
      `{"type":"frame","seq":${at},"t":${at},"conn":1,"session":0,"dir":"${dir}","n":${msg.length}${more},"msg":${msg}}`;
    lines.push(frame(seq, 'c2s', `,"by":"${by}"`, asked));
    lines.push(frame(seq + 1, 's2c', `,"re":${seq},"ms":1`, answered));
  };
  exchange(INITIALIZE, INITIALIZED, 'auto');
  exchange(LIST, LISTED, 'auto');
  for (let id = 0; id < CALLS; id += 1) exchange(call(id), answer(id), 'user');
  return `${lines.join('\n')}\n`;
}

/** A server that answers the same at once. */
const PLAIN = `
let rest = '';
process.stdin.on('data', (bytes) => {
  const lines = (rest + bytes).split('\\n');
  rest = lines.pop();
  const told = lines.map((line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return '';
    if (method === 'initialize') return ${JSON.stringify(INITIALIZED)}.replace('"id":-1', '"id":' + JSON.stringify(id)) + '\\n';
    if (method === 'tools/list') return ${JSON.stringify(LISTED)}.replace('"id":-2', '"id":' + JSON.stringify(id)) + '\\n';
    if (method !== 'tools/call') return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }) + '\\n';
    const text = JSON.stringify({ n: params.arguments.n, by: 'Ada' });
    return JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } }) + '\\n';
  });
  process.stdout.write(told.join(''));
});`;

/**
 * ms from the start to the first answer, and answers a second to calls that are made as fast as they are read.
 * @param {readonly string[]} command
 */
async function served([file = '', ...args]) {
  const from = performance.now();
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  let lines = 0;
  let wanted = 1;
  let reached = () => {};
  child.stdout.on('data', (bytes) => {
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
    if (lines >= wanted) reached();
  });
  /** @param {number} more */
  const answered = (more) =>
    new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      wanted = lines + more;
      reached = resolve;
    });
  const first = answered(1);
  child.stdin.write(`${INITIALIZE}\n`);
  await first;
  const start = performance.now() - from;
  const count = CALLS * TIMES;
  const begun = performance.now();
  const all = answered(count);
  for (let id = 0; id < count; id += 1) {
    if (!child.stdin.write(`${call(id)}\n`))
      await new Promise((resolve) => child.stdin.once('drain', resolve));
  }
  await all;
  const rate = count / ((performance.now() - begun) / 1_000);
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.stdin.end();
  await closed;
  return { start, rate };
}

/** How soon a mock over stdio answers, and how often a second. */
export async function mocked() {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-mock-'));
  const file = join(folder, 'bench.mcp.jsonl');
  writeFileSync(file, recording());
  try {
    const mocks = [];
    const plain = [];
    for (let time = 0; time < TRIES; time += 1) {
      mocks.push(await served([NODE, LOUPE, 'mock', file]));
      plain.push(await served([NODE, '-e', PLAIN]));
    }
    /** @template T @param {readonly T[]} all @param {(one: T) => number} of */
    const median = (all, of) => quantile(all.map(of), 0.5);
    return {
      start: { ours: median(mocks, ({ start }) => start), baseline: median(plain, ({ start }) => start) },
      rate: { ours: median(mocks, ({ rate }) => rate), baseline: median(plain, ({ rate }) => rate) },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
