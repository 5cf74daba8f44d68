import { type ClientRequest, type IncomingMessage, STATUS_CODES } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, constants as zlib } from 'node:zlib';
import { emptyToken } from '../session/empty-token.ts';
import type { Capture, Finding, HeaderLine, HttpEntry, HttpPurpose } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import { seconds } from './call.ts';
import { ExchangeError, exchangeErrorOf } from './exchange-error.ts';
import { createReach } from './reach.ts';

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
   * Hands over the body as it comes, decompressed; once. Rejects with an {@link ExchangeError} when it is cut. Whoever
   * reads it tells the end of the exchange.
   */
  read(onChunk: (chunk: Buffer) => void): Promise<void>;
  /** Why authorization did not help, for a response that refuses for lack of it. */
  readonly denied?: string;
  /** The Authorization header that the request carried. */
  readonly authorization?: string;
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
export interface FetchWorld {
  readonly emit: (capture: Capture) => void;
  /** Numbers the exchanges of a connection from 1. */
  readonly nextExchange: () => number;
}

/** Redirects that are followed for one request. */
const MOST_REDIRECTS = 5;

/**
 * The one way to a remote server. It is Node.js's own client rather than `fetch`: headers go out and are recorded
 * exactly as they are, in both directions, and a stream may be silent for as long as it likes.
 *
 * @param lookup looks names up in place of the system
 */
export function createFetch(
  target: HttpTarget,
  { emit, nextExchange }: FetchWorld,
  lookup?: LookupFunction,
): Fetch {
  const reach = createReach(target, lookup);
  let unchecked = target.insecure;
  let untold = true;

  const begin = (request: HttpRequest): Exchange => {
    const x = nextExchange();
    let current: ClientRequest | undefined;
    let over = false;

    const tell = (entry: Omit<HttpEntry, keyof Numbers | 'type' | 'x'>, findings: readonly Finding[] = []) =>
      emit({ type: 'http', x, ...entry, ...(findings.length > 0 ? { findings } : {}) });

    const close = (entry: Parameters<typeof tell>[0], findings?: readonly Finding[]): void => {
      if (over) return;
      over = true;
      tell(entry, findings);
    };

    const fail = (error: unknown, url: URL): ExchangeError => {
      const failure = exchangeErrorOf(error, url, target);
      const { code } = error as NodeJS.ErrnoException;
      close({ phase: 'error', detail: failure.message, ...(code === undefined ? {} : { code }) });
      return failure;
    };

    /** Each once for a connection. */
    const warnings = ({ protocol, host }: URL): readonly Finding[] => {
      const found: Finding[] = [];
      if (unchecked && protocol === 'https:') {
        unchecked = false;
        found.push({
          rule: 'http/insecure',
          message: `the certificate of ${host} is not checked (--insecure)`,
        });
      }
      const [, given] = untold ? (request.headers.find(isAuthorization) ?? []) : [];
      const empty = given === undefined ? undefined : emptyToken(given);
      if (empty !== undefined) {
        untold = false;
        found.push({ rule: 'auth/empty-token', message: empty });
      }
      return found;
    };

    const send = (url: URL): Promise<IncomingMessage> => {
      const headers = headersOf(request, url);
      const { method, body } = request;
      const purpose = request.for === undefined ? {} : { for: request.for };
      const told = request.told && body !== undefined ? { body } : {};
      tell({ phase: 'request', ...purpose, method, url: url.href, headers, ...told }, warnings(url));
      const sent = reach.request(url, { method, headers: headers.flat() });
      current = sent;
      const { within = 0 } = request;
      const silent = `${method} was not answered within ${seconds(within)}`;
      if (within > 0) sent.setTimeout(within, () => sent.destroy(new ExchangeError(silent)));
      return new Promise((resolve, reject) => {
        sent.once('response', (message) => {
          if (within > 0) sent.setTimeout(0);
          resolve(message);
        });
        sent.on('error', reject);
        sent.end(body);
      });
    };

    const run = async (): Promise<HttpResponse> => {
      let url = new URL(request.url);
      try {
        for (let followed = 0; ; followed += 1) {
          const message = await send(url);
          const step = redirect(message, url, request.method, followed);
          const headers = pairs(message.rawHeaders);
          tell({ phase: 'response', status: message.statusCode ?? 0, headers }, step?.findings);
          if (step === undefined) {
            const [, authorization] = request.headers.find(isAuthorization) ?? [];
            return {
              ...responseOf(message, headers, (error) => exchangeErrorOf(error, url, target)),
              ...(authorization === undefined ? {} : { authorization }),
              ...addressOf(message, target),
            };
          }
          message.resume();
          if ('refused' in step) throw new ExchangeError(step.refused);
          url = step.to;
        }
      } catch (error) {
        throw fail(error, url);
      }
    };

    const response = run();
    // Whoever gives an exchange up need not look at it again.
    response.catch(() => {});
    return {
      x,
      response,
      end: (rest, findings) => close({ phase: 'end', ...rest }, findings),
      broke: (why, findings) => close({ phase: 'error', detail: why }, findings),
      abort(why) {
        close({ phase: 'error', detail: why });
        current?.destroy(new ExchangeError(why));
      },
      isOver: () => over,
    };
  };

  return Object.assign(begin, { close: reach.close });
}

