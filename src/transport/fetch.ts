import type { ClientRequest, IncomingMessage } from 'node:http';
import type { LookupFunction, Socket } from 'node:net';
import { emptyToken } from '../session/authorization.ts';
import type { Capture, HeaderLine, HttpEntry, HttpPurpose } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import type { Finding } from '../spec/finding.ts';
import { seconds } from '../text/measure.ts';
import { decoded } from './content-encoding.ts';
import type { CookieJar } from './cookies.ts';
import { createDialer, type Dialer } from './dialer.ts';
import { type BreakOff, ExchangeError, exchangeErrorOf } from './exchange-error.ts';
import { redirect, statusLineOf } from './redirect.ts';
import { createSluice, type Hold, inPieces, type Sluice } from './sluice.ts';

/** A request as it is to be sent. `Host`, `Connection` and the length of the body are added. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderLine[];
  readonly body?: string;
  /** The body is told with the request: no frame tells it. */
  readonly told?: boolean;
  /** What it does for authorization. */
  readonly for?: HttpPurpose;
  /** A person asks: authorization that failed before is tried again. */
  readonly asked?: boolean;
  /** ms in which the server must begin to answer; nothing and 0: as long as it likes. */
  readonly within?: number;
  /** It does no harm twice, so that it is sent again when it met a connection that the server had closed. */
  readonly harmless?: boolean;
}

/** A response whose headers are there. */
export interface HttpResponse {
  readonly status: number;
  /** Such as `404 Not Found`. */
  readonly statusLine: string;
  readonly headers: readonly HeaderLine[];
  /** The value of the first header with this name, in any case. */
  header(name: string): string | undefined;
  /**
   * Hands over the body as it comes, decompressed, in small pieces and never more at a turn of the event loop than leaves
   * room for others; once. Rejects with an {@link ExchangeError} when it is cut. Whoever
   * reads it tells the end of the exchange.
   */
  read(onChunk: (chunk: Buffer) => void, hold?: Hold): Promise<void>;
  /** Once it was read: more bytes came than its Content-Length says, and are lost. */
  isLonger?(): boolean;
  /** Where it comes from, after redirects. */
  readonly redirected?: string;
  /** Why authorization did not help, for a response that refuses for lack of it. */
  readonly denied?: string;
  /** The Authorization header that the request carried. */
  readonly authorization?: string;
  /** Where it was given, as the target says. */
  readonly authorizationIn?: string;
  /** The IP address that it came from; unknown behind a proxy, and none of a Unix socket. */
  readonly address?: string;
}

/** One request with all that follows on it. */
export interface Exchange {
  readonly x: number;
  /** Redirects within the origin are followed. Rejects with an {@link ExchangeError}. */
  readonly response: Promise<HttpResponse>;
  /** Tells that the body was read to its end, and what of it is no frame. */
  end(rest?: Pick<HttpEntry, 'body' | 'base64'>, findings?: readonly Finding[]): void;
  /** Tells that the body was cut, with the sentence of the error. */
  broke(why: string, findings?: readonly Finding[]): void;
  /** Breaks it off, for a reason in words. */
  abort(why: string): void;
  /** Has the request not be sent again where it waits for authorization, for a reason in words. */
  withdraw?(why: string): void;
  /** Whether its end has been told, as it is when it was broken off from here. */
  isOver(): boolean;
}

/** Sends a request at once; what happens in its exchange is captured, in the order of the wire. */
export interface Fetch {
  (request: HttpRequest): Exchange;
  /** Closes all connections at once. */
  close(): void;
}

/** What exchanges need of who makes them. */
export interface FetchDeps {
  readonly emit: (capture: Capture) => void;
  /** Numbers the exchanges of a connection from 1. */
  readonly nextExchange: () => number;
  /** Keeps the cookies of the server; without it there are none. */
  readonly cookies?: CookieJar;
}

/** A response, and what went wrong with its connection since. */
interface Answered {
  readonly message: IncomingMessage;
  readonly fault: () => Error | undefined;
  /** To the second try, after a connection that was closed. */
  readonly isAgain?: true;
}

/** The way to a server: what holds for all its exchanges. */
interface Way {
  readonly target: HttpTarget;
  readonly deps: FetchDeps;
  readonly dialer: Dialer;
  /** That certificates are not checked is still to be told, and so is an empty token. */
  unchecked: boolean;
  untold: boolean;
  /** Something was answered. */
  isKnown: boolean;
}

/** An exchange that runs. */
interface Running {
  readonly way: Way;
  readonly request: HttpRequest;
  readonly x: number;
  current: ClientRequest | undefined;
  /** Bytes that its connection had brought before. */
  begun: number;
  /** Its end has been told. */
  over: boolean;
}

const UNSENT = 'it was not sent again: the server may have begun with it';
const KEPT = 'the server closed a connection that was kept alive just when the next request was sent on it';

