import { write } from '../json/write.ts';
import type { Capture, HeaderLine } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import { classify, type Id } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import { isUse } from '../spec/methods.ts';
import { atMost } from '../time/at-most.ts';
import { createSpacing, type Spacing, STREAMS } from '../time/spacing.ts';
import { createArrivals } from './arrivals.ts';
import { asSent, spoiltBy } from './body.ts';
import { readEvents, type StreamEnd } from './events.ts';
import type { Exchange, HttpRequest, HttpResponse } from './fetch.ts';
import { collect, kindOf, readBody, restOf } from './http-body.ts';
import {
  aboutMessage,
  type HttpSession,
  headersFor,
  isModern,
  sentVersion,
  withinFor,
} from './http-headers.ts';
import { createListener, type Heard } from './http-listener.ts';
import { readSent, type Sent } from './http-sent.ts';
import {
  forgotten,
  inspectAnswer,
  inspectResults,
  inspectSessionId,
  isAnswered,
  isMethodNotFound,
  mayBeSse,
  refusalOf,
} from './http-verdict.ts';
import type { RemoteDeps } from './remote-deps.ts';
import { isHarmless } from './replay-policy.ts';
import type { Loss, Transport } from './transport.ts';

/** ms before a stream that was cut is resumed, unless the server asks for another time. */
const RETRY = 1_000;
/** A server that has a stream resumed after so many ms, or later, may do so for as long as it likes. */
const SLOW = 1_000;
/** ms for what was sent last to arrive, and for the server to end the session, when we close. */
const LAST_SENT = 500;
const GOODBYE = 2_000;

const POST: readonly HeaderLine[] = [
  ['Accept', 'application/json, text/event-stream'],
  ['Content-Type', 'application/json'],
];

const ACCEPT_EVENTS: HeaderLine = ['Accept', 'text/event-stream'];

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
 * In the modern era (2026-07-28) there is no session, no GET and no resuming: a message says in its headers what it is
 * about, and to give its exchange up is to cancel it.
 *
 * @param fallback the transport to try when the server says that it knows nothing of this one
 */
