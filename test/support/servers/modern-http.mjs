// @ts-check
// Servers over HTTP in the modern era (2026-07-28), and legacy ones that are asked whether they are of it, on 127.0.0.1:
// the first part of the path names the kind. All hold the headers of a request against its body. Prints "listening URL"
// on stderr. GET /seen gives all requests as JSON; `closed` says that the client closed the exchange before its end.
import { createServer } from 'node:http';

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */
/** @typedef {{ id?: number | string, method: string, params?: any }} Message */
/** @typedef {{ kind: string, req: Request, res: Response, message: Message, times: number }} Case */

const VERSION = '2026-07-28';
const META = 'io.modelcontextprotocol';

/** @type {{ port: string | undefined, method: string | undefined, url: string | undefined, headers: any, body: string, closed: boolean }[]} */
const seen = [];
/** How often a method was asked for, by kind. @type {Map<string, number>} */
const counts = new Map();
/** The streams of change news, by kind. @type {Map<string, { res: Response, id: unknown }>} */
const streams = new Map();

/** @param {Response} res @param {number} status @param {unknown} value @param {Record<string, string>} [headers] */
function json(res, status, value, headers = {}) {
  res.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  res.end(JSON.stringify(value));
}

/** @param {Response} res */
function events(res) {
  res.writeHead(200, { 'Content-Type': 'text/event-stream' });
  res.flushHeaders();
}

/** @param {unknown} value */
const data = (value) => `data: ${JSON.stringify(value)}\n\n`;

/** @param {Case} at @param {object} result @param {Record<string, string>} [headers] */
function answer({ res, message }, result, headers = {}) {
  const meta = { [`${META}/serverInfo`]: { name: 'modern-http', version: '1.0.0' } };
  const cache = { ttlMs: 0, cacheScope: 'private' };
  const whole = { resultType: 'complete', ...cache, _meta: meta, ...result };
  json(res, 200, { jsonrpc: '2.0', id: message.id, result: whole }, headers);
}

/** @param {Case} at @param {number} status @param {number} code @param {object} [more] */
function refuse({ res, message }, status, code, more = {}) {
  json(res, status, { jsonrpc: '2.0', id: message.id, error: { code, message: `error ${code}`, ...more } });
}