/**
 * The one way to a remote server. It is Node.js's own client rather than `fetch`: headers go out and are recorded
 * exactly as they are, in both directions, and a stream may be silent for as long as it likes.
 *
 *   send ─┬▶ response ─┬▶ a redirect that may be followed ─▶ send
 *         │            └▶ anything else ─▶ handed over; its reader tells the end
 *         ├▶ a connection that the server had closed ─▶ send once more, where that does no harm
 *         └▶ error ─▶ told, and thrown
 *
 * @param lookup looks names up in place of the system
 */
export function createFetch(target: HttpTarget, deps: FetchDeps, lookup?: LookupFunction): Fetch {
  const dialer = createDialer(target, lookup);
  const way: Way = { target, deps, dialer, unchecked: target.insecure, untold: true, isKnown: false };
  return Object.assign((request: HttpRequest) => begin(way, request), { close: dialer.close });
}

function begin(way: Way, request: HttpRequest): Exchange {
  const r: Running = { way, request, x: way.deps.nextExchange(), current: undefined, begun: 0, over: false };
  const response = run(r);
  // Whoever gives an exchange up need not look at it again.
  response.catch(() => {});
  return {
    x: r.x,
    response,
    end: (rest, findings) => close(r, { phase: 'end', ...rest }, findings),
    broke: (why, findings) => close(r, { phase: 'error', detail: why }, findings),
    abort(why) {
      close(r, { phase: 'error', detail: why });
      r.current?.destroy(new ExchangeError(why));
    },
    isOver: () => r.over,
  };
}

/** What is told of an exchange. */
type Told = Omit<HttpEntry, keyof Numbers | 'type' | 'x'>;

function tell({ way, x }: Running, entry: Told, findings: readonly Finding[] = []): void {
  way.deps.emit({ type: 'http', x, ...entry, ...(findings.length > 0 ? { findings } : {}) });
}

/** Tells the end, once. */
function close(r: Running, entry: Told, findings?: readonly Finding[]): void {
  if (r.over) return;
  r.over = true;
  tell(r, entry, findings);
}

/** Sends the request, follows redirects, and gives the response whose headers have come. */
async function run(r: Running): Promise<HttpResponse> {
  const { request, way } = r;
  const { method } = request;
  let url = new URL(request.url);
  try {
    for (let followed = 0; ; followed += 1) {
      const answered = await sendSurely(r, url);
      const { message, isAgain } = answered;
      way.isKnown = true;
      const step = redirect(message, url, method, followed, request.for !== undefined);
      const headers = pairs(message.rawHeaders);
      way.deps.cookies?.keep(url, headers);
      const again = isAgain
        ? [{ rule: 'http/kept-alive', message: `${KEPT}; ${method} was sent again` }]
        : [];
      const findings = [...again, ...(step?.findings ?? [])];
      tell(r, { phase: 'response', status: message.statusCode ?? 0, headers }, findings);
      if (step === undefined) return handedOver(r, answered, headers, url, followed > 0);
      message.resume();
      if ('refused' in step) throw new ExchangeError(step.refused);
      url = step.to;
    }
  } catch (error) {
    throw fail(r, error, url);
  }
}

function handedOver(
  { way: { target }, request }: Running,
  answered: Answered,
  headers: readonly HeaderLine[],
  url: URL,
  isRedirected: boolean,
): HttpResponse {
  const [, authorization] = request.headers.find(isAuthorization) ?? [];
  return {
    ...responseOf(answered, headers, (error, body) => exchangeErrorOf(error, url, target, body)),
    ...(authorization === undefined ? {} : { authorization }),
    ...(target.authorizationIn === undefined ? {} : { authorizationIn: target.authorizationIn }),
    ...addressOf(answered.message, target),
    ...(isRedirected ? { redirected: url.href } : {}),
  };
}

/** Sends it, and once more when it met a closed connection, if the server cannot have begun or that does no harm. */
async function sendSurely(r: Running, url: URL): Promise<Answered> {
  try {
    return await send(r, url);
  } catch (error) {
    const isUnwritten = (error as NodeJS.ErrnoException).code === 'EPIPE';
    const { harmless = r.request.method !== 'POST' } = r.request;
    const mayRepeat = isUnwritten || (harmless && broken(r, url).came === 0);
    if (r.over || !metDeadSocket(r, error) || !mayRepeat) throw error;
    return { ...(await send(r, url)), isAgain: true };
  }
}

function send(r: Running, url: URL): Promise<Answered> {
  const { request, way } = r;
  const { method, body, within = 0 } = request;
  const own = headersOf(request, url, way.dialer.keeps());
  const headers = way.deps.cookies?.dress(url, own) ?? own;
  const purpose = request.for === undefined ? {} : { for: request.for };
  const told = request.told && body !== undefined ? { body } : {};
  tell(r, { phase: 'request', ...purpose, method, url: url.href, headers, ...told }, warnings(r, url));
  const sent = way.dialer.request(url, { method, headers: headers.flat() });
  r.current = sent;
  sent.once('socket', (socket) => {
    r.begun = socket.bytesRead;
  });
  const silent = `${method} was not answered within ${seconds(within)}`;
  if (within > 0) sent.setTimeout(within, () => sent.destroy(new ExchangeError(silent)));
  return new Promise((resolve, reject) => {
    let fault: Error | undefined;
    sent.once('response', (message) => {
      if (within > 0) sent.setTimeout(0);
      resolve({ message, fault: () => fault });
    });
    sent.once('upgrade', (message, socket) => {
      socket.destroy();
      reject(new ExchangeError(`${method} was answered ${statusLineOf(message)}, which was not asked for`));
    });
    sent.on('error', (error) => {
      fault ??= error;
      reject(error);
    });
    sent.end(body);
  });
}

