// @ts-check
// Writes all that it reads to a file, to the byte: from stdin, or with a third word the body of each request over HTTP on a
// line of its own. Its tool asks for everything that a client may offer and says what it was answered.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const [, , file = '', over] = process.argv;

const capabilities = { tools: {} };
const serverInfo = { name: 'overhearing', version: '1' };
const tools = [{ name: 'ask', description: 'Asks for all there is', inputSchema: { type: 'object' } }];

/** @type {Record<string, (params: any) => object>} */
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities, serverInfo }),
  'server/discover': () => ({
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities,
    serverInfo,
  }),
  'tools/list': () => ({ resultType: 'complete', tools }),
};

const QUESTIONS = [
  {
    method: 'elicitation/create',
    params: { message: 'Name?', requestedSchema: { type: 'object', properties: {} } },
  },
  {
    method: 'elicitation/create',
    params: { mode: 'url', message: 'Pay', url: 'https://pay.example', elicitationId: '1' },
  },
  { method: 'sampling/createMessage', params: { messages: [], maxTokens: 9 } },
  { method: 'roots/list' },
];

/** @param {object} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** @type {string[]} */
const answered = [];
let call = 0;

/** @param {any} message */
function take({ id, method, params, error, result }) {
  if (method === undefined) {
    answered[id] = error === undefined ? JSON.stringify(result) : `${error.code} ${error.message}`;
    const text = answered.join('\n');
    if (Object.keys(answered).length === QUESTIONS.length)
      send({ id: call, result: { content: [{ type: 'text', text }] } });
  } else if (method === 'tools/call') {
    call = id;
    for (const [place, question] of QUESTIONS.entries()) send({ id: place, ...question });
  } else if (id !== undefined) send({ id, result: answers[method]?.(params) ?? {} });
}

if (over === undefined) {
  process.stdin.on('data', (chunk) => appendFileSync(file, chunk));
  createInterface({ input: process.stdin }).on('line', (line) => take(JSON.parse(line)));
} else {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.method !== 'POST') return response.writeHead(405).end();
    appendFileSync(file, `${body}\n`);
    const { id, method, params } = JSON.parse(body);
    if (id === undefined) return response.writeHead(202).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? {} }));
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    console.error(`listening http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mcp`);
  });
}
