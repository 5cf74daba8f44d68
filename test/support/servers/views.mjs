// A server with views (MCP Apps) and skills, by hand: what the SDK does not know yet. `--broken` has what is wrong with both.
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';

const broken = process.argv.includes('--broken');
const VIEW = 'ui://orders/view.html';
const SKILL = 'skill://orders/refunds/SKILL.md';
const HTML = `<!doctype html>
<title>Orders</title>
<link rel="stylesheet" href="https://cdn.example.com/orders.css">
<script>
  addEventListener('message', ({ data }) => { document.body.textContent = data?.params?.content?.[0]?.text ?? ''; });
  ${broken ? "fetch('https://api.example.com/orders');" : ''}
</script>
`;
const TEXT = `---
name: refunds
description: How refunds are made in this shop.
---

# Refunds

1. Ask for the number of the order first.
2. Refund at most what was paid.
`;
const FORM = '# The form\n\nNumber, amount, reason.\n';

const file = (/** @type {string} */ uri, /** @type {string} */ text) => ({
  uri,
  digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
  size: Buffer.byteLength(text),
});
const skill = {
  uri: SKILL,
  frontmatter: {
    name: 'refunds',
    description: broken ? 'Something else.' : 'How refunds are made in this shop.',
  },
  resources: [file(SKILL, broken ? FORM : TEXT), file('skill://orders/refunds/references/FORM.md', FORM)],
};
/** @type {Record<string, readonly [text: string, mimeType: string]>} */
const texts = {
  [SKILL]: [TEXT, 'text/markdown'],
  'skill://orders/refunds/references/FORM.md': [FORM, 'text/markdown'],
  [VIEW]: [HTML, broken ? 'text/html' : 'text/html;profile=mcp-app'],
};
const ui = { csp: { resourceDomains: ['https://cdn.example.com'] }, permissions: { clipboardWrite: {} } };

const input = { type: 'object', properties: { customer: { type: 'string', description: 'Its number.' } } };
/** @type {Record<string, (params: any) => object | undefined>} */
const results = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: {
      tools: {},
      resources: {},
      extensions: { 'io.modelcontextprotocol/skills': {} },
    },
    serverInfo: { name: 'orders', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({
    tools: [
      {
        name: 'list_orders',
        description: 'Lists the orders of a customer.',
        inputSchema: input,
        _meta: broken ? { 'ui/resourceUri': VIEW } : { ui: { resourceUri: VIEW } },
      },
      {
        name: 'refresh_orders',
        description: 'Lists them again, for the view.',
        inputSchema: input,
        _meta: { ui: { resourceUri: broken ? 'ui://orders/gone.html' : VIEW, visibility: ['app'] } },
      },
      { name: 'count_orders', description: 'Counts the orders of a customer.', inputSchema: input },
    ],
  }),
  'tools/call': ({ name }) => ({
    content: broken ? [] : [{ type: 'text', text: `${name}: three orders` }],
    structuredContent: { orders: 3 },
  }),
  'resources/list': () => ({
    resources: [
      { uri: VIEW, name: 'view', title: 'The orders as a table', mimeType: 'text/html;profile=mcp-app' },
    ],
  }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'resources/read': ({ uri }) => {
    const [text, mimeType] = texts[uri] ?? [];
    return text === undefined
      ? undefined
      : { contents: [{ uri, mimeType, text, ...(uri === VIEW ? { _meta: { ui } } : {}) }] };
  },
  'skills/list': () => ({ skills: [skill] }),
  'skills/get': ({ uri }) => (uri === SKILL && !broken ? { skill } : undefined),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) continue;
  const result = results[method]?.(params);
  const body =
    result === undefined ? { error: { code: -32602, message: `no ${params.uri ?? method}` } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
}
