// @ts-check
// A legacy server whose answers set off a loop in a client that takes each announcement at its word:
//   list    announces a change of its tools with each answer to tools/list, before or after it ("before", "after")
//   read    announces a change of note:one whenever it is read
//   ping    pings again as soon as it is answered
// It says on stderr when it ends how often it was asked, in all.
import { createInterface } from 'node:readline';

const [what, when] = process.argv.slice(2);
let asked = 0;
let pings = 0;

/** @param {object} message */
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
/** @param {string} method @param {object} [params] */
const announce = (method, params) => send({ method: `notifications/${method}`, params });
const ping = () => send({ id: `ping-${++pings}`, method: 'ping' });

const CAPABILITIES = {
  list: { tools: { listChanged: true } },
  read: { resources: { subscribe: true } },
  ping: { tools: {} },
};

/** @type {Readonly<Record<string, (id: unknown) => void>>} */
const METHODS = {
  initialize: (id) =>
    send({
      id,
      result: {
        protocolVersion: '2025-11-25',
        capabilities: CAPABILITIES[/** @type {keyof typeof CAPABILITIES} */ (what)],
        serverInfo: { name: 'looping', version: '1' },
      },
    }),
  'notifications/initialized': () => {
    if (what === 'ping') ping();
  },
  'tools/list': (id) => {
    asked += 1;
    if (when === 'before') announce('tools/list_changed');
    send({ id, result: { tools: [{ name: 'one', inputSchema: { type: 'object' } }] } });
    if (when === 'after') announce('tools/list_changed');
  },
  'resources/list': (id) => send({ id, result: { resources: [{ uri: 'note:one', name: 'one' }] } }),
  'resources/read': (id) => {
    asked += 1;
    send({ id, result: { contents: [{ uri: 'note:one', text: `read ${asked} times` }] } });
    announce('resources/updated', { uri: 'note:one' });
  },
};

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method } = JSON.parse(line);
    const known = METHODS[method];
    if (known !== undefined) known(id);
    else if (method !== undefined && id !== undefined) send({ id, result: {} });
    else if (what === 'ping' && String(id).startsWith('ping-')) ping();
  })
  .on('close', () => process.stderr.write(`asked ${asked + pings} times\n`));
