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

/** A request to send. `Host`, `Connection` and the length of the body are added. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderLine[];
  readonly body?: string;
  /** The body is recorded with the request, as no frame holds it. */
  readonly recordsBody?: boolean;
  /** What it does for authorization. */
  readonly for?: HttpPurpose;
  /** Made by a person: authorization that failed before is tried again. */
  readonly asked?: boolean;
  /** ms in which the server must begin to answer; absent or 0: no limit. */
  readonly within?: number;
  /** It may be sent twice, so it is sent again if the server had closed the connection. */
  readonly harmless?: boolean;
}

/** A response whose headers have arrived. */
export interface HttpResponse {
  readonly status: number;
  /** Such as `404 Not Found`. */
  readonly statusLine: string;
  readonly headers: readonly HeaderLine[];
  /** The value of the first header with this name, in any case. */
  header(name: string): string | undefined;
  /**
   * Reads the body as it arrives, once: decompressed, in small pieces, and only for a moment in each turn of the event
   * loop. Rejects with an {@link ExchangeError} when it is cut. The reader reports the end of the exchange.
   */
  read(onChunk: (chunk: Buffer) => void, hold?: Hold): Promise<void>;
  /** After reading: more bytes came than its Content-Length says, and are lost. */
  isLonger?(): boolean;
  /** The URL after redirects. */
  readonly redirected?: string;
  /** Why authorization failed, for a response that requires it. */
  readonly denied?: string;
  /** The Authorization header that the request carried. */
  readonly authorization?: string;
  /** Where that header was given, according to the target. */
  readonly authorizationIn?: string;
  /** The IP address that it came from; unknown behind a proxy and for a Unix socket. */
  readonly address?: string;
}

/** One request with everything that follows it. */
export interface Exchange {
  readonly x: number;
  /** Redirects within the origin are followed. Rejects with an {@link ExchangeError}. */
  readonly response: Promise<HttpResponse>;
  /** Reports that the body was read to its end, and the part of it that no frame holds. */
  end(rest?: Pick<HttpEntry, 'body' | 'base64'>, findings?: readonly Finding[]): void;
  /** Reports that the body was cut, with the sentence of the error. */
  broke(why: string, findings?: readonly Finding[]): void;
  /** Aborts it, for a reason in words. */
  abort(why: string): void;
  /** Keeps the request from being sent again after authorization, for a reason in words. */
  withdraw?(why: string): void;
  /** Whether its end has been reported, which an abort does. */
  isOver(): boolean;
}

/** Sends a request at once; what happens in its exchange is captured in wire order. */
export interface Fetch {
  (request: HttpRequest): Exchange;
  /** Closes all connections at once. */
  close(): void;
}

/** What exchanges need. */
export interface FetchDeps {
  readonly emit: (capture: Capture) => void;
  /** Numbers the exchanges of a connection from 1. */
  readonly nextExchange: () => number;
  /** Keeps the cookies of the server; without it there are none. */
  readonly cookies?: CookieJar;
}

/** A response, and the later fault of its connection, if any. */
interface Answered {
  readonly message: IncomingMessage;
  readonly fault: () => Error | undefined;
  /** It answers the second attempt, after a closed connection. */
  readonly isAgain?: true;
}

/** The route to a server: what all its exchanges share. */
interface Route {
  readonly target: HttpTarget;
  readonly deps: FetchDeps;
  readonly dialer: Dialer;
  /** It is still to be reported that certificates are not checked, and that the token is empty. */
  certificateUnchecked: boolean;
  tokenUnchecked: boolean;
  /** The server has answered before. */
  isKnown: boolean;
}

/** An open exchange. */
interface Running {
  readonly route: Route;
  readonly request: HttpRequest;
  readonly x: number;
  current: ClientRequest | undefined;
  /** Bytes that its connection had received before. */
  begun: number;
  /** Its end has been reported. */
  over: boolean;
}

const UNSENT = 'it was not sent again: the server may have begun with it';
const KEPT = 'the server closed a connection that was kept alive just when the next request was sent on it';

/**
 * The only way to a remote server. It is Node.js's own client rather than `fetch`: headers go out and are recorded
 * exactly as they are, in both directions, and a stream may be silent for as long as it likes.
 *
 *   send ─┬▶ response ─┬▶ a redirect that may be followed ─▶ send
 *         │            └▶ anything else ─▶ passed on; its reader reports the end
 *         ├▶ a connection that the server had closed ─▶ send once more, if that does no harm
 *         └▶ error ─▶ reported, and thrown
 *
 * @param lookup looks up names instead of the system
 */
export function createFetch(target: HttpTarget, deps: FetchDeps, lookup?: LookupFunction): Fetch {
  const dialer = createDialer(target, lookup);
  const route: Route = {
    target,
    deps,
    dialer,
    certificateUnchecked: target.insecure,
    tokenUnchecked: true,
    isKnown: false,
  };
  return Object.assign((request: HttpRequest) => begin(route, request), { close: dialer.close });
}

