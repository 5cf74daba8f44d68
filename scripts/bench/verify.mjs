// @ts-check
// Steps with expectations, and a recording of the same calls, against a plain script that makes the calls one after the other.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { LOUPE, NODE, quantile } from './inspecting.mjs';
import { run } from './process.mjs';

const CALLS = 2_000;
/** How often each is tried; the median counts. */
const TIMES = 3;

/** Has one tool that only reads, and answers at once. */
const SERVER = `
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'x', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] }),
  'tools/call': ({ arguments: { n } }) => ({ content: [{ type: 'text', text: JSON.stringify({ n }) }], structuredContent: { n } }),
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method](params) }) + '\\n');
});`;

/** @param {number} n */
const step = (n) =>
  JSON.stringify({
    ...{ method: 'tools/call', params: { name: 'x', arguments: { n } } },
    expect: { '/result/structuredContent/n': n, '/result/content/0/text/n': n, ms: { $max: 10_000 } },
  });

/** What a call costs more than in a plain script, in ms: with expectations, and of a recording. */
export async function verifying() {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-bench-'));
  const [all, one, recording, short] = ['all.jsonl', 'one.jsonl', 'all.mcp.jsonl', 'one.mcp.jsonl'].map(
    (name) => join(folder, name),
  );
  try {
    writeFileSync(all ?? '', `${Array.from({ length: CALLS }, (_, n) => step(n)).join('\n')}\n`);
    writeFileSync(one ?? '', `${step(0)}\n`);
    for (const [steps = '', file = ''] of [
      [all, recording],
      [one, short],
    ])
      await run([NODE, LOUPE, 'run', steps, '--quiet', '--record', file, '--', NODE, '-e', SERVER]);
    const plain = await median(plainly);
    const added = async (/** @type {string | undefined} */ many, /** @type {string | undefined} */ few) =>
      ((await median(() => verify(many))) - (await median(() => verify(few)))) / (CALLS - 1) - plain;
    return { steps: await added(all, one), recording: await added(recording, short) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} [file] */
const verify = async (file = '') =>
  (await run([NODE, LOUPE, 'verify', file, '--quiet', '--', NODE, '-e', SERVER])).ms;

/** ms of a call. */
async function plainly() {
  const transport = new StdioClientTransport({ command: NODE, args: ['-e', SERVER], stderr: 'ignore' });
  const client = new Client({ name: 'baseline', version: '1' });
  await client.connect(transport);
  const from = performance.now();
  for (let n = 0; n < CALLS; n += 1) await client.callTool({ name: 'x', arguments: { n } });
  const ms = (performance.now() - from) / CALLS;
  await client.close();
  return ms;
}

/** @param {() => Promise<number>} measured */
async function median(measured) {
  const found = [];
  for (let time = 0; time < TIMES; time += 1) found.push(await measured());
  return quantile(found, 0.5);
}
