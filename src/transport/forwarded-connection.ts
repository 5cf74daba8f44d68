import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpTarget } from '../session/target.ts';
import { connectTo } from './connecting.ts';
import { createEventStart, type EventStart } from './event-start.ts';
import { exchangeErrorOf } from './exchange-error.ts';
import type { BrokenExchange, ExchangeWatcher, LookOn } from './exchange-watcher.ts';
import { forward, type Place, type UnforwardedRequest } from './forwarded-head.ts';
import { createHttpWire, type HttpHead, type HttpWire, requestBody, responseBody } from './http-wire.ts';

/** What a connection passes between. */
interface ForwardedParts {
  readonly client: Socket;
  readonly target: HttpTarget;
  readonly place: Place;
  readonly lookOn: LookOn;
  /** Of the connection, from 1. */
  readonly number: number;
}

/** One connection of a client, with its own to the server. */
export interface ForwardedConnection {
  /** Ends it once no exchange is under way. */
  end(): void;
  /** Ends it at once. */
  kill(): void;
}

/** A request that has passed, while its answer is under way. */
interface Under {
  readonly method: string;
  readonly watcher: ExchangeWatcher;
  /** It is a tunnel by now. */
  isTunnel: boolean;
}

interface State extends ForwardedParts {
  server: Socket | undefined;
  /** What waits until the server is reached. */
  readonly early: Buffer[];
  earlySize: number;
  /** The exchanges whose answers have not ended, in order. */
  readonly under: Under[];
  readonly requests: HttpWire;
  readonly answers: HttpWire;
  /** The exchange whose request passes now. */
  sending: Under | undefined;
  /** The beginning of an answer that may be an event stream with an endpoint. */
  start: EventStart | undefined;
  /** Who ended first, and with which error. */
  ender: 'client' | 'server' | undefined;
  error: Error | undefined;
  isDialing: boolean;
  /** The rest of a line of the server is not passed on: it ended a chunk that had to be written anew. */
  skipsLine: boolean;
  /** The client was answered by us, and nothing more passes. */
  isRefused: boolean;
  isEnding: boolean;
}

/** ms for a client to read an answer of ours, and to stop sending. */
const LAST = 2_000;
/** Bytes that wait until the server is reached before no more are read. */
const EARLY = 256 * 1024;
/** ms after the end of a client in which an answer may still come. */
const SOON = 1_000;

export function createForwardedConnection(parts: ForwardedParts): ForwardedConnection {
  const { client } = parts;
  const s: State = {
    ...parts,
    server: undefined,
    early: [],
    earlySize: 0,
    under: [],
    requests: createHttpWire({
      head: (head) => takeRequest(s, head),
      raw: (bytes) => toServer(s, bytes),
      data(bytes) {
        if (s.sending?.isTunnel === true) s.sending.watcher.tunnelled('c2s', bytes);
        else s.sending?.watcher.sent(bytes);
      },
      end(trailers) {
        s.sending?.watcher.wasSent(trailers);
      },
      fault(why, isInHead) {
        if (isInHead) refuseNext(s, { status: 400, why: `this is not a request of HTTP: ${why}` }, '');
      },
    }),
    answers: createHttpWire({
      head: (head) => takeAnswer(s, head),
      data(bytes) {
        const [under] = s.under;
        if (s.start?.data(bytes) === true) return;
        if (under?.isTunnel === true) under.watcher.tunnelled('s2c', bytes);
        else under?.watcher.came(bytes);
      },
      end(trailers) {
        tellHeld(s);
        s.under.shift()?.watcher.ended(trailers);
        if (s.isEnding && s.under.length === 0) setImmediate(() => end(s));
      },
      fault(why) {
        s.under[0]?.watcher.broke({ by: 'server', why: `the answer is not valid HTTP: ${why}` });
      },
    }),
    sending: undefined,
    start: undefined,
    ender: undefined,
    error: undefined,
    ...{ isDialing: false, isRefused: false, isEnding: false, skipsLine: false },
  };
  client.on('data', (chunk) => {
    if (!s.isRefused) s.requests.push(chunk);
  });
  client.on('end', () => clientEnded(s));
  client.on('error', (error) => {
    s.ender ??= 'client';
    s.error ??= error;
  });
  client.on('close', (hadError) => {
    s.ender ??= 'client';
    if (hadError) reset(s.server);
    else s.server?.destroy();
    over(s);
  });
  return {
    end() {
      s.isEnding = true;
      if (s.under.length === 0) end(s);
    },
    kill() {
      client.destroy();
      s.server?.destroy();
    },
  };
}

