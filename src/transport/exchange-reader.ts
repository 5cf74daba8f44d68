import { type Capture, type HttpEntry, headerIn } from '../session/frame.ts';
import { classify, type Direction } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import { methodNamed } from '../spec/methods.ts';
import { urlOf } from '../text/url.ts';
import { badMessage, kindOf, readMessages, restOf, sentMessages } from './body.ts';
import { type ClientSession, createClientSessions } from './client-sessions.ts';
import { createEventStream, type EventStream, eventCaptures, type StreamEvent } from './event-stream.ts';
import { judged } from './exchange-verdict.ts';
import type { BrokenExchange, ExchangeWatcher, LookOn, PassedResponse } from './exchange-watcher.ts';
import type { ForwardedRequest } from './forwarded-head.ts';
import { readSent, type SentMessage } from './http-message.ts';
import { checkSessionId } from './http-verdict.ts';
import {
  type Bytes,
  type ExchangeReaderDeps,
  isEndpoint,
  LIMIT,
  originOf,
  type PassedExchange,
  purposeOf,
} from './passed-exchange.ts';
import { createSink } from './sink.ts';
import { unpackedFirst } from './unpacked-first.ts';
import { createWsReader, type WsReader } from './ws-reader.ts';

function add(bytes: Bytes, chunk: Buffer): void {
  bytes.size += chunk.length;
  if (bytes.size <= LIMIT) bytes.chunks.push(chunk);
  else bytes.chunks.length = 0;
}

const NOTHING_SENT: SentMessage = { ids: [], method: '' };

/** Reads what passes a reverse proxy: each exchange becomes captures, in the session of its client. */
export function createExchangeReader(deps: ExchangeReaderDeps): LookOn {
  const sessions = createClientSessions();
  let exchanges = 0;
  return (request, connection) => {
    exchanges += 1;
    const e: PassedExchange = {
      ...{ deps, sessions, request, connection, x: exchanges },
      sending: { chunks: [], size: 0 },
      session: undefined,
      sent: NOTHING_SENT,
      ...{ response: undefined, sink: undefined, events: undefined },
      body: { chunks: [], size: 0 },
      findings: [],
      moved: undefined,
      tunnels: undefined,
      isJunk: false,
      isOver: false,
    };
    return unpackedFirst(
      watcherOf(e),
      deps.inTurn,
      headerIn(request.headers, 'content-encoding') ?? '',
      LIMIT,
    );
  };
}

function watcherOf(e: PassedExchange): ExchangeWatcher {
  return {
    sent: (bytes) => add(e.sending, bytes),
    wasSent: () => void tellRequest(e),
    answered: (response) => answered(e, response),
    came: (bytes) => e.sink?.push(bytes),
    ended() {
      if (e.sink === undefined) end(e, {});
      else e.sink.end((why) => finish(e, why));
    },
    tunnelled(dir, bytes) {
      e.tunnels ??= { c2s: tunnelOf(e, 'c2s'), s2c: tunnelOf(e, 's2c') };
      e.tunnels[dir].push(bytes);
    },
    moved(_, now) {
      e.moved = now;
    },
    broke: (how) => broke(e, how),
  };
}

/** Tells of something in the session of the exchange. */
function tell(e: PassedExchange, capture: Capture): void {
  const { session } = e;
  if (session === undefined) return;
  if (capture.type === 'frame' && capture.dir === 's2c') {
    const envelope = classify(capture.message);
    if (envelope.kind === 'result' || envelope.kind === 'error') session.awaited.delete(String(envelope.id));
  }
  e.deps.accept(capture, session.conn);
}

const http = (e: PassedExchange, entry: Omit<HttpCapture, 'type' | 'x'>): void =>
  tell(e, { type: 'http', x: e.x, ...entry });

type HttpCapture = Extract<Capture, { type: 'http' }>;

