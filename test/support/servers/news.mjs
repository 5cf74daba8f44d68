// @ts-check
// A modern server (2026-07-28) over stdio that tells of changes: the tool "change" changes the list, "end" ends the
// subscription, "lose" answers with an error without an id.
import { createInterface } from 'node:readline';

const META = 'io.modelcontextprotocol';
const meta = { [`${META}/serverInfo`]: { name: 'news', version: '1.0.0' } };
let names = ['change', 'end', 'lose'];
/** @type {unknown} */
let subscription;

/** @param {object} message */
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));

/** @param {unknown} id @param {object} result */
const answer = (id, result) =>
  send({ id, result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta: meta, ...result } });

/** @param {string} method @param {object} params */
const tell = (method, params) =>
  send({ method, params: { ...params, _meta: { [`${META}/subscriptionId`]: subscription } } });

/** @param {unknown} id @param {string} name */
function call(id, name) {
  if (name === 'lose') return send({ id: null, error: { code: -32600, message: 'lost' } });
  if (name === 'change') {
    names = [...names, 'changed'];
    tell('notifications/tools/list_changed', {});
  } else send({ method: 'notifications/cancelled', params: { requestId: subscription } });
  answer(id, { content: [] });
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  switch (method) {
    case 'server/discover':
      return answer(id, {
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: { listChanged: true } },
      });
    case 'tools/list':
      return answer(id, { tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) });
    case 'subscriptions/listen':
      subscription = id;
      return tell('notifications/subscriptions/acknowledged', { notifications: params.notifications });
    case 'tools/call':
      return call(id, params.name);
  }
});
