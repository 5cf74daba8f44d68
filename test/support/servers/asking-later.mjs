// @ts-check
// A server of 2025-11-25 with a tool that asks at the first SIGUSR2, and at the second takes the question back and ends.
import { createInterface } from 'node:readline';

const send = (/** @type {object} */ message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
const requestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const inputSchema = { type: 'object', properties: { note: { type: 'string' } } };
/** @type {unknown} */
let call;
let asked = 0;

process.on('SIGUSR2', () => {
  asked += 1;
  if (asked === 1)
    send({ id: 'ask', method: 'elicitation/create', params: { message: 'Who are you?', requestedSchema } });
  else {
    send({ method: 'notifications/cancelled', params: { requestId: 'ask', reason: 'known by now' } });
    send({ id: call, result: { content: [{ type: 'text', text: 'taken back' }] } });
  }
});

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === 'initialize') {
    const serverInfo = { name: 'later', version: '1' };
    send({
      id,
      result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo },
    });
  } else if (method === 'tools/list') send({ id, result: { tools: [{ name: 'later', inputSchema }] } });
  else if (method === 'tools/call') call = id;
  else if (id === 'ask')
    send({ id: call, result: { content: [{ type: 'text', text: JSON.stringify(result) }] } });
});
