// @ts-check
// A server with one fault in its life: node faulty.mjs <fault>. Prints the ids of its children on stderr.
import { spawn } from 'node:child_process';
import { closeSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const fault = process.argv[2] ?? 'none';

/** @param {unknown} message */
const send = (message) => writeSync(1, `${JSON.stringify(message)}\n`);

/** @param {import('node:child_process').StdioOptions} stdio */
function child(stdio) {
  const started = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio });
  started.unref();
  writeSync(2, `child ${started.pid}\n`);
}

/** @param {{ id?: number, method?: string, params?: Record<string, unknown> }} message */
function answer({ id, method, params }) {
  if (id === undefined) return;
  if (method === 'initialize') {
    const serverInfo = { name: 'faulty', version: '1.0.0' };
    send({
      jsonrpc: '2.0',
      id,
      result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo },
    });
  } else if (method === 'tools/list') {
    send({ jsonrpc: '2.0', id, result: { tools: [{ name: 'ok', inputSchema: { type: 'object' } }] } });
  } else if (fault === 'no newline') {
    writeSync(1, JSON.stringify({ jsonrpc: '2.0', id, result: {} }));
  } else {
    send({ jsonrpc: '2.0', id, result: { size: JSON.stringify(params ?? {}).length } });
  }
}

switch (fault) {
  case 'exits':
    writeSync(2, 'FATAL: no key');
    process.exitCode = 3;
    break;
  case 'stubborn':
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1000);
    break;
  case 'leaves a child':
    child('ignore');
    break;
  case 'leaves a child with stdout':
    child(['ignore', 'inherit', 'inherit']);
    process.exitCode = 4;
    break;
  case 'closes stdin':
    closeSync(0);
    setTimeout(() => {}, 60_000);
    break;
  case 'progress bar':
    writeSync(2, 'one\rtwo\rthree\r\nfour\n\nfive');
    break;
}
if (process.exitCode === undefined && fault !== 'closes stdin') {
  createInterface({ input: process.stdin }).on('line', (line) => answer(JSON.parse(line)));
}
