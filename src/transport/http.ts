import { type HeaderLine, WAS_CLOSED } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import type { Id } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import { isUse } from '../spec/methods.ts';
import { atMost } from '../time/at-most.ts';
import { kindOf, readBody, restOf, wholeBytes } from './body.ts';
import type { Exchange, HttpResponse } from './fetch.ts';
import {
  aboutMessage,
  type HttpSession,
  isHarmless,
  isModern,
  readSent,
  type SentMessage,
  sentVersion,
  withinFor,
} from './http-message.ts';
import { begin, bodyOf, emit, type Http, lose, waiting } from './http-session.ts';
import { follow, keepListening } from './http-streams.ts';
import {
  checkAnswer,
  checkResults,
  checkSessionId,
  forgotten,
  isAnswered,
  isMethodNotFound,
  mayBeSse,
  refusalOf,
} from './http-verdict.ts';
import { createArrivals, LAST_SENT, posting, type RemoteDeps, reportEnd, sending } from './remote.ts';
import type { Transport } from './transport.ts';

/** ms for the server to end the session when we close. */
const GOODBYE = 2_000;

const POST: readonly HeaderLine[] = [
  ['Accept', 'application/json, text/event-stream'],
  ['Content-Type', 'application/json'],
];

/**
 * Speaks with a server over Streamable HTTP (basic/transports#streamable-http, from 2025-03-26 on).
 *
 *   message ─▶ POST ─┬▶ 202                                for notifications and responses
 *                    ├▶ JSON ──────────────▶ response
 *                    ├▶ events ────────────▶ …, response, end
 *                    │     └ cut, with an id ─▶ GET, Last-Event-ID ─▶ events …
 *                    └▶ 404 with a session ─▶ lost, and the session with it
 *   initialized ─▶ GET ─▶ events, for as long as it lasts, and again
 *
 * In the modern era (2026-07-28) there is no session, no GET and no resuming: the headers of a message say what it is
 * about, and aborting its exchange cancels it.
 *
 * @param fallback the transport to try when the server does not support this one
 */
export function createHttpTransport(
  target: HttpTarget,
  deps: RemoteDeps,
  fallback?: () => Transport,
): Transport {
  const arrivals = createArrivals(deps);
  const transport: Transport = {
    start: async () => {},
    ...sending(
      () => transport,
      (text) => post(h, text),
    ),
    abandon: (id, why) => abandon(h, id, why),
    close() {
      h.closing ??= closeAll(h);
      return h.closing;
    },
    killNow: () => h.fetch.close(),
    delivered: arrivals.all,
    setProtocolVersion(version) {
      h.session = { ...h.session, version };
    },
    alternative: () => (h.mayBeOlder ? fallback?.() : undefined),
  };
  const h: Http = {
    target,
    deps,
    fallback,
    transport,
    arrivals,
    fetch: deps.openFetch((capture) => emit(h, capture)),
    awaited: new Map(),
    running: new Set(),
    pauses: new Set(),
    session: {},
    mayBeOlder: false,
    listening: 'not begun',
    listened: false,
    closing: undefined,
  };
  return transport;
}

/** Resolves when the server has begun to answer; rejects when it cannot be reached. */
function post(h: Http, text: string): Promise<void> {
  if (h.closing !== undefined) return Promise.reject(new Error(`not sent: ${WAS_CLOSED}`));
  const sent = readSent(text);
  const within = withinFor(sent, h.session);
  const about = [...POST, ...aboutMessage(sent, within, h.deps)];
  const more = { asked: isUse(sent.method), harmless: isHarmless(sent, h.deps.retryCalls ?? false) };
  const exchange = begin(h, 'POST', about, { body: text, ...more }, within);
  return posting(exchange, text, h.arrivals, {
    emit: (capture) => emit(h, capture),
    begun() {
      for (const id of sent.ids) h.awaited.set(String(id), { exchange, isModern: isModern(within.version) });
      if (sent.cancels !== undefined) cancel(h, String(sent.cancels));
    },
    answered: (response) =>
      void receive(h, exchange, response, sent, within).finally(() => h.running.delete(exchange)),
    failed({ message }) {
      h.running.delete(exchange);
      lose(h, sent.ids, message);
    },
  });
}

/** No answer is expected any more, and a refused request is not sent again. */
function cancel(h: Http, id: string): void {
  h.awaited.get(id)?.exchange.withdraw?.('it was cancelled while it waited for authorization');
  h.awaited.delete(id);
}

