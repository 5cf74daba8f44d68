// @ts-check
// A server of 2025-11-25 whose calls ask at the first SIGUSR2; at the second the question is taken back, and they end.
import { createInterface } from 'node:readline';

const send = (/** @type {object} */ message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
const requestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const inputSchema = { type: 'object', properties: { note: { type: 'string' } } };
/** @type {(text: string) => void} */
let answer = () => {};
let asked = 0;

process.on('SIGUSR2', () => {
  asked += 1;
  if (asked === 1)
    send({ id: 'ask', method: 'elicitation/create', params: { message: 'Who are you?', requestedSchema } });
  else {
    send({ method: 'notifications/cancelled', params: { requestId: 'ask', reason: 'known by now' } });
    answer('taken back');
  }
});

/** @type {Readonly<Record<string, object>>} */
const LISTS = {
  'tools/list': { tools: [{ name: 'later', inputSchema }] },
  'prompts/list': { prompts: [{ name: 'later' }] },
  'resources/list': { resources: [] },
  'resources/templates/list': { resourceTemplates: [{ name: 'later', uriTemplate: 'later://{day}' }] },
};

/** @type {Readonly<Record<string, (text: string, params: any) => object>>} */
const RESULTS = {
  'tools/call': (text) => ({ content: [{ type: 'text', text }] }),
  'prompts/get': (text) => ({ messages: [{ role: 'user', content: { type: 'text', text } }] }),
  'resources/read': (text, { uri }) => ({ contents: [{ uri, text }] }),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method = '', params, result } = JSON.parse(line);
  const results = RESULTS[method];
  if (method === 'initialize') {
    const { protocolVersion } = params;
    const capabilities = { tools: {}, prompts: {}, resources: {} };
    send({ id, result: { protocolVersion, capabilities, serverInfo: { name: 'later', version: '1' } } });
  } else if (method in LISTS) send({ id, result: LISTS[method] });
  else if (results !== undefined) answer = (text) => send({ id, result: results(text, params) });
  else if (id === 'ask') answer(JSON.stringify(result));
});
