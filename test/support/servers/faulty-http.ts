// @ts-check
// Streamable HTTP servers with one fault each, on 127.0.0.1: the first part of the path names the fault. Prints
// "listening URL" on stderr. GET /seen gives all requests as JSON; a second port, named in /seen, is another origin.
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */
/** @typedef {{ id?: number | string, method?: string, params?: any, result?: any }} Message */
/** @typedef {{ req: Request, res: Response, message: Message, answer: object, session: string }} Case */

/** @type {{ port: string | undefined, method: string | undefined, url: string | undefined, headers: any, body: string }[]} */
const seen = [];
/** @type {Set<string>} */
const sessions = new Set();
/** @type {Map<string, Response>} the event streams of HTTP+SSE */
const streams = new Map();
/** @type {Map<string, object>} answers that wait for a stream to be resumed */
const late = new Map();
let lastSession = 0;
let otherOrigin = '';
/** @type {string | undefined} the one that is forgotten */
let firstSession;

/** @param {Response} res @param {number} status @param {unknown} value @param {Record<string, string>} [headers] */
function json(res, status, value, headers = {}) {
  res.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  res.end(typeof value === 'string' ? value : JSON.stringify(value));
}

/** @param {Response} res @param {number} status @param {string} type @param {string} body */
function text(res, status, type, body) {
  res.writeHead(status, type === '' ? {} : { 'Content-Type': type });
  res.end(body);
}

/** @param {Response} res */
function events(res) {
  res.writeHead(200, { 'Content-Type': 'text/event-stream' });
  res.flushHeaders();
}

/**
 * An answer as json.dumps of Python writes one with a number that is none.
 * @param {object} answer
 */
const unfinite = (answer) => JSON.stringify({ ...answer, result: { content: [] } }).replace('[]', '[NaN]');

/** @param {unknown} value */
const data = (value) => `data: ${JSON.stringify(value)}\n\n`;

/** Where the handshake is redirected to. @type {Record<string, [status: number, location: () => string]>} */
const moves = {
  moved: [308, () => '/plain'],
  'moved-301': [301, () => '/plain'],
  'moved-303': [303, () => '/plain'],
  'moved-round': [307, () => '/moved-round'],
  'moved-away': [307, () => `${otherOrigin}/plain`],
};

const withoutId = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'bad session' } };

