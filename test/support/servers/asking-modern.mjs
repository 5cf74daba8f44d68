// @ts-check
// A server of 2026-07-28 whose tool goes three rounds: it asks by a form, then for a model's answer and by a form at
// once, and ends with all that it was answered, as JSON text. Its state is to come back to the character.
import { createInterface } from 'node:readline';

const _meta = { 'io.modelcontextprotocol/serverInfo': { name: 'rounds', version: '1' } };
const cache = { ttlMs: 0, cacheScope: 'private' };
const line = (/** @type {string} */ text) => console.log(text);
const answer = (/** @type {unknown} */ id, /** @type {object} */ result) =>
  line(JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', _meta, ...result } }));

/** As it stands on the wire: another spelling of the same text is another state. */
const STATE = String.raw`"round-\u0031 \/ caf\u00e9"`;
const form = (/** @type {string} */ message, /** @type {string} */ name) => ({
  method: 'elicitation/create',
  params: {
    message,
    requestedSchema: { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] },
  },
});
const poem = {
  method: 'sampling/createMessage',
  params: {
    maxTokens: 50,
    messages: [{ role: 'user', content: { type: 'text', text: 'A line about tea' } }],
  },
};
const ROUNDS = [{ who: form('Who is it for?', 'name') }, { poem, mood: form('In which mood?', 'mood') }];
/** What was answered so far. */
let given = {};

/** @param {unknown} id @param {any} params @param {string} text */
function call(id, params, text) {
  const { inputResponses = {}, requestState } = params;
  const round = requestState === undefined ? 0 : requestState.startsWith('round-1') ? 1 : 2;
  if (round > 0 && !text.includes(`"requestState":${STATE.replace('1', String(round))}`)) {
    return line(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32602, message: 'another state' } }));
  }
  given = round === 0 ? {} : { ...given, ...inputResponses };
  const inputs = ROUNDS[round];
  if (inputs === undefined) return answer(id, { content: [{ type: 'text', text: JSON.stringify(given) }] });
  const next = STATE.replace('1', String(round + 1));
  const result = JSON.stringify({ resultType: 'input_required', _meta, inputRequests: inputs });
  line(
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result.slice(0, -1)},"requestState":${next}}}`,
  );
}

createInterface({ input: process.stdin }).on('line', (text) => {
  const { id, method, params } = JSON.parse(text);
  if (method === 'server/discover') {
    answer(id, { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ...cache });
  } else if (method === 'tools/list') {
    const inputSchema = { type: 'object', properties: { theme: { type: 'string' } } };
    answer(id, { tools: [{ name: 'compose', inputSchema }], ...cache });
  } else if (method === 'tools/call') call(id, params, text);
  else if (id !== undefined)
    line(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }));
});
