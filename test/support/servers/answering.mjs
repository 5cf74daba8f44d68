// Answers of all kinds, for tests that were written down of them. With `--build 2` each of them is another one.
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';

const build = process.argv.includes('2') && process.argv.includes('--build') ? 2 : 1;

/** @type {Record<string, () => object>} */
const TOOLS = {
  structured: () => ({
    content: [{ type: 'text', text: 'for people' }],
    structuredContent: {
      'the total': 3.5 + build - 1,
      "it's": [true, null, 12345678901234567890n, 'é \u2028 "quoted" \\ \u{1f600}'],
      at: new Date().toISOString(),
      id: randomUUID(),
    },
  }),
  text: () => ({
    content: [{ type: 'text', text: `line 1 of ${randomUUID()}\nat ${new Date().toISOString()}, ${build}` }],
  }),
  json: () => ({
    content: [{ type: 'text', text: JSON.stringify({ total: build, at: new Date().toISOString() }) }],
  }),
  several: () => ({
    content: [
      { type: 'text', text: 'same' },
      { type: 'image', mimeType: 'image/png', data: build === 1 ? 'AAAA' : 'AAAB' },
      { type: 'resource_link', uri: 'a:b', name: 'link' },
      { type: 'resource', resource: { uri: 'a:c', mimeType: 'text/plain', text: 'x' } },
    ],
  }),
  large: () => ({
    content: [],
    structuredContent: {
      items: Array.from({ length: 1000 + build }, (_, number) => ({ number, name: 'x'.repeat(50) })),
      text: '\u{1f600}'.repeat(3000),
    },
  }),
  deep: () => ({
    content: [],
    structuredContent: { fill: 'x'.repeat(5000), list: [{ here: { value: build } }] },
  }),
  failing: () => ({ content: [{ type: 'text', text: `failed ${build}` }], isError: true }),
  refused: () => ({
    error: { code: -32000 - build, message: `not that, ${randomUUID()}`, data: { reason: ['x'] } },
  }),
};

/**
 * What is answered to a request: `{ result }` or `{ error }`.
 * @param {{ method: string, params?: any }} request
 */
export function answerTo({ method, params = {} }) {
  switch (method) {
    case 'initialize':
      return {
        result: {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {}, prompts: {}, resources: {} },
          serverInfo: { name: 'answering', version: String(build) },
        },
      };
    case 'tools/list':
      return {
        result: { tools: Object.keys(TOOLS).map((name) => ({ name, inputSchema: { type: 'object' } })) },
      };
    case 'tools/call': {
      const answer = TOOLS[params.name]?.() ?? {};
      return 'error' in answer ? answer : { result: answer };
    }
    case 'prompts/get':
      return {
        result: {
          messages: [
            { role: 'user', content: { type: 'text', text: `say ${params.arguments?.word} ${build}` } },
            { role: 'assistant', content: { type: 'image', mimeType: 'image/png', data: 'AAAA' } },
          ],
        },
      };
    case 'resources/read':
      return {
        result: {
          contents: [
            { uri: params.uri, mimeType: 'application/json', text: `{ "build": ${build} }` },
            { uri: params.uri, blob: 'AAAA' },
          ],
        },
      };
    case 'ping':
      return { result: {} };
  }
  return { error: { code: -32601, message: 'no such method' } };
}

/**
 * JSON with big integers as they are.
 * @param {object} message
 */
export const textOf = (message) =>
  JSON.stringify(message, (_, value) => (typeof value === 'bigint' ? `big ${value}` : value)).replace(
    /"big (\d+)"/g,
    '$1',
  );

if (process.argv[1]?.endsWith('answering.mjs')) {
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    if (request.id !== undefined)
      process.stdout.write(`${textOf({ jsonrpc: '2.0', id: request.id, ...answerTo(request) })}\n`);
  }
}
