// @ts-check
// A server that floods its event stream for ever, as fast as it is read: node flood-http.mjs KIND [sse]. Streamable HTTP,
// with sse HTTP+SSE. Prints "listening URL" on stderr.
import { createServer } from 'node:http';

const [kind = 'notes', how] = process.argv.slice(2);
let id = 0;
/** @param {string} data */
const event = (data) => `data: ${data}\n\n`;

/** @type {Record<string, () => string>} */
const FLOODS = {
  junk: () => event('oops').repeat(2_000),
  notes: () => event('{"jsonrpc":"2.0","method":"x"}').repeat(1_000),
  pings: () =>
    Array.from({ length: 500 }, () => event(`{"jsonrpc":"2.0","id":"p${id++}","method":"ping"}`)).join(''),
  comments: () => ': ping\n\n'.repeat(4_000),
  strays: () => 'oops\n'.repeat(8_000),
  line: () => 'a'.repeat(65_536),
};

/** @param {import('node:http').ServerResponse} stream */
async function flood(stream) {
  while (!stream.destroyed) {
    const isFull = !stream.write(FLOODS[kind]?.() ?? '');
    await new Promise((resolve) => void (isFull ? stream.once('drain', resolve) : setImmediate(resolve)));
  }
}

/** @param {{ id?: number, method?: string }} message */
function answer({ id, method }) {
  const capabilities = { tools: {} };
  const results = {
    initialize: { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'flood', version: '1' } },
    'tools/list': { tools: [{ name: 'go', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'ok' }] },
  };
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    result: results[/** @type {keyof typeof results} */ (method)] ?? {},
  });
}

/** @type {import('node:http').ServerResponse | undefined} */
let open;
const server = createServer((request, response) => {
  response.on('error', () => {});
  if (request.method === 'GET') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    if (how === 'sse') response.write('event: endpoint\ndata: /messages\n\n');
    else void flood(response);
    open = response;
    return;
  }
  let text = '';
  request.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const message = text === '' ? {} : JSON.parse(text);
    const isRequest = message.id !== undefined && message.method !== undefined;
    if (!isRequest || how === 'sse') response.writeHead(202).end();
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(answer(message));
    if (how !== 'sse' || open === undefined) return;
    if (isRequest) open.write(event(answer(message)));
    if (message.method === 'notifications/initialized') void flood(open);
  });
});
// A client that has much to read must not find that a connection it has left open is closed meanwhile.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.error(`listening http://127.0.0.1:${port}`);
});
