// @ts-check
// Two tools that answer when `release` is called, and not before. Meanwhile they report each other call as progress.
import { createInterface } from 'node:readline';

const TOOLS = ['first', 'second', 'release'].map((name) => ({
  name,
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
}));

/**
 * Calls without an answer, by the id of the request.
 * @type {Map<number, { tool: string, progressToken: unknown, progress: number }>}
 */
const waiting = new Map();

/** @param {object} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/**
 * @param {number} id
 * @param {string} tool
 */
const answer = (id, tool) => send({ id, result: { content: [{ type: 'text', text: `${tool} is done` }] } });

const report = () => {
  for (const call of waiting.values()) {
    call.progress += 1;
    const { progressToken, progress } = call;
    send({ method: 'notifications/progress', params: { progressToken, progress } });
  }
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    const { protocolVersion } = params;
    const serverInfo = { name: 'patient', version: '1.0.0' };
    send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === 'tools/list') send({ id, result: { tools: TOOLS } });
  else if (method === 'notifications/cancelled') waiting.delete(params.requestId);
  else if (method === 'tools/call' && params.name !== 'release') {
    report();
    waiting.set(id, { tool: params.name, progressToken: params._meta.progressToken, progress: 0 });
  } else if (method === 'tools/call') {
    report();
    for (const [one, { tool }] of waiting) answer(one, tool);
    waiting.clear();
    answer(id, 'release');
  }
});
