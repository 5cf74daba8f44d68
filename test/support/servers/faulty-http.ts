import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { HTTP_FAULTS } from '../../../src/demo/faults/http.ts';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the client sends
  readonly params?: any;
}

type Answer = Readonly<Record<string, unknown>>;

/** A call that a fault is to answer. */
interface Case {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly message: Message;
  readonly answer: Answer;
  readonly session: string;
}

const seen: object[] = [];
const sessions = new Set<string>();
/** The event streams of HTTP+SSE. */
const streams = new Map<string, ServerResponse>();
/** Answers that wait for a stream to be resumed. */
const late = new Map<string, Answer>();
let lastSession = 0;
let otherOrigin = '';
/** The one that is forgotten. */
let firstSession: string | undefined;

function json(
  res: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  res.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  res.end(typeof value === 'string' ? value : JSON.stringify(value));
}

function text(res: ServerResponse, status: number, type: string, body: string): void {
  res.writeHead(status, type === '' ? {} : { 'Content-Type': type });
  res.end(body);
}

function events(res: ServerResponse): void {
  res.writeHead(200, { 'Content-Type': 'text/event-stream' });
  res.flushHeaders();
}

/** A fault of the demonstration. */
const shared =
  (fault: keyof typeof HTTP_FAULTS) =>
  async ({ res, answer, session }: Case): Promise<void> => {
    const response = HTTP_FAULTS[fault](answer, () => sessions.delete(session));
    res.writeHead(response.status, Object.fromEntries(response.headers));
    res.end(await response.text());
  };

/** An answer as json.dumps of Python writes one with NaN in it. */
const unfinite = (answer: Answer): string =>
  JSON.stringify({ ...answer, result: { content: [] } }).replace('[]', '[NaN]');

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;

/** Where the handshake is redirected to. */
const moves: Readonly<Record<string, readonly [status: number, location: () => string]>> = {
  moved: [308, () => '/plain'],
  'moved-301': [301, () => '/plain'],
  'moved-303': [303, () => '/plain'],
  'moved-round': [307, () => '/moved-round'],
  'moved-away': [307, () => `${otherOrigin}/plain`],
};

const withoutId = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'bad session' } };

/** What each fault does with `tools/call`. */
const calls: Readonly<Record<string, (at: Case) => unknown>> = {
  plain: ({ res, answer }) => json(res, 200, answer),
  events: ({ res, message, answer }) => {
    events(res);
    const progressToken = message.params._meta.progressToken;
    const params = { progressToken, progress: 1, total: 2, message: 'half' };
    res.write(data({ jsonrpc: '2.0', method: 'notifications/progress', params }));
    res.end(data(answer));
  },
  silent: ({ res }) => events(res),
  accepted: shared('accepted'),
  html: ({ res }) => text(res, 200, 'text/html', '<!doctype html><title>Hi</title><p>Welcome</p>'),
  'html-error': shared('html-page'),
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
  'text-json': shared('wrong-type'),
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
  'wrong-id': shared('wrong-id'),
  'one-record': ({ res, answer }) => json(res, 200, { method: 'tools/call', params: null, ...answer }),
  batch: ({ res, answer }) =>
    json(res, 200, [{ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info' } }, answer]),
  pretty: ({ res, answer }) => json(res, 200, `\ufeff${JSON.stringify(answer, null, 2)}\n`),
  gzip: ({ res, answer }) => {
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
    res.end(gzipSync(JSON.stringify(answer)));
  },
  cut: shared('cut-stream'),
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

function forget(res: ServerResponse, session: string): void {
  sessions.delete(session);
  json(res, 404, { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } });
}

function resultOf({ method, params }: Message, fault = ''): object {
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

function post(req: IncomingMessage, res: ServerResponse, fault: string, message: Message): unknown {
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
    if (fault === 'notification-silent') return undefined;
    return fault === 'notification-200' ? json(res, 200, '') : void res.writeHead(202).end();
  }
  if (fault === 'forget-once' && session === firstSession) return forget(res, session);
  if (fault === 'forget-after-tools' && message.method === 'resources/list') {
    return void setTimeout(() => forget(res, session), 100);
  }
  if (fault === 'forget-all' && message.method === 'tools/list') return forget(res, session);
  const act = calls[fault];
  if (message.method === 'tools/call' && act !== undefined) return act(at);
  return json(res, 200, answer);
}

function get(req: IncomingMessage, res: ServerResponse, fault: string): unknown {
  const last = req.headers['last-event-id']?.toString();
  if (fault.startsWith('older') || fault === 'away-endpoint') return legacy(res, fault);
  if (fault === 'resume' && late.has(last ?? '')) {
    events(res);
    return res.end(data(late.get(last ?? '')));
  }
  if (fault === 'resume-empty' && last !== undefined) {
    events(res);
    return res.end();
  }
  if (fault === 'get-silent') return undefined;
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
  return res.write(
    data({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: last } }),
  );
}

/** The stream of HTTP+SSE. */
function legacy(res: ServerResponse, fault: string): void {
  events(res);
  streams.set(fault, res);
  if (fault.startsWith('older')) res.write(`event: endpoint\ndata: messages?of=${fault}\n\n`);
  if (fault === 'away-endpoint') res.write(`event: endpoint\ndata: ${otherOrigin}/messages\n\n`);
}

/** A message to the endpoint of HTTP+SSE. */
function posted(res: ServerResponse, fault: string, message: Message): unknown {
  const isCall = message.method === 'tools/call';
  if (isCall && fault === 'older-in-post')
    return json(res, 200, { jsonrpc: '2.0', id: message.id, result: resultOf(message) });
  if (isCall && fault === 'older-deaf') return text(res, 500, 'text/plain', 'no');
  res.writeHead(202).end('Accepted');
  if (isCall && fault === 'older-ends') return void streams.get(fault)?.end();
  if (message.id === undefined) return undefined;
  const answer = { jsonrpc: '2.0', id: message.id, result: resultOf(message) };
  return streams.get(fault)?.write(`event: message\n${data(answer)}`);
}

function handle(req: IncomingMessage, res: ServerResponse): void {
  const chunks: Buffer[] = [];
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

/** Listens on 127.0.0.1 at a port that is free. */
function listen(): Promise<{ readonly server: Server; readonly origin: string }> {
  return new Promise((resolve) => {
    const server = createServer(handle).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ server, origin: `http://127.0.0.1:${port}` });
    });
  });
}

/**
 * Streamable HTTP servers with one fault each: the first part of the path names the fault. GET /seen gives all requests as
 * JSON; a second port is another origin.
 */
export async function serveFaultyHttp(): Promise<{ readonly base: string; close(): Promise<void> }> {
  // Another file of tests may have had one in this process: one at a time.
  seen.length = 0;
  firstSession = undefined;
  for (const known of [sessions, streams, late]) known.clear();
  const other = await listen();
  otherOrigin = other.origin;
  const one = await listen();
  return {
    base: one.origin,
    async close() {
      for (const { server } of [one, other]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}