/** What is known of an exchange without a response. */
function broken({ current, begun, way }: Running, url: URL): BreakOff {
  const socket: (Socket & { readonly secureConnecting?: boolean }) | null | undefined = current?.socket;
  const came = url.protocol === 'https:' || !socket ? 0 : socket.bytesRead - begun;
  return { came, isKnown: way.isKnown, isHandshake: socket?.secureConnecting === true };
}

/** Tells the error that ends the exchange, and gives it in words. */
function fail(r: Running, error: unknown, url: URL): ExchangeError {
  const failure = exchangeErrorOf(error, url, r.way.target, broken(r, url));
  const { code } = error as NodeJS.ErrnoException;
  const isDead = !r.over && metDeadSocket(r, error);
  const detail = isDead ? `${failure.message}; ${UNSENT}` : failure.message;
  close(r, { phase: 'error', detail, ...(code === undefined ? {} : { code }) });
  return isDead ? new ExchangeError(detail, { cause: failure }) : failure;
}

/** Whether the connection was one that the server had closed, or was about to. None is used again from then on. */
function metDeadSocket({ current, way }: Running, error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  const isDead = current?.reusedSocket === true && (code === 'ECONNRESET' || code === 'EPIPE');
  if (isDead) way.dialer.keepNone();
  return isDead;
}

/** Each once for a connection. */
function warnings({ way, request }: Running, { protocol, host }: URL): readonly Finding[] {
  const found: Finding[] = [];
  if (way.unchecked && protocol === 'https:') {
    way.unchecked = false;
    found.push({ rule: 'http/insecure', message: `the certificate of ${host} is not checked (--insecure)` });
  }
  const [, given] = way.untold ? (request.headers.find(isAuthorization) ?? []) : [];
  const empty = given === undefined ? undefined : emptyToken(given);
  if (empty !== undefined) {
    way.untold = false;
    found.push({ rule: 'auth/empty-token', message: empty });
  }
  return found;
}

function addressOf({ socket }: IncomingMessage, { proxy }: HttpTarget): Pick<HttpResponse, 'address'> {
  const { remoteAddress: address } = socket;
  return proxy !== undefined || address === undefined ? {} : { address };
}

const isAuthorization = ([name]: HeaderLine): boolean => name.toLowerCase() === 'authorization';

type Numbers = Pick<HttpEntry, 'seq' | 't' | 'conn' | 'session' | 'redacted'>;

/** The headers with those that HTTP itself needs, in the order in which they are sent. */
function headersOf({ headers, body }: HttpRequest, { host }: URL, keeps: boolean): HeaderLine[] {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const own: readonly HeaderLine[] = [
    ['Host', host],
    ...(body === undefined ? [] : ([['Content-Length', String(Buffer.byteLength(body))]] as const)),
    ['Connection', keeps ? 'keep-alive' : 'close'],
  ];
  return [...own.filter(([name]) => !given.has(name.toLowerCase())), ...headers];
}

/** Headers as Node.js gives them, names and values in turn. */
export function pairs(flat: readonly string[]): HeaderLine[] {
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at] ?? '', flat[2 * at + 1] ?? '']);
}

function responseOf(
  { message, fault }: Answered,
  headers: readonly HeaderLine[],
  fail: (error: unknown, broken: BreakOff) => ExchangeError,
): HttpResponse {
  const header = (name: string): string | undefined =>
    headers.find(([known]) => known.toLowerCase() === name)?.[1];
  const length = /^\d+$/.exec(header('content-length') ?? '')?.[0];
  let isLonger = false;
  return {
    status: message.statusCode ?? 0,
    statusLine: statusLineOf(message),
    headers,
    header: (name) => header(name.toLowerCase()),
    isLonger: () => isLonger,
    async read(onChunk, hold) {
      let came = 0;
      let sluice: Sluice | undefined;
      let explain = (error: unknown): unknown => error;
      const count = (chunk: Buffer): void => {
        came += chunk.length;
      };
      try {
        const encoding = header('content-encoding') ?? '';
        const body = encoding === '' ? undefined : await decoded(message, encoding);
        const { stream = message } = body ?? {};
        explain = body?.explain ?? explain;
        await new Promise<void>((resolve, reject) => {
          message.on('error', reject).on('data', count);
          stream.on('error', reject);
          sluice = createSluice(stream, inPieces(onChunk), { hold });
          stream.once('end', () => {
            isLonger = length !== undefined && fault() !== undefined;
            void sluice?.drained().then(resolve);
          });
        });
      } catch (error) {
        sluice?.stop();
        const of = length === undefined ? undefined : Number(length);
        throw fail(fault() ?? explain(error), { came, body: { of } });
      }
    },
  };
}