function end(s: State): void {
  s.client.end();
  s.server?.end();
  if (s.server === undefined) s.client.destroySoon();
}

/** Passes on the head of a request, or answers it. */
function takeRequest(s: State, head: HttpHead) {
  if (s.isRefused) return 'rest';
  const forwarded = forward(head, s.place);
  if ('why' in forwarded) {
    refuseNext(s, forwarded, head.first);
    return 'rest';
  }
  const { bytes, request } = forwarded;
  toServer(s, bytes);
  const under: Under = { method: request.method, watcher: s.lookOn(request, s.number), isTunnel: false };
  s.under.push(under);
  s.sending = under;
  if (s.server === undefined && !s.isDialing) void dial(s);
  return requestBody(head.headers);
}

async function dial(s: State): Promise<void> {
  s.isDialing = true;
  try {
    const server = await connectTo(s.target);
    if (s.client.destroyed) server.destroy();
    else join(s, server);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const { message } = exchangeErrorOf(error, new URL(s.target.url), s.target);
    s.client.resume();
    const isHead = s.under[0]?.method === 'HEAD';
    refuse(s, { status: 502, why: message, isHead, ...(code === undefined ? {} : { code }) });
  }
}

/** From now on bytes pass both ways. */
function join(s: State, server: Socket): void {
  const { client } = s;
  s.server = server;
  server.setNoDelay?.(true);
  for (const bytes of s.early.splice(0)) server.write(bytes);
  client.resume();
  server.on('drain', () => client.resume());
  client.on('drain', () => server.resume());
  server.on('data', (chunk) => fromServer(s, chunk));
  server.on('end', () => {
    s.ender ??= 'server';
    release(s);
    s.answers.finish();
    client.end();
  });
  server.on('error', (error) => {
    s.ender ??= 'server';
    s.error ??= error;
  });
  server.on('close', (hadError) => {
    s.ender ??= 'server';
    release(s);
    // What was passed before is to be read before the connection is reset.
    if (hadError) client.write('', () => reset(client));
    else client.end();
    over(s);
  });
  if (s.ender === 'client') server.end();
}

function toServer(s: State, bytes: Buffer): void {
  if (s.isRefused) return;
  if (s.server === undefined) {
    s.early.push(bytes);
    s.earlySize += bytes.length;
    if (s.earlySize > EARLY) s.client.pause();
  } else if (!s.server.write(bytes)) s.client.pause();
}

/** Passes bytes before they are looked at, unless an answer begins that may have to be changed. */
function fromServer(s: State, chunk: Buffer): void {
  const [under] = s.under;
  if (s.start === undefined && under?.method === 'GET' && s.answers.isBetween())
    s.start = createEventStart(s.answers, s.place);
  if (s.start === undefined) {
    toClient(s, s.skipsLine ? restOf(s, chunk) : chunk);
    s.answers.push(chunk);
    return;
  }
  s.start.raw(chunk);
  s.answers.push(chunk);
  const isOver = under !== s.under[0];
  const found = s.start.settle();
  if (found === undefined && !isOver) return;
  if (found?.moved !== undefined) {
    const { was, now } = found.moved;
    s.skipsLine = found.skipsLine;
    under?.watcher.moved(was, now);
  }
  release(s, found?.goesOn);
}

/** Tells what the body that is held says. */
function tellHeld({ start, under: [first] }: State): void {
  for (const bytes of start?.untold() ?? []) first?.watcher.came(bytes);
}