/** What each kind answers to the probe; the others answer that they are modern. @type {Record<string, (at: Case) => void>} */
const probes = {
  'version-once': (at) =>
    at.times > 1
      ? discover(at)
      : refuse(at, 400, -32022, { data: { supported: [VERSION], requested: VERSION } }),
  'version-never': (at) => refuse(at, 400, -32022, { data: { supported: [VERSION], requested: VERSION } }),
  future: (at) => refuse(at, 400, -32022, { data: { supported: ['2027-01-01'], requested: VERSION } }),
  needs: (at) => refuse(at, 400, -32021, { data: { requiredCapabilities: { sampling: {} } } }),
  mismatch: (at) => refuse(at, 400, -32020),
  denied: ({ res }) => json(res, 401, { error: 'no' }, { 'WWW-Authenticate': 'Bearer realm="x"' }),
  'legacy-listed': (at) =>
    refuse(at, 400, -32022, { data: { supported: ['2025-11-25'], requested: VERSION } }),
  'legacy-400': ({ res }) =>
    json(res, 400, { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Server not initialized' } }),
  'legacy-404': ({ res }) => void res.writeHead(404, { 'Content-Type': 'text/html' }).end('<p>Not found</p>'),
  'legacy-500': ({ res }) => void res.writeHead(500).end('no session'),
  'legacy-method': (at) => refuse(at, 200, -32601),
  'legacy-empty': ({ res, message }) => json(res, 200, { jsonrpc: '2.0', id: message.id, result: {} }),
  'legacy-accepts': ({ res }) => void res.writeHead(202).end(),
};

/** @param {Case} at */
function discover(at) {
  const news = { listChanged: at.kind.startsWith('news') };
  answer(
    at,
    { supportedVersions: [VERSION], capabilities: { tools: news, prompts: {} } },
    {
      'Mcp-Session-Id': 'not-of-this-era',
    },
  );
}

/** @param {string} name @param {object} [properties] */
const tool = (name, properties = {}) => ({ name, inputSchema: { type: 'object', properties } });

const region = { type: 'string', 'x-mcp-header': 'Region' };

const place = tool('place', {
  region,
  count: { type: 'integer', 'x-mcp-header': 'Count' },
  sure: { type: 'boolean', 'x-mcp-header': 'Sure' },
  deep: { type: 'object', properties: { er: { type: 'string', 'x-mcp-header': 'Deeper' } } },
  other: { type: 'string' },
});

/** @param {Case} at @returns {{ name: string, inputSchema: { properties: object } }[]} */
function tools({ kind, times }) {
  switch (kind) {
    case 'changed':
      return [times === 1 ? tool('move', { region: { type: 'string' } }) : tool('move', { region })];
    case 'marks':
      return [place, tool('bad', { n: { type: 'number', 'x-mcp-header': 'N' } })];
    case 'news':
      return times === 1 ? [tool('echo')] : [tool('echo'), tool('grown')];
    default:
      return [place, tool('天気 予報'), tool('echo')];
  }
}

/** What each kind does with `tools/call`; the others check its headers. @type {Record<string, (at: Case) => void>} */
const calls = {
  stubborn: (at) => refuse(at, 400, -32020),
  // As from the second list on: the mark is new.
  changed: (at) =>
    at.req.headers['mcp-param-region'] === at.message.params.arguments.region
      ? answer(at, { content: [{ type: 'text', text: `moved ${at.message.params.arguments.region}` }] })
      : refuse(at, 400, -32020),
  waits: ({ res }) => events(res),
  halfway: ({ res }) => {
    events(res);
    res.write(
      `${data({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } })}data: {"`,
    );
  },
  cut: ({ res }) => {
    events(res);
    res.end('id: 1\nretry: 10\ndata:\n\n');
  },
  gone: (at) => refuse(at, 404, -32601),
  news: (at) => {
    const { res, id } = streams.get('news') ?? {};
    res?.write(data(news('notifications/tools/list_changed', id)));
    answer(at, { content: [] });
  },
};

/** @param {string} method @param {unknown} id @param {object} [params] */
function news(method, id, params = {}) {
  return { jsonrpc: '2.0', method, params: { ...params, _meta: { [`${META}/subscriptionId`]: id } } };
}

/** @param {Case} at */
function listen(at) {
  const { kind, res, message, times } = at;
  if (kind === 'news-refused') return refuse(at, 404, -32601);
  events(res);
  streams.set(kind, { res, id: message.id });
  const { notifications } = message.params;
  res.write(data(news('notifications/subscriptions/acknowledged', message.id, { notifications })));
  if (kind === 'news-ends' && times === 1) res.end();
}

/** What is wrong with the headers of a request. @param {Request} req @param {Message} message */
function badHeader({ headers }, { method, params }) {
  const meta = params?._meta?.[`${META}/protocolVersion`];
  if (headers['mcp-protocol-version'] !== meta) return 'MCP-Protocol-Version';
  if (headers['mcp-method'] !== method) return 'Mcp-Method';
  const name = method === 'resources/read' ? params.uri : params?.name;
  return name !== undefined && decoded(headers['mcp-name']) !== name ? 'Mcp-Name' : undefined;
}

/** @param {string | string[] | undefined} value */
function decoded(value) {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(String(value)) ?? [];
  return base64 === undefined ? value : Buffer.from(base64, 'base64').toString();
}

/** @param {Case} at */
function legacy(at) {
  const { res, message } = at;
  if (message.id === undefined) return void res.writeHead(202).end();
  if (message.method === 'tools/list')
    return json(res, 200, { jsonrpc: '2.0', id: message.id, result: { tools: [tool('echo')] } });
  const serverInfo = { name: 'legacy-http', version: '1.0.0' };
  const result = { protocolVersion: message.params.protocolVersion, capabilities: { tools: {} }, serverInfo };
  json(res, 200, { jsonrpc: '2.0', id: message.id, result });
}

/** @param {Case} at */
function post(at) {
  const { kind, req, message } = at;
  const probe = probes[kind];
  if (message.method === 'server/discover' && probe !== undefined) return probe(at);
  if (kind.startsWith('legacy')) return legacy(at);
  const bad = badHeader(req, message);
  if (bad !== undefined) return refuse(at, 400, -32020, { data: { header: bad } });
  switch (message.method) {
    case 'server/discover':
      return discover(at);
    case 'tools/list':
      return answer(at, { tools: tools(at) });
    case 'prompts/list':
      return answer(at, { prompts: [{ name: 'ask' }] });
    case 'prompts/get':
      return answer(at, { messages: [] });
    case 'resources/read':
      return answer(at, { contents: [] });
    case 'tools/call':
      return calls[kind]?.(at) ?? (calls[kind] === undefined ? answer(at, { content: [] }) : undefined);
    case 'subscriptions/listen':
      return listen(at);
    default:
      return refuse(at, 404, -32601);
  }
}

/** @param {Request} req @param {Response} res */
function handle(req, res) {
  /** @type {Buffer[]} */
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const { method, url, headers } = req;
    if (url === '/seen') return json(res, 200, seen);
    const entry = { port: headers.host, method, url, headers, body, closed: false };
    seen.push(entry);
    res.on('close', () => {
      entry.closed = !res.writableFinished;
    });
    if (method !== 'POST') return void res.writeHead(405, { Allow: 'POST' }).end();
    const message = JSON.parse(body);
    const kind = (url ?? '').split(/[?/]/)[1] ?? '';
    const key = `${url} ${message.method}`;
    const times = (counts.get(key) ?? 0) + 1;
    counts.set(key, times);
    return post({ kind, req, res, message, times });
  });
}

const server = createServer(handle).listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.error(`listening http://127.0.0.1:${port}`);
});
