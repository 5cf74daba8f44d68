// @ts-check
// A server whose tool links to what it can read, to what it cannot, and to the web: node links.mjs
import { createInterface } from 'node:readline';

const PAGE = 'https://example.com/plates?year=1896';
const link = (/** @type {string} */ uri, /** @type {string} */ name) => ({
  type: 'resource_link',
  uri,
  name,
});

/** @type {Record<string, (params: any) => object>} */
const answers = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {}, resources: {} },
    serverInfo: { name: 'links', version: '1' },
  }),
  'tools/list': () => ({
    tools: [{ name: 'link', inputSchema: { type: 'object', additionalProperties: false } }],
  }),
  'resources/list': () => ({ resources: [] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'tools/call': () => ({
    content: [
      link('note://lines', 'Twelve lines'),
      link('note://cellar/of/the/observatory/lost', 'Lost'),
      { type: 'text', text: PAGE },
    ],
  }),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome(method, params) })}\n`);
});

/** @type {(method: string, params: any) => object} */
function outcome(method, params) {
  if (method !== 'resources/read') return { result: answers[method]?.(params) ?? {} };
  const { uri } = params;
  if (uri !== 'note://lines')
    return { error: { code: -32002, message: 'Resource not found', data: { uri } } };
  const text = Array.from({ length: 12 }, (_, nth) => `line ${nth + 1}`).join('\n');
  return { result: { contents: [{ uri, mimeType: 'text/plain', text }] } };
}
