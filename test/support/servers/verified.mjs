// @ts-check
// A server with tools that say of themselves what harm they do, for what is verified. Each call is told on stderr. With
// --build 2 it answers otherwise, with --build none it ends at once.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

if (process.argv.includes('none')) process.exit(1);
const isSecond = process.argv.includes('2');
const reads = { readOnlyHint: true };
const ANNOTATIONS = {
  order: reads,
  hits: reads,
  shuffles: reads,
  edits: reads,
  login: reads,
  dies: reads,
  fails: reads,
  waits: reads,
  set: { idempotentHint: true, destructiveHint: false },
  wipe: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  lies: { readOnlyHint: true, destructiveHint: true },
  keeps: { idempotentHint: true },
  silent: undefined,
};
let hits = 0;

/** @type {Record<string, (given: Record<string, any>) => object>} */
const TOOLS = {
  order: ({ id }) => ({
    order: { id, total: isSecond ? 42 : 41, currency: 'EUR' },
    made: new Date().toISOString(),
  }),
  hits() {
    hits += 1;
    return { count: hits };
  },
  shuffles() {
    hits += 1;
    return { list: hits % 2 === 0 ? [1, 2] : [2, 1], words: Array.from({ length: hits }, () => 'x') };
  },
  edits({ file }) {
    appendFileSync(file, '// edited\n');
    return { edits: 1 };
  },
  login: ({ word }) => ({ word, length: word.length }),
};

/** @param {string} line */
function answer(line) {
  const { id, method, params = {} } = JSON.parse(line);
  /** @param {object} body */
  const send = (body) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
  if (method === 'initialize')
    return send({
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'verified', version: isSecond ? '2.0.0' : '1.0.0' },
      },
    });
  if (method === 'tools/list') {
    const tools = Object.entries(ANNOTATIONS).map(([name, annotations]) => ({
      ...{ name, description: `Does ${name}.`, inputSchema: { type: 'object' }, annotations },
    }));
    return send({ result: { tools } });
  }
  if (method === 'ping') return send({ result: {} });
  if (method !== 'tools/call')
    return id === undefined ? undefined : send({ error: { code: -32601, message: 'Method not found' } });
  const { name, arguments: given = {} } = params;
  process.stderr.write(`called ${name}\n`);
  if (name === 'waits') return;
  if (name === 'dies') return process.exit(7);
  if (name === 'fails')
    return send({ result: { content: [{ type: 'text', text: 'no luck' }], isError: true } });
  const structuredContent = TOOLS[name]?.(given) ?? {};
  return send({
    result: { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent },
  });
}

createInterface({ input: process.stdin }).on('line', answer);