/** Tells the request, once its body is whole or there is no more of it. */
function tellRequest(e: PassedExchange): ClientSession {
  if (e.session !== undefined) return e.session;
  const { request, sessions, deps, x, sending } = e;
  const { method, path, headers } = request;
  const bytes = Buffer.concat(sending.chunks);
  const text = bytes.toString();
  e.sent = readSent(text);
  const session = sessions.of(request, e.sent, e.connection);
  e.session = session;
  const found = text.trim() === '' ? [] : (readMessages(text, { dir: 'c2s', x }) ?? []);
  const isMessage = found.some(({ type }) => type === 'frame');
  const isMeant = isMessage || (text.trim() !== '' && method === 'POST' && isEndpoint(e));
  const { ids, cancels, version } = e.sent;
  const findings = sending.size > LIMIT ? [TOO_LONG] : [];
  const detail = changed(session, request);
  http(e, {
    phase: 'request',
    ...purposeOf(request, text),
    ...{ method, url: originOf(deps.target) + path, headers },
    ...(isMeant ? {} : restOf(bytes)),
    ...(detail === undefined ? {} : { detail }),
    ...(findings.length > 0 ? { findings } : {}),
  });
  if (isMeant) for (const message of sentMessages(text, { x })) tellSent(e, message);
  for (const id of ids) session.awaited.add(String(id));
  if (cancels !== undefined) session.awaited.delete(String(cancels));
  session.version = version ?? headerIn(headers, 'mcp-protocol-version') ?? session.version;
  sending.chunks.length = 0;
  return session;
}

/** Tells what the client has sent, and that it is its own fault where that is no message. */
function tellSent(e: PassedExchange, message: ReturnType<typeof sentMessages>[number]): void {
  // What is packed in a way that is not known here may be one.
  if (message.type !== 'invalid' || headerIn(e.request.headers, 'content-encoding') !== undefined) {
    tell(e, message);
    return;
  }
  e.isJunk = true;
  const findings = message.findings ?? [
    { rule: 'client/line', message: 'the body of a POST is not a JSON message' },
  ];
  tell(e, { ...message, findings });
}

/** Which headers the server gets otherwise than the client has sent them, once a session. */
function changed(session: ClientSession, { changed: names }: ForwardedRequest): string | undefined {
  if (names.length === 0 || session.isChangeTold) return undefined;
  session.isChangeTold = true;
  return `${names.join(', ')}: replaced on the way to the server, as the client sends what is meant for this tap`;
}

const TOO_LONG: Finding = {
  rule: 'http/too-long',
  message: `a body of more than ${LIMIT} bytes has passed, and is not recorded`,
};

function answered(e: PassedExchange, response: PassedResponse): void {
  const session = tellRequest(e);
  const { status, headers } = response;
  if (status < 200 && status !== 101) return;
  const header = (name: string): string | undefined => headerIn(headers, name.toLowerCase());
  // Its body comes by itself.
  e.response = { ...response, header, read: async () => {} };
  http(e, { phase: 'response', status, headers });
  const id = header('mcp-session-id');
  if (e.sent.method === 'initialize' && status < 300) {
    session.isOpen = true;
    if (id !== undefined) e.sessions.named(session, id);
    e.findings.push(...checkSessionId(id));
  }
  const isEvents = status < 300 && kindOf(e.response) === 'events';
  if (isEvents && e.request.method === 'GET') session.isListening = true;
  const take = isEvents ? eventsOf(e).push : (chunk: Buffer): void => add(e.body, chunk);
  const limit = isEvents ? undefined : LIMIT;
  e.sink = createSink(e.deps.inTurn, header('content-encoding') ?? '', take, limit);
}

function eventsOf(e: PassedExchange): EventStream {
  const events = createEventStream((event) => {
    for (const capture of eventCaptures(event, e.x, endpointFindings(e, event), e.isOver)) tell(e, capture);
  });
  e.events = events;
  return events;
}

