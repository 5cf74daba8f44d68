// @ts-check
// A server whose tools deal differently with values that their schema refuses; `fragile` ends it, `chatty`
// reports progress for ever. Each call is told on stderr.
import { createInterface } from 'node:readline';

const inputSchema = {
  type: 'object',
  properties: { limit: { type: 'integer', minimum: 1, maximum: 10 } },
  required: ['limit'],
};

/** @type {Record<string, object>} */
const hints = {
  strict: { readOnlyHint: true },
  loose: { readOnlyHint: true },
  sleepy: { readOnlyHint: true },
  chatty: { readOnlyHint: true },
  plain: {},
  destroyer: { idempotentHint: true, destructiveHint: true },
  fragile: { idempotentHint: true, destructiveHint: false },
};
const tools = Object.entries(hints).map(([name, annotations]) => ({ name, inputSchema, annotations }));

/**
 * @param {string} text
 * @param {boolean} isError
 */
const said = (text, isError) => ({ content: [{ type: 'text', text }], isError });

/**
 * @param {string} tool
 * @param {any} limit
 * @param {unknown} progressToken
 */
function call(tool, limit, progressToken) {
  process.stderr.write(`called ${tool}\n`);
  const isOdd = !Number.isInteger(limit) || limit < 1 || limit > 10;
  if (tool === 'fragile' && isOdd) process.exit(1);
  if (tool === 'sleepy' && limit === 0) return undefined;
  if (tool === 'chatty' && limit === 0) return reportForever(progressToken);
  if (tool === 'loose') return said('done', false);
  return said(isOdd ? 'limit must be an integer from 1 to 10' : 'done', isOdd);
}

/** @param {unknown} progressToken */
function reportForever(progressToken) {
  let progress = 0;
  setInterval(() => {
    progress += 1;
    const params = { progressToken, progress };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params })}\n`);
  }, 50).unref();
  return undefined;
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result =
    method === 'initialize'
      ? {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'probed', version: '1' },
        }
      : method === 'tools/list'
        ? { tools }
        : method === 'tools/call'
          ? call(params.name, params.arguments?.limit, params._meta?.progressToken)
          : {};
  if (result !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