function begin(route: Route, request: HttpRequest): Exchange {
  const r: Running = {
    route,
    request,
    x: route.deps.nextExchange(),
    current: undefined,
    begun: 0,
    over: false,
  };
  const response = run(r);
  // The response of an aborted exchange need not be handled.
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

/** What is recorded of an exchange. */
type HttpEvent = Omit<HttpEntry, keyof Numbers | 'type' | 'x'>;

function record({ route, x }: Running, entry: HttpEvent, findings: readonly Finding[] = []): void {
  route.deps.emit({ type: 'http', x, ...entry, ...(findings.length > 0 ? { findings } : {}) });
}

/** Reports the end, once. */
function close(r: Running, entry: HttpEvent, findings?: readonly Finding[]): void {
  if (r.over) return;
  r.over = true;
  record(r, entry, findings);
}

/** Sends the request, follows redirects, and returns the response once its headers have arrived. */
async function run(r: Running): Promise<HttpResponse> {
  const { request, route } = r;
  const { method } = request;
  let url = new URL(request.url);
  try {
    for (let followed = 0; ; followed += 1) {
      const answered = await sendSurely(r, url);
      const { message, isAgain } = answered;
      route.isKnown = true;
      const step = redirect(message, url, method, followed, request.for !== undefined);
      const headers = pairs(message.rawHeaders);
      route.deps.cookies?.keep(url, headers);
      const again = isAgain
        ? [{ rule: 'http/kept-alive', message: `${KEPT}; ${method} was sent again` }]
        : [];
      const findings = [...again, ...(step?.findings ?? [])];
      record(r, { phase: 'response', status: message.statusCode ?? 0, headers }, findings);
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
  { route: { target }, request }: Running,
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

/** Sends it, and once more after a closed connection, if the server cannot have begun or that does no harm. */
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
  const { request, route } = r;
  const { method, body, within = 0 } = request;
  const own = headersOf(request, url, route.dialer.keeps());
  const headers = route.deps.cookies?.apply(url, own) ?? own;
  const purpose = request.for === undefined ? {} : { for: request.for };
  const recorded = request.recordsBody && body !== undefined ? { body } : {};
  record(r, { phase: 'request', ...purpose, method, url: url.href, headers, ...recorded }, warnings(r, url));
  const sent = route.dialer.request(url, { method, headers: headers.flat() });
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

/** What is known about an exchange without a response. */
function broken({ current, begun, route }: Running, url: URL): BreakOff {
  const socket: (Socket & { readonly secureConnecting?: boolean }) | null | undefined = current?.socket;
  const came = url.protocol === 'https:' || !socket ? 0 : socket.bytesRead - begun;
  return { came, isKnown: route.isKnown, isHandshake: socket?.secureConnecting === true };
}

/** Reports the error that ends the exchange, and returns it in words. */
function fail(r: Running, error: unknown, url: URL): ExchangeError {
  const failure = exchangeErrorOf(error, url, r.route.target, broken(r, url));
  const { code } = error as NodeJS.ErrnoException;
  const isDead = !r.over && metDeadSocket(r, error);
  const detail = isDead ? `${failure.message}; ${UNSENT}` : failure.message;
  close(r, { phase: 'error', detail, ...(code === undefined ? {} : { code }) });
  return isDead ? new ExchangeError(detail, { cause: failure }) : failure;
}

/** Whether the server had closed the connection, or was about to. From then on none is used twice. */
function metDeadSocket({ current, route }: Running, error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  const isDead = current?.reusedSocket === true && (code === 'ECONNRESET' || code === 'EPIPE');
  if (isDead) route.dialer.keepNone();
  return isDead;
}

/** Findings that are reported once a connection. */
function warnings({ route, request }: Running, { protocol, host }: URL): readonly Finding[] {
  const found: Finding[] = [];
  if (route.certificateUnchecked && protocol === 'https:') {
    route.certificateUnchecked = false;
    found.push({ rule: 'http/insecure', message: `the certificate of ${host} is not checked (--insecure)` });
  }
  const [, given] = route.tokenUnchecked ? (request.headers.find(isAuthorization) ?? []) : [];
  const empty = given === undefined ? undefined : emptyToken(given);
  if (empty !== undefined) {
    route.tokenUnchecked = false;
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

/** The headers with those that HTTP itself needs, in the order they are sent. */
function headersOf({ headers, body }: HttpRequest, { host }: URL, keeps: boolean): HeaderLine[] {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const own: readonly HeaderLine[] = [
    ['Host', host],
    ...(body === undefined ? [] : ([['Content-Length', String(Buffer.byteLength(body))]] as const)),
    ['Connection', keeps ? 'keep-alive' : 'close'],
  ];
  return [...own.filter(([name]) => !given.has(name.toLowerCase())), ...headers];
}

/** Headers from the flat list of Node.js, names and values in turn. */
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