/** Reads one direction of a WebSocket: its messages are those of the session, whatever exchange they come in. */
function tunnelOf(e: PassedExchange, dir: Direction): WsReader {
  const place = { dir };
  return createWsReader(LIMIT, (part) => {
    const size = part.kind === 'message' ? part.bytes.length : 0;
    e.deps.inTurn(() => {
      switch (part.kind) {
        case 'message': {
          const text = part.bytes.toString();
          const found = readMessages(text, place) ?? [
            badMessage(text, place, 'a WebSocket message is not JSON'),
          ];
          for (const message of found) tell(e, message);
          return;
        }
        case 'close':
          return;
        case 'long':
          e.findings.push({ rule: 'http/too-long', message: `${part.why} has passed, and is not recorded` });
          return;
        case 'bad':
          e.findings.push({
            rule: 'http/not-json',
            message: `a WebSocket cannot be read any more: ${part.why}`,
          });
      }
    }, size);
  });
}

/** Takes the endpoint that an event names, and tells what clients were given in its place. */
function endpointFindings(e: PassedExchange, { fields, data = '' }: StreamEvent): readonly Finding[] {
  if (fields.event !== 'endpoint' || e.session === undefined || e.request.method !== 'GET') return [];
  const named = urlOf(data, e.deps.target.url);
  const origin = originOf(e.deps.target);
  if (named?.origin === origin.replace(/^ws/, 'http'))
    e.sessions.endpoint(e.session, named.pathname + named.search);
  if (e.moved === undefined) {
    const isPast = named !== undefined && urlOf(data) !== undefined;
    const message = `the endpoint ${data} leads past this tap, which could not change that: messages to it are not recorded`;
    return isPast ? [{ rule: 'tap/endpoint', message }] : [];
  }
  const message = `the endpoint ${data} would lead past this tap, so clients were given ${e.moved}`;
  return [{ rule: 'tap/endpoint', message }];
}

/** Tells the end of an exchange, once. */
function end(e: PassedExchange, rest: Pick<HttpEntry, 'body' | 'base64'>): void {
  if (e.isOver) return;
  e.isOver = true;
  const { findings } = e;
  http(e, { phase: 'end', ...rest, ...(findings.length > 0 ? { findings } : {}) });
}

function finish(e: PassedExchange, why?: string): void {
  const { events, response, session } = e;
  if (e.isOver || response === undefined || session === undefined) return;
  const left = e.sent.ids.filter((id) => session.awaited.has(String(id)));
  if (events !== undefined) {
    events.end();
    if (e.request.method === 'GET') session.isListening = false;
    // A subscription may end like this (basic/patterns/subscriptions#cancellation).
    if (left.length > 0 && methodNamed(e.sent.method)?.staysOpen !== true)
      e.findings.push({ rule: 'http/cut-stream', message: 'the event stream ended before the response' });
  }
  if (why !== undefined || events !== undefined || response.status === 101) {
    if (why === undefined) end(e, {});
    else broken(e, why);
    return;
  }
  if (e.body.size > LIMIT) e.findings.push(TOO_LONG);
  const { messages, rest, findings } = judged(e, response, session, Buffer.concat(e.body.chunks));
  for (const message of messages) tell(e, message);
  e.findings.push(...findings);
  end(e, rest);
}

function broke(e: PassedExchange, { why, code }: BrokenExchange): void {
  if (e.isOver) return;
  const session = tellRequest(e);
  if (e.events !== undefined && e.request.method === 'GET') session.isListening = false;
  e.events?.end();
  broken(e, why, code);
}

function broken(e: PassedExchange, detail: string, code?: string): void {
  if (e.isOver) return;
  e.isOver = true;
  const { findings } = e;
  const more = { ...(code === undefined ? {} : { code }), ...(findings.length > 0 ? { findings } : {}) };
  http(e, { phase: 'error', detail, ...more });
}
