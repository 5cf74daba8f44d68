// A server that floods its output once it is initialized, as fast as the pipe takes it, and answers meanwhile.
// flood.mjs KIND [deaf]                      for ever; deaf: it heeds neither the end of its stdin nor SIGTERM
// flood.mjs KIND,KIND… [MS] [PAUSE] [TIMES]  each kind in turn for so many ms, a pause after each, so many times in all
import { createInterface } from 'node:readline';

const [kinds = 'junk', ...more] = process.argv.slice(2);
const isDeaf = more[0] === 'deaf';
const [ms = 0, pause = 0, times = 1] = isDeaf ? [] : more.map(Number);
/** @param {object} value */
const message = (value) => `${JSON.stringify({ jsonrpc: '2.0', ...value })}\n`;
let id = 0;
/** @param {() => string} make */
const many = (make, count = 500) => Array.from({ length: count }, make).join('');

/**
 * What each kind writes at once; always the same, or made anew.
 * @type {Record<string, string | (() => string)>}
 */
const FLOODS = {
  junk: 'oops\n'.repeat(8_192),
  banner: '[12:00:00] INFO ready {"a": 1\n'.repeat(2_048),
  blank: '\n'.repeat(65_536),
  nulls: 'null\n'.repeat(8_192),
  notes: message({ method: 'x' }).repeat(2_048),
  methods: () => many(() => message({ method: `m${id++}` })),
  pings: () => many(() => message({ id: `p${id++}`, method: 'ping' })),
  answers: message({ id: 'nobody', result: {} }).repeat(1_024),
  errors: message({ id: null, error: { code: -32700, message: 'no' } }).repeat(1_024),
  logs: message({ method: 'notifications/message', params: { level: 'info', data: 'tick' } }).repeat(512),
  progress: message({ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } }).repeat(
    512,
  ),
  line: 'a'.repeat(65_536),
  braces: '{"a":['.repeat(10_000),
  spread: '{\n'.repeat(16_384),
  headers: 'Content-Length: 5\r\n'.repeat(2_048),
  stderr: 'e\n'.repeat(16_384),
};

/**
 * Writes once, and waits until there is room for more.
 * @param {string} kind
 */
const flood = async (kind) => {
  const text = FLOODS[kind] ?? '';
  const stream = kind === 'stderr' ? process.stderr : process.stdout;
  const isFull = !stream.write(typeof text === 'string' ? text : text());
  await new Promise((resolve) => void (isFull ? stream.once('drain', resolve) : setImmediate(resolve)));
};

/** @param {string} kind */
const forEver = async (kind) => {
  for (;;) await flood(kind);
};

const inTurn = async () => {
  for (let turn = 0; turn < times; turn += 1) {
    for (const kind of kinds.split(',')) {
      for (const end = Date.now() + ms; Date.now() < end; ) await flood(kind);
      process.stdout.write('\n');
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  process.stdout.write(
    message({ method: 'notifications/message', params: { level: 'info', data: 'all over' } }),
  );
};

if (isDeaf) process.on('SIGTERM', () => {});
const input = createInterface({ input: process.stdin });
input.on('close', () => {
  if (!isDeaf) process.exit();
});
input.on('line', (line) => {
  const { id, method } = JSON.parse(line);
  /** @param {object} result */
  const answer = (result) => process.stdout.write(message({ id, result }));
  if (method === 'initialize') {
    const capabilities = { tools: {}, logging: {} };
    answer({ protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'flood', version: '1' } });
  } else if (method === 'tools/list') {
    answer({ tools: [{ name: 'go', inputSchema: { type: 'object' } }] });
  } else if (method === 'notifications/initialized') {
    process.stderr.write('flooding\n');
    setImmediate(ms > 0 ? inTurn : () => forEver(kinds));
  } else if (method === 'tools/call') answer({ content: [{ type: 'text', text: 'ok' }] });
  else if (id !== undefined && method !== undefined) answer({});
});
