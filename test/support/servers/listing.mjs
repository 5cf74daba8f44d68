// @ts-check
// A server with the tools of listing files: node listing.mjs FILE… Each file is JSON, with a `tool` or with `tools`;
// what a tool is called with comes back as text.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** @type {readonly { readonly name: string }[]} */
const tools = process.argv.slice(2).flatMap((path) => {
  const { tool, tools = [tool] } = JSON.parse(readFileSync(path, 'utf8'));
  return tools;
});

/** @type {Record<string, (params: any) => object>} */
const answers = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'listing', version: '1' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': (params) => ({
    content: [{ type: 'text', text: `called with ${JSON.stringify(params.arguments)}` }],
  }),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = answers[method]?.(params) ?? {};
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
