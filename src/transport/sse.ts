import { write } from '../json/write.ts';
import type { Capture, HeaderLine } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import type { Id } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import { seconds } from '../text/measure.ts';
import { atMost } from '../time/at-most.ts';
import { createArrivals } from './arrivals.ts';
import { asSent, spoiltBy } from './body.ts';
import type { StreamEvent } from './event-stream.ts';
import { readEvents } from './events.ts';
import type { Exchange, HttpRequest, HttpResponse } from './fetch.ts';
import { collect, excerpt, kindOf, readBody, restOf } from './http-body.ts';
import { headersFor } from './http-headers.ts';
import { readSent } from './http-sent.ts';
import { refusalOf, withText } from './http-verdict.ts';
import type { RemoteDeps } from './remote-deps.ts';
import { isHarmless } from './replay-policy.ts';
import { StartError, type Transport } from './transport.ts';

/** ms that the endpoint event is waited for. */
const ENDPOINT = 10_000;
/** ms that the body of an answer which is no event stream is read. */
const REFUSAL = 2_000;
/** ms for what was sent last to arrive when we close. */
const LAST_SENT = 500;

const POST: readonly HeaderLine[] = [['Content-Type', 'application/json']];
const GET: readonly HeaderLine[] = [['Accept', 'text/event-stream']];

/**
 * Speaks with a server over HTTP+SSE (basic/transports#http-with-sse, 2024-11-05).
 *
 *   start() ─▶ GET ─▶ endpoint event ─▶ messages … ─▶ the stream ends ─▶ life `exit`, onclose()
 *                          └▶ message ─▶ POST to the endpoint ─▶ 202
 */