/** What follows the end of a line that the client has got already. */
function restOf(s: State, chunk: Buffer): Buffer {
  const at = chunk.indexOf('\n');
  if (at >= 0) s.skipsLine = false;
  return at < 0 ? Buffer.alloc(0) : chunk.subarray(at + 1);
}

/** Passes on what was held. */
function release(s: State, goesOn = false): void {
  const { start } = s;
  tellHeld(s);
  if (!goesOn) s.start = undefined;
  if (start !== undefined) for (const bytes of start.take()) toClient(s, bytes);
}

function toClient(s: State, bytes: Buffer): void {
  if (s.client.writable && !s.client.write(bytes)) s.server?.pause();
}

const STATUS = /^HTTP\/1\.\d (\d{3})(?: (.*))?$/;

function takeAnswer(s: State, { first, headers }: HttpHead) {
  const [, code = '', reason = ''] = STATUS.exec(first) ?? [];
  const [under] = s.under;
  if (code === '') {
    s.start?.settled();
    under?.watcher.broke({
      by: 'server',
      why: `the answer is not HTTP: it begins with ${JSON.stringify(first.slice(0, 60))}`,
    });
    return 'rest';
  }
  const status = Number(code);
  const plan = responseBody(status, under?.method ?? '', headers);
  under?.watcher.answered({ status, statusLine: `${code} ${reason}`.trimEnd(), headers });
  if (plan === 'head') return plan;
  s.start?.head(status, headers);
  if (plan === 'tunnel' && under !== undefined) {
    under.isTunnel = true;
    s.requests.tunnel();
  }
  return plan;
}

/** Refuses the request that comes next. Where answers to others are awaited, they are the last: ours would be taken for one of them. */
function refuseNext(s: State, { status, why }: UnforwardedRequest, first: string): void {
  s.sending = undefined;
  if (s.under.length === 0) refuse(s, { status, why, isHead: first.startsWith('HEAD ') });
  else Object.assign(s, { isRefused: true, isEnding: true });
}

/** An answer of ours. */
interface Refusal extends Omit<BrokenExchange, 'by'> {
  readonly status: number;
  /** The request asks for the head alone. */
  readonly isHead: boolean;
}

/** Answers a request in place of the server, with a sentence, and ends the connection. */
function refuse(s: State, { status, isHead, ...how }: Refusal): void {
  s.isRefused = true;
  const { client } = s;
  const broken: BrokenExchange = { by: 'tap', ...how };
  for (const { watcher } of s.under.splice(0)) watcher.broke(broken);
  const body = Buffer.from(`mcp-loupe tap: ${how.why}\n`);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  client.write(`${head.join('\r\n')}\r\n\r\n`);
  if (!isHead) client.write(body);
  client.end();
  s.server?.destroy();
  client.setTimeout(LAST, () => client.destroy());
}

function clientEnded(s: State): void {
  s.ender ??= 'client';
  if (s.under.length === 0 && (s.isRefused || (s.server === undefined && !s.isDialing))) s.client.end();
  s.server?.end();
  // A client that has gone looks like one that has only ended its side.
  if (s.under.length > 0) setTimeout(() => over(s), SOON).unref();
}

/** Tells of exchanges that ended before their end. */
function over(s: State): void {
  const who = s.ender === 'client' ? 'the client' : 'the server';
  const did = (s.error as NodeJS.ErrnoException | undefined)?.code === 'ECONNRESET' ? 'reset' : 'closed';
  for (const { isTunnel, watcher } of s.under.splice(0)) {
    if (isTunnel) watcher.ended([]);
    else
      watcher.broke({
        by: s.ender ?? 'client',
        why: `${who} ${did} the connection before the end of the answer`,
      });
  }
}

/** Ends a connection as one that failed. */
function reset(socket: Socket | undefined): void {
  try {
    socket?.resetAndDestroy();
  } catch {
    // Only TCP can be reset.
    socket?.destroy();
  }
}