function abandon(h: Http, id: Id, why: string): boolean {
  const open = h.awaited.get(String(id));
  if (open === undefined || !open.isModern) return false;
  h.awaited.delete(String(id));
  open.exchange.abort(why);
  return true;
}

async function receive(
  h: Http,
  exchange: Exchange,
  response: HttpResponse,
  sent: SentMessage,
  within: HttpSession,
): Promise<void> {
  if (response.status >= 400) return refuse(h, exchange, response, sent, within);
  const findings = sent.method === 'initialize' ? adopt(h, response) : [];
  if (sent.method === 'notifications/initialized') void keepListening(h);
  if (kindOf(response) === 'events') return follow(h, exchange, response, sent, findings);
  return finish(h, exchange, response, sent, findings);
}

/** Takes the session id that comes with the answer to `initialize` (basic/transports#session-management). */
function adopt(h: Http, response: HttpResponse): readonly Finding[] {
  h.session = { ...h.session, id: response.header('mcp-session-id') };
  return checkSessionId(h.session.id);
}

/** An answer that is not a stream: JSON, nothing, or neither. */
async function finish(
  h: Http,
  exchange: Exchange,
  response: HttpResponse,
  sent: SentMessage,
  before: readonly Finding[],
): Promise<void> {
  const bytes = await bodyOf(h, exchange, response, sent);
  if (bytes === undefined) return;
  const body = readBody(bytes, response, exchange);
  for (const message of body.messages) emit(h, message);
  const left = waiting(h, sent.ids);
  const { why, findings } = checkAnswer(response, bytes, body, sent, left.length === 0, h.target);
  exchange.end(body.rest, [...before, ...body.findings, ...findings]);
  // Some servers answer on the other stream.
  if (response.status === 202 && h.listening === 'open') return;
  lose(h, left, why, { status: response.status });
}

async function refuse(
  h: Http,
  exchange: Exchange,
  response: HttpResponse,
  sent: SentMessage,
  within: HttpSession,
): Promise<void> {
  const bytes = await bodyOf(h, exchange, response, sent);
  if (bytes === undefined) return;
  const body = readBody(bytes, response, exchange);
  const gone = within.id === undefined ? undefined : forgotten(response, bytes);
  if (gone !== undefined && !isMethodNotFound(body, sent)) {
    exchange.end(restOf(bytes), [{ rule: 'http/session-lost', message: gone }]);
    lose(h, sent.ids, gone, { status: response.status, session: h.session.id === within.id });
    return;
  }
  const isOpening = sent.method === 'initialize';
  const { why, findings, isAboutAccess, isAboutRequest } = refusalOf(response, bytes, {
    target: h.target,
    method: sent.method,
    version: sentVersion(within),
    now: h.deps.wall(),
    mayBeOlder: isOpening && h.fallback !== undefined,
  });
  const isProbe = sent.method === 'server/discover';
  const isAnswer = !isAboutAccess && (isProbe ? isAnswered(body, sent) : body.messages.length > 0);
  if (isOpening) h.mayBeOlder = mayBeSse(response.status, isAnswer || isAboutRequest);
  if (isAnswer) for (const message of body.messages) emit(h, message);
  // An older server is not wrong to know neither this transport nor this era.
  const isOlder = (h.mayBeOlder && h.fallback !== undefined) || (isProbe && !isAboutAccess);
  const inBody = [...body.findings, ...checkResults(response, body, sent)];
  const found = isAnswer ? inBody : isOlder ? [] : findings;
  exchange.end(isAnswer ? body.rest : restOf(bytes), found);
  lose(h, sent.ids, why, { status: response.status });
}

async function closeAll(h: Http): Promise<void> {
  await atMost(h.deps, LAST_SENT, h.arrivals.all());
  if (h.session.id !== undefined) await atMost(h.deps, GOODBYE, sayGoodbye(begin(h, 'DELETE', [])));
  for (const exchange of h.running) exchange.abort(WAS_CLOSED);
  for (const done of h.pauses) done();
  h.fetch.close();
  reportEnd(h.transport, h.deps, WAS_CLOSED);
}

/** Ends the session; a server that keeps its sessions answers 405 (basic/transports#session-management). */
async function sayGoodbye(exchange: Exchange): Promise<void> {
  try {
    exchange.end(restOf(await wholeBytes(await exchange.response)));
  } catch (error) {
    exchange.broke(error instanceof Error ? error.message : String(error));
  }
}
