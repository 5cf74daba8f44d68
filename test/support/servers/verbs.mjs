// @ts-check
// A server whose answers are written as text, so that digits, spacing and odd characters are exactly these. It serves
// prompts without announcing them. TOOLS is its answer to tools/list, with the argument "deep" one of many levels, and
// NO_PAGE_2 has its second page refused. What it notices is told on stderr.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const note = (/** @type {string} */ text) => writeSync(2, `${text}\n`);
const line = (/** @type {string} */ text) => writeSync(1, `${text}\n`);
const result = (/** @type {unknown} */ id, /** @type {string} */ text) =>
  line(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`);
const error = (/** @type {unknown} */ id, /** @type {string} */ text) =>
  line(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":${text}}`);
const text = (/** @type {string} */ said) => JSON.stringify({ content: [{ type: 'text', text: said }] });

const ECHO = `{ "name":"echo", "inputSchema":{"type":"object","properties":{
  "text":{"type":"string"},"n":{"type":"integer"},"on":{"type":"boolean"},"list":{"type":"array"},
  "nested":{"type":"object"},"a.b":{"type":"string"},"image":{"type":"string","contentEncoding":"base64"}}}, "x-big":12345678901234567890, "x-float":1.0 }`.replace(
  /\n\s*/g,
  ' ',
);
const tool = (/** @type {string} */ name) => `{"name":"${name}","inputSchema":{"type":"object"}}`;
const PAGES = [
  `{"tools":[${ECHO},${tool('exact')}],"nextCursor":"2"}`,
  `{"tools":[${['fails', 'breaks', 'waits', 'leaves', 'blocks', 'structured'].map(tool)}]}`,
];
const EXACT = `{"content":[{"type":"text","text":"\u009b31m\u202etxt\u2028"}],"n":12345678901234567890,"n":1.0,"e":1e3 }`;
const DEEP = '['.repeat(50_000) + ']'.repeat(50_000);
const DEEP_TOOLS = process.argv.includes('deep')
  ? `{"tools":[{"name":"deeper","inputSchema":{"type":"object"},"x":${DEEP}}]}`
  : undefined;
const BLOCKS = JSON.stringify({
  content: [
    { type: 'text', text: 'one\n\ttwo\u001b[31m' },
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    { type: 'audio', data: 'AAA=', mimeType: 'audio/wav' },
    { type: 'resource_link', uri: 'x:y', name: 'link' },
    { type: 'resource', resource: { uri: 'x:z', text: 'inside', mimeType: 'text/plain' } },
    { type: 'video', url: 'x' },
  ],
});

/** @type {Record<string, (id: unknown, params: Record<string, any>) => void>} */
const TOOLS = {
  echo: (id, { arguments: given }) => result(id, text(JSON.stringify(given))),
  exact: (id) => result(id, EXACT),
  fails: (id) => result(id, '{"content":[{"type":"text","text":"no luck"}],"isError":true}'),
  breaks: (id) => error(id, '{"code":-32001,"message":"broken","data":{"n":1.0}}'),
  waits: (id) => note(`waiting ${id}`),
  leaves(id) {
    result(id, text('good bye'));
    process.exit(7);
  },
  blocks: (id) => result(id, BLOCKS),
  structured: (id) =>
    result(id, '{"content":[{"n":1.0}],"structuredContent":{"sum":3,"big":12345678901234567890}}'),
  deep: (id) =>
    result(
      id,
      `{"content":[{"type":"text","text":"deep"},{"type":"x","of":${DEEP}}],"structuredContent":{"of":${DEEP}}}`,
    ),
  deeper: (id) =>
    result(id, `{"content":[{"type":"text","text":"deep"}],"structuredContent":{"of":${DEEP}}}`),
  large: (id) => result(id, `{"content":[],"structuredContent":[${Array(200_000).fill('0')}]}`),
};

/** @type {Record<string, (id: unknown, params: Record<string, any>) => void>} */
const METHODS = {
  initialize: (id, { protocolVersion, capabilities }) => {
    note(`capabilities ${JSON.stringify(capabilities)}`);
    const announced = '{"tools":{},"resources":{}}';
    const info = '"serverInfo":{"name":"verbs","version":"1.2.3"}';
    result(id, `{"protocolVersion":"${protocolVersion}","capabilities":${announced},${info}}`);
  },
  ping: (id) => result(id, '{}'),
  'tools/list': (id, { cursor }) => {
    if (cursor === '2' && process.env['NO_PAGE_2']) error(id, '{"code":-32602,"message":"bad cursor"}');
    else result(id, process.env['TOOLS'] ?? DEEP_TOOLS ?? PAGES[cursor === '2' ? 1 : 0] ?? '');
  },
  'tools/call': (id, params) => (TOOLS[params['name']] ?? unknownTool)(id, params),
  'resources/list': (id) => result(id, '{"resources":[{"uri":"x:y","name":"y"}]}'),
  'resources/templates/list': (id) => error(id, '{"code":-32603,"message":"no templates today"}'),
  'resources/read': (id, { uri }) =>
    result(
      id,
      JSON.stringify({
        contents: [
          { uri, text: `read ${uri}` },
          { uri, blob: 'AAAA' },
        ],
      }),
    ),
  'prompts/list': (id) =>
    result(
      id,
      '{"prompts":[{"name":"greet","arguments":[{"name":"who","required":true}]},{"name":"hollow"}]}',
    ),
  'prompts/get': (id, { name, arguments: given }) => {
    const content = { type: 'text', text: JSON.stringify(given) };
    result(id, JSON.stringify({ messages: [{ role: 'user', ...(name === 'hollow' ? {} : { content }) }] }));
  },
  'completion/complete': (id, params) =>
    result(id, JSON.stringify({ completion: { values: [JSON.stringify(params)] } })),
  'roots/please': (id) => {
    result(id, '{}');
    line('{"jsonrpc":"2.0","id":"r1","method":"roots/list"}');
  },
};

function unknownTool(/** @type {unknown} */ id) {
  error(id, '{"code":-32602,"message":"Unknown tool"}');
}

createInterface({ input: process.stdin }).on('line', (read) => {
  const { id, method, params = {} } = JSON.parse(read);
  if (method === 'notifications/cancelled') note(`cancelled ${params.requestId}: ${params.reason}`);
  if (method === undefined) note(`answer ${read}`);
  if (method === 'vendor/raw') note(`raw ${read}`);
  if (id === undefined || method === undefined) return;
  if (METHODS[method]) METHODS[method](id, params);
  else error(id, '{"code":-32601,"message":"Method not found"}');
});