/** What each fault does with `tools/call`. @type {Record<string, (at: Case) => void>} */
const calls = {
  plain: ({ res, answer }) => json(res, 200, answer),
  events: ({ res, message, answer }) => {
    events(res);
    const progressToken = message.params._meta.progressToken;
    const params = { progressToken, progress: 1, total: 2, message: 'half' };
    res.write(data({ jsonrpc: '2.0', method: 'notifications/progress', params }));
    res.end(data(answer));
  },
  silent: ({ res }) => events(res),
  accepted: ({ res }) => res.writeHead(202).end(),
  html: ({ res }) => text(res, 200, 'text/html', '<!doctype html><title>Hi</title><p>Welcome</p>'),
  'html-error': ({ res }) => text(res, 502, 'text/html', '<html><h1>502 Bad Gateway</h1> nginx</html>'),
  'accepted-answer': ({ res, answer }) => json(res, 202, answer),
  'result-error': ({ res, answer }) => json(res, 500, answer),
  'no-gzip': ({ res, answer }) => json(res, 200, answer, { 'Content-Encoding': 'gzip' }),
  'no-brotli': ({ res, answer }) => json(res, 200, answer, { 'Content-Encoding': 'br' }),
  'json-error': ({ res, message }) =>
    json(res, 400, { jsonrpc: '2.0', id: message.id, error: { code: -32602, message: 'no such tool' } }),
  'null-id-error': ({ res }) => json(res, 400, withoutId),
  'null-id-first': ({ res, answer }) => {
    events(res);
    res.end(data(withoutId) + data(answer));
  },
  'null-id-alone': ({ res }) => {
    events(res);
    res.end(data(withoutId));
  },
  'null-id-open': ({ res }) => {
    events(res);
    res.write(data(withoutId));
  },
  'text-json': ({ res, answer }) => text(res, 200, 'text/plain', JSON.stringify(answer)),
  'no-type': ({ res, answer }) => text(res, 200, '', JSON.stringify(answer)),
  charset: ({ res, answer }) => text(res, 200, 'Application/JSON;charset=UTF-8', JSON.stringify(answer)),
  'not-json': ({ res }) => json(res, 200, 'oops'),
  nan: ({ res, answer }) => json(res, 200, unfinite(answer)),
  'nan-event': ({ res, answer }) => {
    events(res);
    res.write(`data: ${unfinite(answer)}\n\n`);
  },
  'not-protocol': ({ res }) => json(res, 200, { ok: true }),
  empty: ({ res }) => json(res, 200, ''),
  'wrong-id': ({ res, answer }) => json(res, 200, { ...answer, id: 999 }),
  'one-record': ({ res, answer }) => json(res, 200, { method: 'tools/call', params: null, ...answer }),
  batch: ({ res, answer }) =>
    json(res, 200, [{ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info' } }, answer]),
  pretty: ({ res, answer }) => json(res, 200, `\ufeff${JSON.stringify(answer, null, 2)}\n`),
  gzip: ({ res, answer }) => {
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
    res.end(gzipSync(JSON.stringify(answer)));
  },
  cut: ({ res }) => {
    events(res);
    res.end(': bye\n\n');
  },
  torn: ({ res, answer }) => {
    events(res);
    res.write(data(answer).slice(0, 20));
    setTimeout(() => res.destroy(), 50);
  },
  'torn-json': ({ res, answer }) => {
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
    res.write(JSON.stringify(answer).slice(0, 20));
    setTimeout(() => res.destroy(), 50);
  },
  hangup: ({ req }) => req.socket.destroy(),
  'cut-event': ({ res, answer }) => {
    events(res);
    res.end(data(answer).trimEnd());
  },
  'event-name': ({ res, answer }) => {
    events(res);
    res.end(`event: heartbeat\ndata: tick\n\nevent: answer\n${data(answer)}`);
  },
  'no-events': ({ res, answer }) => {
    events(res);
    res.write(`${JSON.stringify(answer)}\n`);
  },
  'spread-event': ({ res, answer }) => {
    events(res);
    res.end(`data: ${JSON.stringify(answer, null, 2)}\n\n`);
  },
  'other-field': ({ res, answer }) => {
    events(res);
    res.end(`time: now\n${data(answer)}Data: ${JSON.stringify({ no: 'message' })}\n\n`);
  },
  'bad-event': ({ res, answer }) => {
    events(res);
    res.end(`data: oops\n\n${data(answer)}`);
  },
  resume: ({ res, message, answer }) => {
    late.set(`r${message.id}`, answer);
    events(res);
    res.end(`id: r${message.id}\nretry: 50\ndata:\n\n`);
  },
  'resume-refused': ({ res }) => {
    events(res);
    res.end('id: gone\nretry: 50\ndata:\n\n');
  },
  'resume-empty': ({ res }) => {
    events(res);
    res.end('id: empty\nretry: 50\ndata:\n\n');
  },
  forget: ({ res, session }) => forget(res, session),
  'forget-400': ({ res, session, message }) => {
    sessions.delete(session);
    const error = { code: -32000, message: 'Bad Request: No valid session ID provided' };
    json(res, 400, { jsonrpc: '2.0', id: message.id, error });
  },
  'forget-text': ({ res, session }) => {
    sessions.delete(session);
    text(res, 400, 'text/plain', 'Bad Request: Server not initialized');
  },
  unauthorized: ({ res }) => json(res, 401, { error: 'no' }, { 'WWW-Authenticate': 'Bearer realm="x"' }),
  forbidden: ({ res }) =>
    json(res, 403, { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Forbidden' } }),
  'method-404': ({ res, message }) =>
    json(res, 404, { jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'Method not found' } }),
};

/** @param {Response} res @param {string} session */
function forget(res, session) {
  sessions.delete(session);
  json(res, 404, { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } });
}

/** @param {Message} message @param {string} [fault] @returns {object} */
function resultOf({ method, params }, fault = '') {
  switch (method) {
    case 'initialize': {
      const serverInfo = { name: 'faulty-http', version: '1.0.0' };
      const more = fault === 'forget-after-tools' ? { resources: {} } : {};
      return { protocolVersion: params.protocolVersion, capabilities: { tools: {}, ...more }, serverInfo };
    }
    case 'tools/list':
      return { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] };
    default:
      return { content: [{ type: 'text', text: 'done' }] };
  }
}

/** @param {Request} req @param {Response} res @param {string} fault @param {Message} message */
function post(req, res, fault, message) {
  const session = String(req.headers['mcp-session-id'] ?? '');
  const answer = { jsonrpc: '2.0', id: message.id, result: resultOf(message, fault) };
  const at = { req, res, message, answer, session };
  if (message.method === 'initialize') {
    if (fault.startsWith('older')) return text(res, 405, 'text/plain', 'use SSE');
    if (fault === 'nothing') return text(res, 404, 'text/html', '<p>Cannot POST</p>');
    const [status, location] = moves[fault] ?? [];
    if (status !== undefined && location !== undefined)
      return void res.writeHead(status, { Location: location() }).end();
    const id = fault === 'odd-session' ? 'a b' : `s${++lastSession}`;
    sessions.add(id);
    if (fault === 'forget-once') firstSession ??= id;
    return json(res, 200, answer, fault === 'stateless' ? {} : { 'Mcp-Session-Id': id });
  }
  if (fault !== 'stateless' && !sessions.has(session)) return forget(res, session);
  if (message.id === undefined || message.method === undefined) {
    if (fault === 'notification-silent') return;
    return fault === 'notification-200' ? json(res, 200, '') : void res.writeHead(202).end();
  }
  if (fault === 'forget-once' && session === firstSession) return forget(res, session);
  if (fault === 'forget-after-tools' && message.method === 'resources/list') {
    return void setTimeout(() => forget(res, session), 100);
  }
  if (fault === 'forget-all' && message.method === 'tools/list') return forget(res, session);
  const act = calls[fault];
  if (message.method === 'tools/call' && act !== undefined) return act(at);
  json(res, 200, answer);
}

/** @param {Request} req @param {Response} res @param {string} fault */
function get(req, res, fault) {
  const last = /** @type {string | undefined} */ (req.headers['last-event-id']);
  if (fault.startsWith('older') || fault === 'away-endpoint') return legacy(res, fault);
  if (fault === 'resume' && late.has(last ?? '')) {
    events(res);
    return res.end(data(late.get(last ?? '')));
  }
  if (fault === 'resume-empty' && last !== undefined) {
    events(res);
    return res.end();
  }
  if (fault === 'get-silent') return;
  if (fault === 'get-endless') {
    res.writeHead(200);
    return void res.write('loading');
  }
  if (fault === 'get-short') {
    events(res);
    return void res.end('id: again\nretry: 1\ndata:\n\n');
  }
  if (fault === 'get-404') return text(res, 404, 'text/plain', 'Cannot GET');
  if (fault !== 'listens') return void res.writeHead(405, { Allow: 'POST' }).end();
  events(res);
  if (last === undefined) {
    res.write(`id: g1\nretry: 50\n${data({ jsonrpc: '2.0', id: 'srv-1', method: 'ping' })}`);
    return setTimeout(() => res.end(), 50);
  }
  res.write(data({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: last } }));
}

/** The stream of HTTP+SSE. @param {Response} res @param {string} fault */
function legacy(res, fault) {
  events(res);
  streams.set(fault, res);
  if (fault.startsWith('older')) res.write(`event: endpoint\ndata: messages?of=${fault}\n\n`);
  if (fault === 'away-endpoint') res.write(`event: endpoint\ndata: ${otherOrigin}/messages\n\n`);
}

/** A message to the endpoint of HTTP+SSE. @param {Response} res @param {string} fault @param {Message} message */
function posted(res, fault, message) {
  const isCall = message.method === 'tools/call';
  if (isCall && fault === 'older-in-post')
    return json(res, 200, { jsonrpc: '2.0', id: message.id, result: resultOf(message) });
  if (isCall && fault === 'older-deaf') return text(res, 500, 'text/plain', 'no');
  res.writeHead(202).end('Accepted');
  if (isCall && fault === 'older-ends') return void streams.get(fault)?.end();
  if (message.id === undefined) return;
  const answer = { jsonrpc: '2.0', id: message.id, result: resultOf(message) };
  streams.get(fault)?.write(`event: message\n${data(answer)}`);
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
    seen.push({ port: req.headers.host, method, url, headers, body });
    const [, fault = ''] = (url ?? '').split('?')[0]?.split('/') ?? [];
    if (method === 'GET') return get(req, res, fault);
    if (method === 'DELETE') return fault === 'never-ends' ? undefined : void res.writeHead(200).end();
    const message = JSON.parse(body);
    if (url?.startsWith('/messages')) return posted(res, url.split('=')[1] ?? '', message);
    return post(req, res, fault, message);
  });
}

const other = createServer(handle).listen(0, '127.0.0.1', () => {
  otherOrigin = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (other.address()).port}`;
  const server = createServer(handle).listen(0, '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    console.error(`listening http://127.0.0.1:${port}`);
  });
});
