// @ts-check
// A server with one tool that takes a secret; it answers whom it has let in.
import { createInterface } from 'node:readline';

const login = {
  name: 'login',
  inputSchema: {
    type: 'object',
    properties: {
      note: { type: 'string' },
      user: { type: 'string' },
      password: { type: 'string' },
    },
    required: ['user', 'password'],
  },
};

/** @type {Record<string, (params: any) => object>} */
const answers = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'keeper', version: '1' },
  }),
  'tools/list': () => ({ tools: [login] }),
  'tools/call': (params) => ({ content: [{ type: 'text', text: `welcome ${params.arguments.user}` }] }),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = answers[method]?.(params) ?? {};
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
