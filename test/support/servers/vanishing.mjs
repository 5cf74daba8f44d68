// @ts-check
// A server whose tool "goes" never answers, and is listed no more once a call of it was cancelled; "stays" stays.
import { createInterface } from 'node:readline';

const inputSchema = { type: 'object', properties: { note: { type: 'string' } } };
let names = ['stays', 'goes'];

/** @param {object} message */
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  switch (method) {
    case 'initialize': {
      const { protocolVersion } = params;
      const capabilities = { tools: { listChanged: true } };
      const serverInfo = { name: 'vanishing', version: '1.0.0' };
      return send({ id, result: { protocolVersion, capabilities, serverInfo } });
    }
    case 'tools/list':
      return send({ id, result: { tools: names.map((name) => ({ name, inputSchema })) } });
    case 'tools/call':
      return params.name === 'stays' && send({ id, result: { content: [] } });
    case 'notifications/cancelled':
      names = ['stays'];
      return send({ method: 'notifications/tools/list_changed' });
  }
});
