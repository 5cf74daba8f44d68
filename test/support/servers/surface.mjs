// @ts-check
// A server with the lists of one listing: node surface.mjs FILE [BEHAVIOUR…]. The file has `listing`, results by method. It
// answers every other request with an error. `dies` ends it when a resource is read, `silent`
// has it report progress then and never answer.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [file = '', ...behaviour] = process.argv.slice(2);
/** @type {Record<string, any>} */
const results = JSON.parse(readFileSync(file, 'utf8')).listing;

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (behaviour.includes('dies') && method === 'resources/read') process.exit(1);
  if (behaviour.includes('silent') && method === 'resources/read')
    return reportForever(params._meta?.progressToken);
  const found = 'uri' in (params ?? {}) ? results[method]?.[params.uri] : results[method];
  const answer =
    found === undefined ? { error: { code: -32601, message: `no ${method} here` } } : { result: found };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
});

/** @param {unknown} progressToken */
function reportForever(progressToken) {
  let progress = 0;
  setInterval(() => {
    progress += 1;
    const params = { progressToken, progress };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params })}\n`);
  }, 50).unref();
}
