import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpTarget } from '../session/target.ts';
import { connectTo } from './connecting.ts';
import { createEventStart, type EventStart } from './event-start.ts';
import { exchangeErrorOf } from './exchange-error.ts';
import { forward, type Place, type UnforwardedRequest } from './forwarded-head.ts';
import { createHttpWire, type HttpHead, type HttpWire, requestBody, responseBody } from './http-wire.ts';
import type { BrokenPassage, LookOn, PassageWatcher } from './passage.ts';

/** What a connection passes between. */
interface PassingParts {
  readonly client: Socket;
  readonly target: HttpTarget;
  readonly place: Place;
  readonly lookOn: LookOn;
  /** Of the connection, from 1. */
  readonly number: number;
}

/** One connection of a client, with its own to the server. */
export interface Passing {
  /** Ends it once no exchange is under way. */
  end(): void;
  /** Ends it at once. */
  kill(): void;
}

/** A request that has passed, while its answer is under way. */
interface Under {
  readonly method: string;
  readonly watcher: PassageWatcher;
  /** It is a tunnel by now. */
  isTunnel: boolean;
}

interface Pass extends PassingParts {
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

export function createPassing(parts: PassingParts): Passing {
  const { client } = parts;
  const p: Pass = {
    ...parts,
    server: undefined,
    early: [],
    earlySize: 0,
    under: [],
    requests: createHttpWire({
      head: (head) => takeRequest(p, head),
      raw: (bytes) => toServer(p, bytes),
      data(bytes) {
        if (p.sending?.isTunnel === true) p.sending.watcher.tunnelled('c2s', bytes);
        else p.sending?.watcher.sent(bytes);
      },
      end(trailers) {
        p.sending?.watcher.wasSent(trailers);
      },
      fault(why, isInHead) {
        if (isInHead) refuseNext(p, { status: 400, why: `this is not a request of HTTP: ${why}` }, '');
      },
    }),
    answers: createHttpWire({
      head: (head) => takeAnswer(p, head),
      data(bytes) {
        const [under] = p.under;
        if (p.start?.data(bytes) === true) return;
        if (under?.isTunnel === true) under.watcher.tunnelled('s2c', bytes);
        else under?.watcher.came(bytes);
      },
      end(trailers) {
        tellHeld(p);
        p.under.shift()?.watcher.ended(trailers);
        if (p.isEnding && p.under.length === 0) setImmediate(() => end(p));
      },
      fault(why) {
        p.under[0]?.watcher.broke({ by: 'server', why: `the answer is not valid HTTP: ${why}` });
      },
    }),
    sending: undefined,
    start: undefined,
    ender: undefined,
    error: undefined,
    ...{ isDialing: false, isRefused: false, isEnding: false, skipsLine: false },
  };
  client.on('data', (chunk) => {
    if (!p.isRefused) p.requests.push(chunk);
  });
  client.on('end', () => clientEnded(p));
  client.on('error', (error) => {
    p.ender ??= 'client';
    p.error ??= error;
  });
  client.on('close', (hadError) => {
    p.ender ??= 'client';
    if (hadError) reset(p.server);
    else p.server?.destroy();
    over(p);
  });
  return {
    end() {
      p.isEnding = true;
      if (p.under.length === 0) end(p);
    },
    kill() {
      client.destroy();
      p.server?.destroy();
    },
  };
}

function end(p: Pass): void {
  p.client.end();
  p.server?.end();
  if (p.server === undefined) p.client.destroySoon();
}

/** Passes on the head of a request, or answers it. */
function takeRequest(p: Pass, head: HttpHead) {
  if (p.isRefused) return 'rest';
  const forwarded = forward(head, p.place);
  if ('why' in forwarded) {
    refuseNext(p, forwarded, head.first);
    return 'rest';
  }
  const { bytes, request } = forwarded;
  toServer(p, bytes);
  const under: Under = { method: request.method, watcher: p.lookOn(request, p.number), isTunnel: false };
  p.under.push(under);
  p.sending = under;
  if (p.server === undefined && !p.isDialing) void dial(p);
  return requestBody(head.headers);
}

async function dial(p: Pass): Promise<void> {
  p.isDialing = true;
  try {
    const server = await connectTo(p.target);
    if (p.client.destroyed) server.destroy();
    else join(p, server);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const { message } = exchangeErrorOf(error, new URL(p.target.url), p.target);
    p.client.resume();
    const isHead = p.under[0]?.method === 'HEAD';
    refuse(p, { status: 502, why: message, isHead, ...(code === undefined ? {} : { code }) });
  }
}

/** From now on bytes pass both ways. */
function join(p: Pass, server: Socket): void {
  const { client } = p;
  p.server = server;
  server.setNoDelay?.(true);
  for (const bytes of p.early.splice(0)) server.write(bytes);
  client.resume();
  server.on('drain', () => client.resume());
  client.on('drain', () => server.resume());
  server.on('data', (chunk) => fromServer(p, chunk));
  server.on('end', () => {
    p.ender ??= 'server';
    release(p);
    p.answers.finish();
    client.end();
  });
  server.on('error', (error) => {
    p.ender ??= 'server';
    p.error ??= error;
  });
  server.on('close', (hadError) => {
    p.ender ??= 'server';
    release(p);
    // What was passed before is to be read before the connection is reset.
    if (hadError) client.write('', () => reset(client));
    else client.end();
    over(p);
  });
  if (p.ender === 'client') server.end();
}

function toServer(p: Pass, bytes: Buffer): void {
  if (p.isRefused) return;
  if (p.server === undefined) {
    p.early.push(bytes);
    p.earlySize += bytes.length;
    if (p.earlySize > EARLY) p.client.pause();
  } else if (!p.server.write(bytes)) p.client.pause();
}

/** Passes bytes before they are looked at, unless an answer begins that may have to be changed. */
function fromServer(p: Pass, chunk: Buffer): void {
  const [under] = p.under;
  if (p.start === undefined && under?.method === 'GET' && p.answers.isBetween())
    p.start = createEventStart(p.answers, p.place);
  if (p.start === undefined) {
    toClient(p, p.skipsLine ? restOf(p, chunk) : chunk);
    p.answers.push(chunk);
    return;
  }
  p.start.raw(chunk);
  p.answers.push(chunk);
  const isOver = under !== p.under[0];
  const found = p.start.settle();
  if (found === undefined && !isOver) return;
  if (found?.moved !== undefined) {
    const { was, now } = found.moved;
    p.skipsLine = found.skipsLine;
    under?.watcher.moved(was, now);
  }
  release(p, found?.goesOn);
}

/** Tells what the body that is held says. */
function tellHeld({ start, under: [first] }: Pass): void {
  for (const bytes of start?.untold() ?? []) first?.watcher.came(bytes);
}

/** What follows the end of a line that the client has got already. */
function restOf(p: Pass, chunk: Buffer): Buffer {
  const at = chunk.indexOf('\n');
  if (at >= 0) p.skipsLine = false;
  return at < 0 ? Buffer.alloc(0) : chunk.subarray(at + 1);
}

/** Passes on what was held. */
function release(p: Pass, goesOn = false): void {
  const { start } = p;
  tellHeld(p);
  if (!goesOn) p.start = undefined;
  if (start !== undefined) for (const bytes of start.take()) toClient(p, bytes);
}

function toClient(p: Pass, bytes: Buffer): void {
  if (p.client.writable && !p.client.write(bytes)) p.server?.pause();
}

const STATUS = /^HTTP\/1\.\d (\d{3})(?: (.*))?$/;

function takeAnswer(p: Pass, { first, headers }: HttpHead) {
  const [, code = '', reason = ''] = STATUS.exec(first) ?? [];
  const [under] = p.under;
  if (code === '') {
    p.start?.settled();
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
  p.start?.head(status, headers);
  if (plan === 'tunnel' && under !== undefined) {
    under.isTunnel = true;
    p.requests.tunnel();
  }
  return plan;
}

/** Refuses the request that comes next. Where answers to others are awaited, they are the last: ours would be taken for one of them. */
function refuseNext(p: Pass, { status, why }: UnforwardedRequest, first: string): void {
  p.sending = undefined;
  if (p.under.length === 0) refuse(p, { status, why, isHead: first.startsWith('HEAD ') });
  else Object.assign(p, { isRefused: true, isEnding: true });
}

/** An answer of ours. */
interface Refusal extends Omit<BrokenPassage, 'by'> {
  readonly status: number;
  /** The request asks for the head alone. */
  readonly isHead: boolean;
}

/** Answers a request in place of the server, with a sentence, and ends the connection. */
function refuse(p: Pass, { status, isHead, ...how }: Refusal): void {
  p.isRefused = true;
  const { client } = p;
  const broken: BrokenPassage = { by: 'tap', ...how };
  for (const { watcher } of p.under.splice(0)) watcher.broke(broken);
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
  p.server?.destroy();
  client.setTimeout(LAST, () => client.destroy());
}

function clientEnded(p: Pass): void {
  p.ender ??= 'client';
  if (p.under.length === 0 && (p.isRefused || (p.server === undefined && !p.isDialing))) p.client.end();
  p.server?.end();
  // A client that has gone looks like one that has only ended its side.
  if (p.under.length > 0) setTimeout(() => over(p), SOON).unref();
}

/** Tells of exchanges that ended before their end. */
function over(p: Pass): void {
  const who = p.ender === 'client' ? 'the client' : 'the server';
  const did = (p.error as NodeJS.ErrnoException | undefined)?.code === 'ECONNRESET' ? 'reset' : 'closed';
  for (const { isTunnel, watcher } of p.under.splice(0)) {
    if (isTunnel) watcher.ended([]);
    else
      watcher.broke({
        by: p.ender ?? 'client',
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
