import type { ClientRequest, IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { write } from '../json/write.ts';
import { type Capture, type HeaderLine, WAS_CLOSED } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import type { Finding } from '../spec/finding.ts';
import { seconds } from '../text/measure.ts';
import { atMost } from '../time/at-most.ts';
import { badMessage, excerpt, readMessages, sentMessages } from './body.ts';
import { securedFor } from './dialer.ts';
import { exchangeErrorOf } from './exchange-error.ts';
import { pairs } from './fetch.ts';
import { headersFor } from './http-message.ts';
import { withText } from './http-verdict.ts';
import { statusLineOf } from './redirect.ts';
import { passOn, type RemoteDeps, reportEnd } from './remote.ts';
import { createSluice, type Sluice } from './sluice.ts';
import { StartError, type Transport } from './transport.ts';

/** Bytes of the longest message, and how many bytes the server may leave unread before we stop reading. */
const LONGEST = 256 * 1024 * 1024;
const MOST_UNREAD = 4 * 1024 * 1024;
/** ms until we look again. */
const MOMENT = 50;
const NEVER = new Promise(() => {});

/** ms for reading the body of a refusal, and how many chunks are enough for a sentence. */
const REFUSAL = 2_000;
const ENOUGH = 4;
/** ms for the server to answer the close frame. */
const GOODBYE = 1_000;

type HandshakeEntry = Omit<Extract<Capture, { type: 'http' }>, 'type' | 'x'>;

/** Reported once, with the first message. */
const UNSPECIFIED = {
  rule: 'ws/unspecified',
  message: 'WebSocket is not a transport in any revision of MCP',
};

/** What a connection over WebSocket knows. */
interface Ws {
  readonly target: HttpTarget;
  readonly deps: Omit<RemoteDeps, 'openFetch'>;
  readonly transport: Transport;
  /** Keeps unprocessed messages in the connection of the server. */
  readonly sluice: Sluice;
  /** Passes messages to the sluice, until it is stopped. */
  readonly door: { take: ((text: string) => void) | undefined };
  socket: WebSocket | undefined;
  /** The finding about this transport was reported. */
  isReported: boolean;
  isOver: boolean;
}

/**
 * Speaks with a server over WebSocket, one message a frame, protocol `mcp`. No revision of the specification defines
 * this; the official SDKs did it this way.
 */
export function createWsTransport(target: HttpTarget, deps: Ws['deps']): Transport {
  const transport: Transport = {
    start: () => start(w),
    send: async (message) => sendText(w, write(message)),
    sendText: (text) => sendText(w, text),
    async close() {
      w.socket?.close();
      deps.later(GOODBYE, transport.killNow);
      w.sluice.stop();
      finish(w, WAS_CLOSED);
    },
    killNow: () => w.socket?.terminate(),
  };
  const door: Ws['door'] = { take: undefined };
  const w: Ws = {
    target,
    deps,
    transport,
    door,
    socket: undefined,
    isReported: false,
    isOver: false,
    sluice: sluiceFor(door, () => w),
  };
  return transport;
}

function sluiceFor(door: Ws['door'], ws: () => Ws): Sluice {
  const waiting: string[] = [];
  return createSluice<string>(
    {
      on: (_, take) => {
        door.take = take;
      },
      off: () => {
        door.take = undefined;
      },
      pause: () => ws().socket?.pause(),
      resume: () => ws().socket?.resume(),
    },
    {
      add: (text) => void waiting.push(text),
      step() {
        const text = waiting.shift();
        if (text !== undefined) receive(ws(), text);
        return waiting.length > 0;
      },
    },
    {
      hold: () =>
        (ws().socket?.bufferedAmount ?? 0) < MOST_UNREAD ? undefined : atMost(ws().deps, MOMENT, NEVER),
    },
  );
}

async function start(w: Ws): Promise<void> {
  const { connectTimeout: limit } = w.deps;
  const opening = open(w, ['mcp']).catch((error: Error) => {
    // A server may not support subprotocols.
    if (!/no subprotocol/.test(error.message)) throw error;
    return open(w, []);
  });
  if (limit === 0 || (await atMost(w.deps, limit, opening))) return opening;
  w.socket?.terminate();
  throw new StartError(`${w.target.url} did not open a WebSocket within ${seconds(limit)}`);
}

/** The handshake, which is an exchange over HTTP (RFC 6455, 4). */
async function open(w: Ws, protocols: string[]): Promise<void> {
  const { default: WebSocket } = await import('ws');
  const x = w.deps.nextExchange();
  const tell = (entry: HandshakeEntry): void => w.transport.oncapture?.({ type: 'http', x, ...entry });
  const opened = new WebSocket(w.target.url, protocols, {
    headers: grouped(headersFor(w.target, {}, [])),
    perMessageDeflate: false,
    skipUTF8Validation: true,
    maxPayload: LONGEST,
    ...securedFor(w.target),
    finishRequest(request) {
      const findings = unchecked(w.target);
      const headers = headersOf(request);
      tell({ phase: 'request', method: 'GET', url: w.target.url, headers, ...(findings && { findings }) });
      request.end();
    },
  });
  w.socket = opened;
  opened.on('message', (data) => w.door.take?.(data.toString()));
  opened.on('upgrade', ({ statusCode = 0, rawHeaders }) => {
    tell({ phase: 'response', status: statusCode, headers: pairs(rawHeaders) });
  });
  let fault = '';
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string, code?: string): void => {
      tell({ phase: 'error', detail: why, ...(code === undefined ? {} : { code }) });
      reject(new StartError(`${w.target.url} did not open a WebSocket: ${why}`));
    };
    opened.once('open', () => {
      tell({ phase: 'end' });
      opened.on('close', (code, reason) => {
        const why = reason.toString() || fault;
        const detail = `the WebSocket was closed with code ${code}${why === '' ? '' : `: ${why}`}`;
        void w.sluice.drained().then(() => finish(w, detail));
      });
      resolve();
    });
    opened.on('error', (error: NodeJS.ErrnoException) => {
      fault = error.message;
      if (opened.readyState !== opened.OPEN)
        fail(exchangeErrorOf(error, new URL(w.target.url), w.target).message, error.code);
    });
    opened.on('unexpected-response', (_, response) => {
      tell({ phase: 'response', status: response.statusCode ?? 0, headers: pairs(response.rawHeaders) });
      void beginningOf(w, response).then((body) => {
        const said = withText(statusLineOf(response), excerpt(body));
        fail(`it was answered ${said} — is this the address of a server that speaks WebSocket?`);
        opened.terminate();
      });
    });
  });
}

