// @ts-check
// A server that starts at once and costs next to nothing, so that what is measured is the client.
//   silent    never answers
//   slow      is ready after three seconds
//   burst     10,000 notifications when it is told to (a SIGUSR2)
//   stream    5,000 notifications a second for ten seconds, likewise
//   million   25,000 a second until there are a million, likewise
//   asking    20,000 requests of its own at once, likewise
//   tools     has 1,501 tools
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const mode = process.argv[2] ?? '';
const BURST = 10_000;
const STREAMS = {
  stream: { perSecond: 5000, total: 50_000 },
  million: { perSecond: 25_000, total: 1_000_000 },
};
const EVERY_MS = 10;
const REQUESTS = 20_000;
const SLOW = 3_000;

/** @param {object} message */
const line = (message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

/** @param {number} i */
const notification = (i) =>
  line({
    method: 'notifications/message',
    params: { level: 'info', logger: 'bench', data: { i, text: 'what a server says while it works' } },
  });

/** @param {number} from @param {number} count */
const some = (from, count) => Array.from({ length: count }, (_, i) => notification(from + i)).join('');

/** @param {number} i a request that waits for a person */
const question = (i) =>
  line({
    id: `q${i}`,
    method: 'elicitation/create',
    params: {
      message: `Question ${i}: what is the name?`,
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    },
  });

/** @param {{ perSecond: number, total: number }} rate */
async function stream({ perSecond, total }) {
  const started = performance.now();
  for (let sent = 0; sent < total; ) {
    const due = Math.min(Math.floor(((performance.now() - started) / 1000) * perSecond), total);
    // Whoever reads slowly is waited for.
    if (!process.stdout.write(some(sent, due - sent))) await once(process.stdout, 'drain');
    sent = due;
    await pause(EVERY_MS);
  }
}

process.on('SIGUSR2', () => {
  if (mode === 'burst') process.stdout.write(some(0, BURST));
  if (mode === 'stream' || mode === 'million') void stream(STREAMS[mode]);
  if (mode === 'asking')
    process.stdout.write(Array.from({ length: REQUESTS }, (_, i) => question(i)).join(''));
});

const inputSchema = { type: 'object', properties: {} };

/** As many parameters as the widest real tool has, of the usual kinds. */
function wideSchema() {
  const kinds = [
    { type: 'string', description: 'A text, described in a sentence of the usual length.' },
    { type: 'integer', minimum: 0, default: 10 },
    { type: 'boolean' },
    { enum: ['one', 'two', 'three'] },
    { type: 'array', items: { type: 'string' } },
    { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'string' } } },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
  ];
  const properties = Object.fromEntries(
    Array.from({ length: 205 }, (_, i) => [`field_${i}`, kinds[i % kinds.length]]),
  );
  return { type: 'object', properties, required: ['field_0', 'field_4'] };
}

/** As long as the longest real schema, 84 kB: definitions that refer to each other, level below level. */
function longSchema() {
  const level = (/** @type {number} */ i) => ({
    type: 'object',
    description: 'What one level of the whole is about, in a sentence of the usual length.',
    properties: {
      next: { $ref: `#/$defs/level_${(i + 1) % 130}`, description: 'The level below this one.' },
      items: { type: 'array', items: { $ref: `#/$defs/level_${(i + 7) % 130}` } },
      kind: { anyOf: [{ type: 'string', pattern: '^[a-z]{1,64}$' }, { type: 'number' }, { type: 'null' }] },
      name: {
        type: 'string',
        description: 'A name, described in a sentence of the usual length. '.repeat(3),
      },
      count: { type: 'integer', minimum: 0, maximum: 2147483647 },
    },
    required: ['name'],
  });
  const levels = Array.from({ length: 130 }, (_, i) => [`level_${i}`, level(i)]);
  return {
    type: 'object',
    properties: { body: { $ref: '#/$defs/level_0' } },
    required: ['body'],
    $defs: Object.fromEntries(levels),
  };
}

const tools = [
  { name: 'megabyte', description: 'A result of 1 MB', inputSchema },
  { name: 'twelve-megabytes', description: 'A result of 12 MB', inputSchema },
  { name: 'wide-form', description: '205 parameters', inputSchema: wideSchema() },
  { name: 'long-form', description: 'A schema of 84 kB', inputSchema: longSchema() },
  ...Array.from({ length: mode === 'tools' ? 1497 : 36 }, (_, i) => ({
    name: `tool-${i}`,
    description: 'Does nothing',
    inputSchema,
  })),
];

/** @param {number} bytes */
function large(bytes) {
  const row = (/** @type {number} */ i) => ({
    i,
    name: `item ${i}`,
    tags: ['a', 'b'],
    price: i * 1.25,
    ok: i % 2 === 0,
  });
  const items = Array.from({ length: Math.floor(bytes / 75) }, (_, i) => row(i));
  return { content: [{ type: 'text', text: JSON.stringify({ items }) }] };
}

/** @param {string} method @param {any} params */
function answer(method, params) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {}, logging: {} },
        serverInfo: { name: 'bench', version: '1.0.0' },
      };
    case 'tools/list':
      return { tools };
    case 'tools/call':
      if (params.name === 'megabyte') return large(1e6);
      if (params.name === 'twelve-megabytes') return large(12e6);
      return { content: [{ type: 'text', text: 'done' }] };
    default:
      return {};
  }
}

const opened = mode === 'slow' ? pause(SLOW) : undefined;
createInterface({ input: process.stdin }).on('line', async (text) => {
  if (mode === 'silent') return;
  if (opened !== undefined) await opened;
  const { id, method, params } = JSON.parse(text);
  const isRequest = id !== undefined && method !== undefined;
  if (isRequest) process.stdout.write(line({ id, result: answer(method, params) }));
});
