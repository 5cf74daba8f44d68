import { type Capture, type HeaderLine, WAS_CLOSED } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import type { Id } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import { seconds } from '../text/measure.ts';
import { urlOf } from '../text/url.ts';
import { atMost } from '../time/at-most.ts';
import { excerpt, kindOf, readBody, restOf, wholeBytes } from './body.ts';
import { readEvents, type StreamEvent } from './event-stream.ts';
import type { Exchange, Fetch, HttpRequest, HttpResponse } from './fetch.ts';
import { headersFor, isHarmless, readSent, type SentMessage } from './http-message.ts';
import { refusalOf, withText } from './http-verdict.ts';
import {
  type Arrivals,
  createArrivals,
  LAST_SENT,
  passOn,
  posting,
  type RemoteDeps,
  reportEnd,
  sending,
  wholeBody,
} from './remote.ts';
import { StartError, type Transport } from './transport.ts';

/** ms to wait for the endpoint event. */
const ENDPOINT = 10_000;
/** ms for reading the body of an answer that is not an event stream. */
const REFUSAL = 2_000;

const POST: readonly HeaderLine[] = [['Content-Type', 'application/json']];
const GET: readonly HeaderLine[] = [['Accept', 'text/event-stream']];

/** What a connection over HTTP+SSE knows. */
interface Sse {
  readonly target: HttpTarget;
  readonly deps: RemoteDeps;
  readonly transport: Transport;
  readonly arrivals: Arrivals;
  readonly fetch: Fetch;
  /** The revision that was negotiated. */
  version: string | undefined;
  stream: Exchange | undefined;
  /** Where messages go. */
  endpoint: string | undefined;
  isOver: boolean;
  isClosing: boolean;
}

/**
 * Speaks with a server over HTTP+SSE (basic/transports#http-with-sse, 2024-11-05).
 *
 *   start() ─▶ GET ─▶ endpoint event ─▶ messages … ─▶ the stream ends ─▶ life `exit`, onclose()
 *                          └▶ message ─▶ POST to the endpoint ─▶ 202
 */
export function createSseTransport(target: HttpTarget, deps: RemoteDeps): Transport {
  const arrivals = createArrivals(deps);
  const transport: Transport = {
    start: () => start(s),
    ...sending(
      () => transport,
      (text) => post(s, text),
    ),
    close: () => close(s),
    killNow: () => s.fetch.close(),
    delivered: arrivals.all,
    setProtocolVersion(negotiated) {
      s.version = negotiated;
    },
  };
  const s: Sse = {
    target,
    deps,
    transport,
    arrivals,
    fetch: deps.openFetch((capture) => emit(s, capture)),
    version: undefined,
    stream: undefined,
    endpoint: undefined,
    isOver: false,
    isClosing: false,
  };
  return transport;
}

const emit = (s: Sse, capture: Capture): void =>
  passOn(s.transport, capture, (ids, why) => lose(s, ids, why));

function begin(
  s: Sse,
  method: string,
  url: string,
  about: readonly HeaderLine[],
  more: Pick<HttpRequest, 'body' | 'within' | 'harmless'>,
): Exchange {
  return s.fetch({ method, url, headers: headersFor(s.target, { version: s.version }, about), ...more });
}

async function start(s: Sse): Promise<void> {
  const exchange = begin(s, 'GET', s.target.url, GET, { within: s.deps.connectTimeout });
  s.stream = exchange;
  const response = await exchange.response.catch((error: Error) => {
    throw new StartError(error.message, { cause: error });
  });
  if (response.status !== 200 || kindOf(response) !== 'events') throw await noStream(s, exchange, response);
  await new Promise<void>((resolve, reject) => listen(s, exchange, response, resolve, reject));
}

async function noStream(s: Sse, exchange: Exchange, response: HttpResponse): Promise<StartError> {
  const body = wholeBytes(response).catch(() => Buffer.alloc(0));
  // It may go on for ever, although it is not an event stream.
  const bytes = (await atMost(s.deps, REFUSAL, body)) ? await body : Buffer.alloc(0);
  const asked = { target: s.target, method: 'GET', now: s.deps.wall() };
  const { why, findings, isAboutAccess } = refusalOf(response, bytes, asked);
  exchange.end(restOf(bytes), response.status >= 400 ? findings : []);
  exchange.abort(why);
  if (isAboutAccess) return new StartError(why);
  const type = response.header('content-type');
  const isFine = response.status === 200;
  const what = !isFine ? '' : type === undefined ? ' without a content type' : ` with ${type}`;
  const said = isFine ? withText(`${response.statusLine}${what}`, excerpt(bytes)) : why;
  return new StartError(`GET did not return an event stream, but ${said}`);
}