export function createHttpTransport(
  target: HttpTarget,
  world: RemoteDeps,
  fallback?: () => Transport,
): Transport {
  const arrivals = createArrivals(world);
  const transport: Transport = {
    ...{ start: async () => {}, send, sendText, abandon, close, killNow, delivered: arrivals.all },
    setProtocolVersion(version) {
      session = { ...session, version };
    },
    alternative: () => (mayBeOlder ? fallback?.() : undefined),
  };
  /** The requests that wait for an answer, by their ids as text. */
  const awaited = new Map<string, { readonly exchange: Exchange; readonly isModern: boolean }>();
  const running = new Set<Exchange>();
  const pauses = new Set<() => void>();
  let session: HttpSession = {};
  let closing: Promise<void> | undefined;
  let mayBeOlder = false;
  /** There was a stream for what no request asks for. */
  let listened = false;
  const fetch = world.openFetch(emit);
  const heard = createStreamSpacing('GET');
  const listener = createListener(listen, (ms) => pause(spaced(heard, ms)));

  function emit(capture: Capture): void {
    transport.oncapture?.(capture);
    const spoilt = spoiltBy(capture);
    if (spoilt !== undefined) lose(spoilt.ids, spoilt.why, { status: 200 });
    if (capture.type !== 'frame' || capture.dir !== 's2c') return;
    const envelope = classify(capture.message);
    if (envelope.kind === 'result' || envelope.kind === 'error') awaited.delete(String(envelope.id));
    transport.onmessage?.(capture.message as never);
  }

  function begin(
    method: string,
    about: readonly HeaderLine[],
    more: Pick<HttpRequest, 'body' | 'asked' | 'harmless'> = {},
    within: HttpSession = session,
  ): Exchange {
    const headers = headersFor(target, within, about);
    const exchange = fetch({ method, url: target.url, headers, ...more });
    running.add(exchange);
    return exchange;
  }

  function sendText(text: string): void {
    post(text).catch((error: Error) => transport.onerror?.(error));
  }

  function send(message: unknown): Promise<void> {
    return post(write(message));
  }

  /** Resolves when the server has begun to answer; rejects when it cannot be reached. */
  function post(text: string): Promise<void> {
    if (closing !== undefined) return Promise.reject(new Error('not sent: the connection was closed'));
    const sent = readSent(text);
    const within = withinFor(sent, session);
    const about = [...POST, ...aboutMessage(sent, within, world)];
    const more = { asked: isUse(sent.method), harmless: isHarmless(sent, world.retryCalls ?? false) };
    const exchange = begin('POST', about, { body: text, ...more }, within);
    for (const message of asSent(text, exchange)) emit(message);
    for (const id of sent.ids) awaited.set(String(id), { exchange, isModern: isModern(within.version) });
    if (sent.cancels !== undefined) cancel(String(sent.cancels));
    const arrived = exchange.response.then(
      (response) => void receive(exchange, response, sent, within).finally(() => running.delete(exchange)),
      (error: Error) => {
        running.delete(exchange);
        lose(sent.ids, error.message);
        throw error;
      },
    );
    arrivals.add(arrived);
    return arrived;
  }

  /** No answer is due any more, and what was refused so far is not sent again. */
  function cancel(id: string): void {
    awaited.get(id)?.exchange.withdraw?.('it was cancelled while it waited for authorization');
    awaited.delete(id);
  }

  function abandon(id: Id, why: string): boolean {
    const open = awaited.get(String(id));
    if (open === undefined || !open.isModern) return false;
    awaited.delete(String(id));
    open.exchange.abort(why);
    return true;
  }

  const waiting = (ids: readonly Id[]): readonly Id[] => ids.filter((id) => awaited.has(String(id)));

  /** Tells that those of the requests that still wait get no answer any more. */
  function lose(ids: readonly Id[], why: string, how: Partial<Pick<Loss, 'session' | 'status'>> = {}): void {
    const lost = waiting(ids);
    for (const id of lost) awaited.delete(String(id));
    if (how.session) session = { version: session.version };
    if (closing !== undefined || (lost.length === 0 && !how.session)) return;
    transport.onlost?.({ ids: lost, why, session: false, ...how });
  }

  async function receive(
    exchange: Exchange,
    response: HttpResponse,
    sent: Sent,
    within: HttpSession,
  ): Promise<void> {
    if (response.status >= 400) return refuse(exchange, response, sent, within);
    const findings = sent.method === 'initialize' ? adopt(response) : [];
    if (sent.method === 'notifications/initialized') listener.start();
    if (kindOf(response) === 'events') return follow(exchange, response, sent, findings);
    return finish(exchange, response, sent, findings);
  }

  /** Takes the session id that comes with the answer to `initialize` (basic/transports#session-management). */
  function adopt(response: HttpResponse): readonly Finding[] {
    session = { ...session, id: response.header('mcp-session-id') };
    return inspectSessionId(session.id);
  }

  /** The whole body, or undefined when it was cut, which is told. */
  async function bodyOf(exchange: Exchange, response: HttpResponse, sent: Sent): Promise<Buffer | undefined> {
    try {
      return await collect(response);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      exchange.broke(why);
      lose(sent.ids, why);
      return undefined;
    }
  }

  /** An answer that is over at once: JSON, nothing, or neither. */
  async function finish(
    exchange: Exchange,
    response: HttpResponse,
    sent: Sent,
    before: readonly Finding[],
  ): Promise<void> {
    const bytes = await bodyOf(exchange, response, sent);
    if (bytes === undefined) return;
    const body = readBody(bytes, response, exchange);
    for (const message of body.messages) emit(message);
    const left = waiting(sent.ids);
    const { why, findings } = inspectAnswer(response, bytes, body, sent, left.length === 0, target);
    exchange.end(body.rest, [...before, ...body.findings, ...findings]);
    // Some servers answer on the other stream.
    if (response.status === 202 && listener.isOpen()) return;
    lose(left, why, { status: response.status });
  }

  async function refuse(
    exchange: Exchange,
    response: HttpResponse,
    sent: Sent,
    within: HttpSession,
  ): Promise<void> {
    const bytes = await bodyOf(exchange, response, sent);
    if (bytes === undefined) return;
    const body = readBody(bytes, response, exchange);
    const gone = within.id === undefined ? undefined : forgotten(response, bytes);
    if (gone !== undefined && !isMethodNotFound(body, sent)) {
      exchange.end(restOf(bytes), [{ rule: 'http/session-lost', message: gone }]);
      lose(sent.ids, gone, { session: session.id === within.id });
      return;
    }
    const isOpening = sent.method === 'initialize';
    const { why, findings, isAboutAccess, isAboutRequest } = refusalOf(response, bytes, {
      ...{ target, method: sent.method, version: sentVersion(within), now: world.wall() },
      mayBeOlder: isOpening && fallback !== undefined,
    });
    const isProbe = sent.method === 'server/discover';
    const isAnswer = !isAboutAccess && (isProbe ? isAnswered(body, sent) : body.messages.length > 0);
    if (isOpening) mayBeOlder = mayBeSse(response.status, isAnswer || isAboutRequest);
    if (isAnswer) for (const message of body.messages) emit(message);
    // That an older server knows nothing of this transport, or of this era, is nothing that it does wrong.
    const isOlder = (mayBeOlder && fallback !== undefined) || (isProbe && !isAboutAccess);
    const inBody = [...body.findings, ...inspectResults(response, body, sent)];
    const found = isAnswer ? inBody : isOlder ? [] : findings;
    exchange.end(isAnswer ? body.rest : restOf(bytes), found);
    lose(sent.ids, why, { status: response.status });
  }

  /** An event stream to its end, and from there on while an answer is due and the server says where it goes on. */
  async function follow(
    exchange: Exchange,
    response: HttpResponse,
    sent: Sent,
    findings: readonly Finding[],
  ): Promise<void> {
    const spacing = createStreamSpacing(sent.method);
    spacing.done();
    let end = await readEvents(exchange, response, emit, undefined, arrivals.hold);
    let [current, retry]: [Exchange, number] = [exchange, RETRY];
    for (let lastId = end.lastId; ; lastId = end.lastId ?? lastId) {
      retry = end.retry ?? retry;
      const isOver = waiting(sent.ids).length === 0;
      if (!isOver && sent.version !== undefined) return cut(current, end, sent);
      if (isOver || (lastId !== undefined && (current === exchange || end.events > 0))) {
        over(current, end, findings);
      } else {
        const what =
          current === exchange ? 'the event stream ended' : 'the event stream was resumed, and ended';
        return cut(current, end, sent, what);
      }
      if (isOver || lastId === undefined || !(await pause(spaced(spacing, retry)))) return;
      if (waiting(sent.ids).length === 0) return;
      current = begin('GET', [ACCEPT_EVENTS, ['Last-Event-ID', lastId]]);
      const resumed = await resume(current, sent, spacing);
      if (resumed === undefined) return;
      end = resumed;
    }
  }

  /** Reads a stream that goes on; nothing when the server refuses to. */
  async function resume(exchange: Exchange, sent: Sent, spacing: Spacing): Promise<StreamEnd | undefined> {
    const response = await exchange.response.catch((error: Error) => lose(sent.ids, error.message));
    if (response === undefined) return undefined;
    if (response.status === 200 && kindOf(response) === 'events') {
      spacing.done();
      return readEvents(exchange, response, emit, undefined, arrivals.hold);
    }
    const why = `the event stream ended before the response, and resuming it was refused: ${response.statusLine}`;
    const bytes = await bodyOf(exchange, response, sent);
    exchange.end(bytes === undefined ? {} : restOf(bytes), [{ rule: 'http/cut-stream', message: why }]);
    lose(sent.ids, why);
    return undefined;
  }

  function over(exchange: Exchange, { broken }: StreamEnd, findings: readonly Finding[]): void {
    running.delete(exchange);
    if (broken === undefined) exchange.end({}, findings);
    else exchange.broke(broken, findings);
  }

  function cut(exchange: Exchange, end: StreamEnd, sent: Sent, what = 'the event stream ended'): void {
    const why = `${what} before the response`;
    // A subscription may end like that (basic/patterns/subscriptions#cancellation).
    const isFine = sent.method === 'subscriptions/listen';
    over(exchange, end, isFine ? [] : [{ rule: 'http/cut-stream', message: why }]);
    lose(sent.ids, end.broken === undefined ? why : `${why}: ${end.broken}`, { status: 200 });
  }

  /** The stream for what no request asks for; 405 says that there is none. */
  async function listen(lastId: string | undefined): Promise<Heard> {
    const resumes: readonly HeaderLine[] = lastId === undefined ? [] : [['Last-Event-ID', lastId]];
    const within = session;
    const exchange = begin('GET', [ACCEPT_EVENTS, ...resumes]);
    const response = await exchange.response.catch(() => undefined);
    if (response === undefined) return { kind: 'ended', end: { events: 0 } };
    if (response.status === 200 && kindOf(response) === 'events') {
      listened = true;
      heard.done();
      const end = await readEvents(exchange, response, emit, undefined, arrivals.hold);
      over(exchange, end, []);
      return { kind: 'ended', end };
    }
    const bytes = await collect(response).catch(() => Buffer.alloc(0));
    running.delete(exchange);
    const gone = listened && within.id !== undefined ? forgotten(response, bytes) : undefined;
    const message = `GET was answered ${response.statusLine}; a server without a stream of its own answers 405`;
    const finding =
      gone === undefined ? { rule: 'http/no-stream', message } : { rule: 'http/session-lost', message: gone };
    exchange.end(restOf(bytes), response.status === 405 ? [] : [finding]);
    if (gone !== undefined && session.id === within.id) lose([], gone, { session: true });
    return { kind: 'none' };
  }

  /** Streams that the server ends as soon as they are there, each to be resumed at once. */
  function createStreamSpacing(what: string): Spacing {
    const at = (): string => new Date(world.wall()).toISOString();
    return createSpacing(world, STREAMS, (loop) =>
      emit({
        ...{ type: 'life', event: 'throttled', at: at() },
        detail: `the server ends the event stream of ${what} whenever it is resumed: ${loop}`,
      }),
    );
  }

  const spaced = (spacing: Spacing, ms: number): number => (ms >= SLOW ? ms : Math.max(ms, spacing.wait()));

  /** Waits; false when the connection is closed meanwhile. */
  function pause(ms: number): Promise<boolean> {
    if (closing !== undefined) return Promise.resolve(false);
    return new Promise((resolve) => {
      const done = (): void => {
        stop();
        pauses.delete(done);
        resolve(closing === undefined);
      };
      const stop = world.later(ms, done);
      pauses.add(done);
    });
  }

  function close(): Promise<void> {
    closing ??= closeAll();
    return closing;
  }

  async function closeAll(): Promise<void> {
    await atMost(world, LAST_SENT, arrivals.all());
    if (session.id !== undefined) await atMost(world, GOODBYE, sayGoodbye(begin('DELETE', [])));
    for (const exchange of running) exchange.abort('the connection was closed');
    for (const done of pauses) done();
    fetch.close();
    const at = new Date(world.wall()).toISOString();
    transport.oncapture?.({ type: 'life', event: 'exit', at, detail: 'the connection was closed' });
    transport.onclose?.();
  }

  /** Ends the session; a server that keeps its sessions answers 405 (basic/transports#session-management). */
  async function sayGoodbye(exchange: Exchange): Promise<void> {
    try {
      exchange.end(restOf(await collect(await exchange.response)));
    } catch (error) {
      exchange.broke(error instanceof Error ? error.message : String(error));
    }
  }

  function killNow(): void {
    fetch.close();
  }

  return transport;
}
