// @ts-check
// A server whose tools become others while it runs: `grow` adds `fresh` and says so only afterwards. With --build 2 it
// does not have `old` any more, with --build 3 its tools cannot be listed, and none of them tells of it.
import { createInterface } from 'node:readline';

const build = process.argv.at(-1);
let names = ['grow', ...(build === '2' ? [] : ['old'])];

/** @param {object} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (method === 'initialize')
    return send({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'growing', version: '1' },
      },
    });
  if (method === 'tools/list') {
    if (build === '3') return send({ id, error: { code: -32603, message: 'no list' } });
    const tools = names.map((name) => ({
      ...{ name, description: name, inputSchema: { type: 'object' } },
      annotations: { readOnlyHint: true },
    }));
    return send({ id, result: { tools } });
  }
  if (method !== 'tools/call') return undefined;
  send({ id, result: { content: [{ type: 'text', text: params.name }] } });
  if (params.name !== 'grow') return undefined;
  names = [...names, 'fresh'];
  return send({ method: 'notifications/tools/list_changed' });
});