/** Reads the stream as long as it lasts; its first events decide about the start. */
function listen(
  s: Sse,
  exchange: Exchange,
  response: HttpResponse,
  resolve: () => void,
  reject: (error: StartError) => void,
): void {
  const limit = Math.min(ENDPOINT, s.deps.connectTimeout || ENDPOINT);
  const missing = `no endpoint event came within ${seconds(limit)}`;
  const stopWaiting = s.deps.later(limit, () => {
    exchange.broke(missing, [{ rule: 'http/endpoint', message: missing }]);
    reject(new StartError(`${missing}: is this an HTTP+SSE server?`));
  });
  const check = ({ fields, data = '' }: StreamEvent): readonly Finding[] => {
    if (fields.event !== 'endpoint' || s.endpoint !== undefined) return [];
    stopWaiting();
    const named = endpointOf(data, s.target.url);
    if (named instanceof URL) {
      s.endpoint = named.href;
      resolve();
      return [];
    }
    reject(new StartError(named));
    return [{ rule: 'http/endpoint', message: named }];
  };
  void readEvents(exchange, response, (capture) => emit(s, capture), check, s.arrivals.hold).then(
    ({ broken }) => {
      stopWaiting();
      const why = 'the server closed its event stream';
      if (broken === undefined) exchange.end();
      else exchange.broke(broken);
      reject(new StartError(`${why} before it named its endpoint`));
      if (s.endpoint !== undefined) finish(s, broken === undefined ? why : `${why}: ${broken}`);
    },
  );
}

/** Resolves when the server has begun to answer; rejects when it cannot be reached. */
function post(s: Sse, text: string): Promise<void> {
  if (s.isOver || s.endpoint === undefined) return Promise.reject(new Error('not sent: not connected'));
  const sent = readSent(text);
  const harmless = isHarmless(sent, s.deps.retryCalls ?? false);
  const exchange = begin(s, 'POST', s.endpoint, POST, { body: text, harmless });
  return posting(exchange, text, s.arrivals, {
    emit: (capture) => emit(s, capture),
    answered: (response) => void receive(s, exchange, response, sent),
    failed: ({ message }) => lose(s, sent.ids, message),
  });
}

async function receive(s: Sse, exchange: Exchange, response: HttpResponse, sent: SentMessage): Promise<void> {
  const bytes = await wholeBody(exchange, response);
  if (bytes === undefined) return;
  const body = readBody(bytes, response, exchange);
  const { method } = sent;
  const { why, findings, isAboutAccess } = refusalOf(response, bytes, {
    target: s.target,
    method,
    version: s.version,
    now: s.deps.wall(),
  });
  const isRefused = response.status >= 400;
  const isAnswer = body.messages.length > 0 && !isAboutAccess;
  if (isAnswer) for (const message of body.messages) emit(s, message);
  exchange.end(
    isAnswer ? body.rest : restOf(bytes),
    isRefused && !isAnswer ? findings : isAnswer && !isRefused ? [...body.findings, IN_POST] : body.findings,
  );
  if (isRefused && !isAnswer) lose(s, sent.ids, why);
}

function lose(s: Sse, ids: readonly Id[], why: string): void {
  if (!s.isClosing && ids.length > 0) s.transport.onlost?.({ ids, why, session: false });
}

async function close(s: Sse): Promise<void> {
  if (s.isClosing) return;
  s.isClosing = true;
  await atMost(s.deps, LAST_SENT, s.arrivals.all());
  s.stream?.abort(WAS_CLOSED);
  finish(s, WAS_CLOSED);
}

/** Reports the end, once. */
function finish(s: Sse, detail: string): void {
  if (s.isOver) return;
  s.isOver = true;
  s.fetch.close();
  reportEnd(s.transport, s.deps, detail);
}

/** The body of a refusal may hold its response; any other message belongs on the stream. */
const IN_POST: Finding = {
  rule: 'http/answer-in-post',
  message: 'a message came in the body that answers a POST; over HTTP+SSE it belongs on the event stream',
};

/** Where to post messages, resolved against the URL of the stream; or why not there. */
function endpointOf(data: string, url: string): URL | string {
  const endpoint = urlOf(data, url);
  if (endpoint === undefined) return `the endpoint event does not contain a URL: ${JSON.stringify(data)}`;
  if (endpoint.origin === new URL(url).origin) return endpoint;
  return `the endpoint ${endpoint.href} is on another origin; nothing is sent there`;
}
