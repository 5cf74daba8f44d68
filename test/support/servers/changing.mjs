// @ts-check
// A server of both eras with resources that change: the tool "change" changes all of them, as often as its argument
// `times` says, each time with news. It answers a read 20 ms late. "quiet:" is one it does not agree to tell of.
// The tool "most" says how many reads were open at once, and "end" ends the streams. With the argument "as-text" it
// names streams by text.
import { createInterface } from 'node:readline';

const META = 'io.modelcontextprotocol';
const _meta = { [`${META}/serverInfo`]: { name: 'changing', version: '1.0.0' } };
const uris = ['note:one', 'note:two', 'note:three', 'quiet:'];
/** What is subscribed to, each with the id of its stream in the modern era. @type {Map<string, unknown>} */
const subscribed = new Map();
const modern = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta };
const asText = process.argv.includes('as-text');
let isModern = false;
let version = 1;
let reads = 0;
let most = 0;

/** @param {object} message */
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));

/** @param {unknown} id @param {object} result */
const answer = (id, result) => send({ id, result: { ...(isModern ? modern : {}), ...result } });

/** @param {unknown} stream */
const tag = (stream) => (stream === undefined ? {} : { _meta: { [`${META}/subscriptionId`]: stream } });

/** @param {number} times */
function change(times) {
  for (let time = 0; time < times; time += 1) {
    version += 1;
    for (const [uri, stream] of subscribed)
      send({ method: 'notifications/resources/updated', params: { uri, ...tag(stream) } });
  }
}

/** @param {unknown} id @param {string} uri */
function read(id, uri) {
  reads += 1;
  most = Math.max(most, reads);
  setTimeout(() => {
    reads -= 1;
    answer(id, { contents: [{ uri, mimeType: 'text/plain', text: `first\nversion ${version}\nlast` }] });
  }, 20);
}

/** @param {unknown} id @param {any} params */
function listen(id, { notifications }) {
  const agreed = (notifications.resourceSubscriptions ?? []).filter(
    (/** @type {string} */ uri) => uri !== 'quiet:',
  );
  const stream = asText ? String(id) : id;
  const params = { notifications: { resourceSubscriptions: agreed }, ...tag(stream) };
  send({ method: 'notifications/subscriptions/acknowledged', params });
  for (const uri of agreed) subscribed.set(uri, stream);
}

/** @param {string} name @param {any} args */
function call(name, args) {
  if (name === 'change') change(args?.times ?? 1);
  if (name === 'end')
    for (const stream of subscribed.values())
      send({ method: 'notifications/cancelled', params: { requestId: stream } });
  return { content: [{ type: 'text', text: String(name === 'most' ? most : version) }] };
}

const capabilities = { tools: {}, resources: { subscribe: true } };
const times = { type: 'object', properties: { times: { type: 'integer', default: 1 } } };

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  switch (method) {
    case 'initialize':
      return answer(id, {
        protocolVersion: '2025-11-25',
        capabilities,
        serverInfo: { name: 'changing', version: '1.0.0' },
      });
    case 'server/discover':
      isModern = true;
      return answer(id, { supportedVersions: ['2026-07-28'], capabilities });
    case 'tools/list':
      return answer(id, {
        tools: ['change', 'most', 'end'].map((name) => ({
          name,
          inputSchema: name === 'change' ? times : { type: 'object' },
        })),
      });
    case 'resources/list':
      return answer(id, { resources: uris.map((uri) => ({ uri, name: uri })) });
    case 'resources/templates/list':
      return answer(id, { resourceTemplates: [{ name: 'any note', uriTemplate: 'note:{name}' }] });
    case 'resources/subscribe':
      if (params.uri === 'quiet:') return send({ id, error: { code: -32602, message: 'it never changes' } });
      subscribed.set(params.uri, undefined);
      return answer(id, {});
    case 'resources/unsubscribe':
      subscribed.delete(params.uri);
      return answer(id, {});
    case 'subscriptions/listen':
      return listen(id, params);
    case 'notifications/cancelled':
      for (const [uri, stream] of subscribed) if (stream === params.requestId) subscribed.delete(uri);
      return undefined;
    case 'resources/read':
      return read(id, params.uri);
    case 'tools/call':
      return answer(id, call(params.name, params.arguments));
  }
});