export function createSseTransport(target: HttpTarget, world: RemoteDeps): Transport {
  const arrivals = createArrivals(world);
  const transport: Transport = {
    ...{ start, send, sendText, close, killNow, delivered: arrivals.all },
    setProtocolVersion(negotiated) {
      version = negotiated;
    },
  };
  let version: string | undefined;
  let stream: Exchange | undefined;
  let endpoint: string | undefined;
  let isOver = false;
  let isClosing = false;
  const fetch = world.openFetch(emit);

  function emit(capture: Capture): void {
    transport.oncapture?.(capture);
    const spoilt = spoiltBy(capture);
    if (spoilt !== undefined) lose(spoilt.ids, spoilt.why);
    if (capture.type === 'frame' && capture.dir === 's2c') transport.onmessage?.(capture.message as never);
  }

  const begin = (
    method: string,
    url: string,
    about: readonly HeaderLine[],
    more: Pick<HttpRequest, 'body' | 'within' | 'harmless'>,
  ): Exchange => fetch({ method, url, headers: headersFor(target, { version }, about), ...more });

  async function start(): Promise<void> {
    const exchange = begin('GET', target.url, GET, { within: world.connectTimeout });
    stream = exchange;
    const response = await exchange.response.catch((error: Error) => {
      throw new StartError(error.message, { cause: error });
    });
    if (response.status !== 200 || kindOf(response) !== 'events') throw await noStream(exchange, response);
    await new Promise<void>((resolve, reject) => listen(exchange, response, resolve, reject));
  }

  async function noStream(exchange: Exchange, response: HttpResponse): Promise<StartError> {
    const body = collect(response).catch(() => Buffer.alloc(0));
    // What is no event stream may go on for ever all the same.
    const bytes = (await atMost(world, REFUSAL, body)) ? await body : Buffer.alloc(0);
    const asked = { target, method: 'GET', now: world.wall() };
    const { why, findings, isAboutAccess } = refusalOf(response, bytes, asked);
    exchange.end(restOf(bytes), response.status >= 400 ? findings : []);
    exchange.abort(why);
    if (isAboutAccess) return new StartError(why);
    const type = response.header('content-type');
    const isFine = response.status === 200;
    const what = !isFine ? '' : type === undefined ? ' without a content type' : ` with ${type}`;
    const said = isFine ? withText(`${response.statusLine}${what}`, excerpt(bytes)) : why;
    return new StartError(`GET returned no event stream, but ${said}`);
  }

  /** Reads the stream for as long as it lasts; what it begins with decides about the start. */
  function listen(
    exchange: Exchange,
    response: HttpResponse,
    resolve: () => void,
    reject: (error: StartError) => void,
  ): void {
    const limit = Math.min(ENDPOINT, world.connectTimeout || ENDPOINT);
    const missing = `no endpoint event came within ${seconds(limit)}`;
    const stopWaiting = world.later(limit, () => {
      exchange.broke(missing, [{ rule: 'http/endpoint', message: missing }]);
      reject(new StartError(`${missing}: is this an HTTP+SSE server?`));
    });
    const inspect = ({ fields, data = '' }: StreamEvent): readonly Finding[] => {
      if (fields.event !== 'endpoint' || endpoint !== undefined) return [];
      stopWaiting();
      const named = endpointOf(data, target.url);
      if (named instanceof URL) {
        endpoint = named.href;
        resolve();
        return [];
      }
      reject(new StartError(named));
      return [{ rule: 'http/endpoint', message: named }];
    };
    void readEvents(exchange, response, emit, inspect, arrivals.hold).then(({ broken }) => {
      stopWaiting();
      const why = 'the server closed its event stream';
      if (broken === undefined) exchange.end();
      else exchange.broke(broken);
      reject(new StartError(`${why} before it named its endpoint`));
      if (endpoint !== undefined) finish(broken === undefined ? why : `${why}: ${broken}`);
    });
  }

  function sendText(text: string): void {
    post(text).catch((error: Error) => transport.onerror?.(error));
  }

  function send(message: unknown): Promise<void> {
    return post(write(message));
  }

  /** Resolves when the server has begun to answer; rejects when it cannot be reached. */
  function post(text: string): Promise<void> {
    if (isOver || endpoint === undefined)
      return Promise.reject(new Error('not sent: there is no connection'));
    const sent = readSent(text);
    const { ids } = sent;
    const harmless = isHarmless(sent, world.retryCalls ?? false);
    const exchange = begin('POST', endpoint, POST, { body: text, harmless });
    for (const message of asSent(text, exchange)) emit(message);
    const arrived = exchange.response.then(
      (response) => void receive(exchange, response, text),
      (error: Error) => {
        lose(ids, error.message);
        throw error;
      },
    );
    arrivals.add(arrived);
    return arrived;
  }

  async function receive(exchange: Exchange, response: HttpResponse, text: string): Promise<void> {
    const sent = readSent(text);
    let bytes: Buffer;
    try {
      bytes = await collect(response);
    } catch (error) {
      exchange.broke(error instanceof Error ? error.message : String(error));
      return;
    }
    const body = readBody(bytes, response, exchange);
    const { method } = sent;
    const { why, findings, isAboutAccess } = refusalOf(response, bytes, {
      ...{ target, method, version, now: world.wall() },
    });
    const isRefused = response.status >= 400;
    const isAnswer = body.messages.length > 0 && !isAboutAccess;
    if (isAnswer) for (const message of body.messages) emit(message);
    exchange.end(
      isAnswer ? body.rest : restOf(bytes),
      isRefused && !isAnswer
        ? findings
        : isAnswer && !isRefused
          ? [...body.findings, IN_POST]
          : body.findings,
    );
    if (isRefused && !isAnswer) lose(sent.ids, why);
  }

  function lose(ids: readonly Id[], why: string): void {
    if (!isClosing && ids.length > 0) transport.onlost?.({ ids, why, session: false });
  }

  async function close(): Promise<void> {
    if (isClosing) return;
    isClosing = true;
    await atMost(world, LAST_SENT, arrivals.all());
    stream?.abort('the connection was closed');
    finish('the connection was closed');
  }

  /** Says once that nothing comes any more. */
  function finish(detail: string): void {
    if (isOver) return;
    isOver = true;
    fetch.close();
    const at = new Date(world.wall()).toISOString();
    transport.oncapture?.({ type: 'life', event: 'exit', at, detail });
    transport.onclose?.();
  }

  function killNow(): void {
    fetch.close();
  }

  return transport;
}

/** A response to a request that was refused stands in its body; any other message belongs on the stream. */
const IN_POST: Finding = {
  rule: 'http/answer-in-post',
  message: 'a message came in the body that answers a POST; over HTTP+SSE it belongs on the event stream',
};

/** Where messages go, resolved against the URL of the stream; or why they may not go there. */
function endpointOf(data: string, url: string): URL | string {
  if (!URL.canParse(data, url)) return `the endpoint event names no URL: ${JSON.stringify(data)}`;
  const endpoint = new URL(data, url);
  if (endpoint.origin === new URL(url).origin) return endpoint;
  return `the endpoint ${endpoint.href} is of another origin; nothing is sent there`;
}
