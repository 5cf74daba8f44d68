// @ts-check
// A server whose values are all nested beyond what recursion can go through: schemas, annotations, results, errors.
import { createInterface } from 'node:readline';

const LEVELS = 20_000;
const arrays = '['.repeat(LEVELS) + ']'.repeat(LEVELS);
const objects = `${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`;

const properties = `{"x":{"default":${arrays}},"y":{"enum":[${arrays},1]},"z":{"const":${objects},"examples":[${arrays}]}}`;
const tools = [
  `{"name":"answers","inputSchema":{"type":"object"},"annotations":{"x":${arrays}},"_meta":${objects}}`,
  `{"name":"fails","inputSchema":{"type":"object","properties":${properties}}}`,
];

/** @type {Record<string, string>} */
const results = {
  initialize: `{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"experimental":{"x":${arrays}}},"serverInfo":{"name":"deep","version":"1"}}`,
  'tools/list': `{"tools":[${tools.join()}]}`,
  'tools/call': `{"content":[{"type":"text","text":"hi","annotations":{"audience":[${arrays}],"priority":${arrays}}},{"type":${arrays}},${objects}],"structuredContent":{"a":${arrays}}}`,
};
const error = `{"code":${arrays},"message":${objects},"data":${arrays}}`;

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = params?.name === 'fails' ? `"error":${error}` : `"result":${results[method] ?? '{}'}`;
  console.log(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${answer}}`);
});