function addressOf({ socket }: IncomingMessage, { proxy }: HttpTarget): Pick<HttpResponse, 'address'> {
  const { remoteAddress: address } = socket;
  return proxy !== undefined || address === undefined ? {} : { address };
}

const isAuthorization = ([name]: HeaderLine): boolean => name.toLowerCase() === 'authorization';

type Numbers = Pick<HttpEntry, 'seq' | 't' | 'conn' | 'session' | 'redacted'>;

/** The headers with those that HTTP itself needs, in the order in which they are sent. */
function headersOf({ headers, body }: HttpRequest, { host }: URL): HeaderLine[] {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const own: readonly HeaderLine[] = [
    ['Host', host],
    ...(body === undefined ? [] : ([['Content-Length', String(Buffer.byteLength(body))]] as const)),
    ['Connection', 'keep-alive'],
  ];
  return [...own.filter(([name]) => !given.has(name.toLowerCase())), ...headers];
}

function pairs(flat: readonly string[]): HeaderLine[] {
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at] ?? '', flat[2 * at + 1] ?? '']);
}

type Redirect = { readonly findings: readonly Finding[] } & (
  | { readonly to: URL }
  | { readonly refused: string }
);

/**
 * Where a response leads on to, if it does (RFC 9110, 15.4). The method and the body stay, since a message turned into
 * a GET is none; nothing is sent to another origin, credentials least of all.
 */
function redirect(
  message: IncomingMessage,
  from: URL,
  method: string,
  followed: number,
): Redirect | undefined {
  const { statusCode = 0, headers } = message;
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return undefined;
  const line = statusLineOf(message);
  const to = URL.canParse(headers.location, from.href) ? new URL(headers.location, from) : undefined;
  const finding = (says: string): readonly Finding[] => [{ rule: 'http/redirect', message: says }];
  const refuse = (why: string): Redirect => ({ findings: finding(why), refused: why });
  if (to === undefined) return refuse(`${line} to ${headers.location}, which is no URL`);
  if (to.origin !== from.origin) {
    return refuse(
      `${line} to ${to.href} was not followed: it leads to another origin — give that URL instead`,
    );
  }
  if (followed >= MOST_REDIRECTS) return refuse(`${line}, after ${followed} redirects, was not followed`);
  if (statusCode === 303 && method !== 'GET')
    return refuse(`${line} to ${to.href} was not followed: it would turn a ${method} into a GET`);
  return { to, findings: finding(`${line}: ${method} was sent again to ${to.href}`) };
}

const statusLineOf = ({ statusCode = 0, statusMessage }: IncomingMessage): string =>
  `${statusCode} ${statusMessage || STATUS_CODES[statusCode] || ''}`.trimEnd();

function responseOf(
  message: IncomingMessage,
  headers: readonly HeaderLine[],
  fail: (error: unknown) => ExchangeError,
): HttpResponse {
  const header = (name: string): string | undefined =>
    headers.find(([known]) => known.toLowerCase() === name)?.[1];
  return {
    status: message.statusCode ?? 0,
    statusLine: statusLineOf(message),
    headers,
    header: (name) => header(name.toLowerCase()),
    read(onChunk) {
      const stream = decompressed(message, header('content-encoding'));
      return new Promise((resolve, reject) => {
        const broken = (error: Error): void => reject(fail(error));
        message.on('error', broken);
        stream.on('error', broken);
        stream.on('data', onChunk);
        stream.once('end', resolve);
      });
    },
  };
}

/** None is asked for, but some servers compress all the same. What is there is handed on at once, for streams. */
function decompressed(message: IncomingMessage, encoding = ''): Readable {
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return message.pipe(createGunzip({ flush: zlib.Z_SYNC_FLUSH }));
    case 'deflate':
      return message.pipe(createInflate({ flush: zlib.Z_SYNC_FLUSH }));
    case 'br':
      return message.pipe(createBrotliDecompress({ flush: zlib.BROTLI_OPERATION_FLUSH }));
    default:
      return message;
  }
}
