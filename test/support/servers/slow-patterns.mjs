// @ts-check
// A server whose every schema has a pattern that takes longer than anybody lives: of arguments, of results, of a question
// that it asks when it is called as `ask`, and of names.
import { createInterface } from 'node:readline';

const SLOW = '^(a+)+$';
const TEXT = `${'a'.repeat(60)}!`;
const slow = { type: 'object', properties: { word: { type: 'string', pattern: SLOW } } };

const tools = [
  { name: 'say', inputSchema: slow },
  { name: 'tell', inputSchema: { type: 'object' }, outputSchema: slow },
  { name: 'ask', inputSchema: { type: 'object' } },
  {
    name: 'name',
    inputSchema: {
      type: 'object',
      properties: { [TEXT]: { type: 'string' } },
      required: [TEXT],
      patternProperties: { [SLOW]: { type: 'string' } },
    },
  },
];

/** @param {object} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
/** @type {unknown} */
let asked;

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === undefined && id === 'q') {
    const text = `${result.action} with ${JSON.stringify(result.content)}`;
    send({ id: asked, result: { content: [{ type: 'text', text }] } });
  } else if (method === 'initialize') {
    const serverInfo = { name: 'slow-patterns', version: '1' };
    send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } });
  } else if (method === 'tools/list') {
    send({ id, result: { tools } });
  } else if (method === 'tools/call' && params.name === 'ask') {
    asked = id;
    const properties = { word: { ...slow.properties.word, default: TEXT } };
    const requestedSchema = { type: 'object', properties };
    send({ id: 'q', method: 'elicitation/create', params: { message: 'Which word?', requestedSchema } });
  } else if (method === 'tools/call') {
    const structuredContent = params.name === 'tell' ? { word: TEXT } : undefined;
    const text = `called ${params.name}`;
    send({ id, result: { content: [{ type: 'text', text }], structuredContent } });
  } else if (id !== undefined) {
    send({ id, result: {} });
  }
});