/** As much of a body as a sentence needs. */
async function beginningOf(w: Ws, response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const read = new Promise<void>((resolve) => {
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (chunks.length >= ENOUGH) resolve();
    });
    response.once('close', resolve);
  });
  await atMost(w.deps, REFUSAL, read);
  return Buffer.concat(chunks);
}

function receive(w: Ws, text: string): void {
  const place = { dir: 's2c' } as const;
  const messages = readMessages(text, place) ?? [badMessage(text, place, 'a WebSocket message is not JSON')];
  for (const message of messages) {
    const reported = w.isReported
      ? message
      : { ...message, findings: [...(message.findings ?? []), UNSPECIFIED] };
    w.isReported = true;
    passOn(w.transport, reported, (ids, why) => w.transport.onlost?.({ ids, why, session: false }));
  }
}

/** Reports the end, once. */
function finish(w: Ws, detail: string): void {
  if (w.isOver) return;
  w.isOver = true;
  reportEnd(w.transport, w.deps, detail);
}

function sendText(w: Ws, text: string): void {
  const { socket, transport } = w;
  if (socket?.readyState !== socket?.OPEN) {
    transport.onerror?.(new Error('not sent: the WebSocket is not open'));
    return;
  }
  for (const message of sentMessages(text, {})) transport.oncapture?.(message);
  socket?.send(text);
}

/** The headers as the library expects them: those with the same name together. */
function grouped(headers: readonly HeaderLine[]): Record<string, string | string[]> {
  const all: Record<string, string | string[]> = {};
  for (const [name, value] of headers) {
    const known = all[name];
    all[name] = known === undefined ? value : [known, value].flat();
  }
  return all;
}

const headersOf = (request: ClientRequest): HeaderLine[] =>
  request.getRawHeaderNames().map((name) => [name, String(request.getHeader(name))]);

function unchecked({ insecure, url }: HttpTarget): readonly Finding[] | undefined {
  const { protocol, host } = new URL(url);
  if (!insecure || protocol !== 'wss:') return undefined;
  return [{ rule: 'http/insecure', message: `the certificate of ${host} is not checked (--insecure)` }];
}
