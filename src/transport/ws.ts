import type { ClientRequest, IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { write } from '../json/write.ts';
import type { Capture, HeaderLine } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import type { Finding } from '../spec/finding.ts';
import { seconds } from '../text/measure.ts';
import { atMost } from '../time/at-most.ts';
import { asSent, badMessage, messagesIn, spoiltBy } from './body.ts';
import { securedFor } from './dialer.ts';
import { exchangeErrorOf } from './exchange-error.ts';
import { pairs } from './fetch.ts';
import { excerpt } from './http-body.ts';
import { headersFor } from './http-headers.ts';
import { withText } from './http-verdict.ts';
import { statusLineOf } from './redirect.ts';
import type { RemoteDeps } from './remote-deps.ts';
import { createSluice } from './sluice.ts';
import { StartError, type Transport } from './transport.ts';

/** Bytes of the longest message that is taken, and those that the server has not read before it is held up. */
const LONGEST = 256 * 1024 * 1024;
const MOST_UNREAD = 4 * 1024 * 1024;
/** ms to the next look at what it has read. */
const MOMENT = 50;
const NEVER = new Promise(() => {});

/** ms that the body of a refusal is read, and pieces of it that are enough for a sentence. */
const REFUSAL = 2_000;
const ENOUGH = 4;
/** ms that the server has to answer the close frame. */
const GOODBYE = 1_000;

type HandshakeEntry = Omit<Extract<Capture, { type: 'http' }>, 'type' | 'x'>;

/** Found once, at the first message that comes. */
const UNSPECIFIED = {
  rule: 'ws/unspecified',
  message: 'no revision of MCP defines WebSocket as a transport',
};

/**
 * Speaks with a server over WebSocket, one message a frame, protocol `mcp`. No revision of the specification defines
 * this; the official SDKs did it so.
 */
export function createWsTransport(target: HttpTarget, world: Omit<RemoteDeps, 'openFetch'>): Transport {
  const transport: Transport = { start, send, sendText, close, killNow };
  let socket: WebSocket | undefined;
  let isOver = false;
  let told = false;

  const emit = (capture: Capture): void => transport.oncapture?.(capture);

  /** What is not worked off yet waits in the connection of the server. */
  let arrive: ((text: string) => void) | undefined;
  const waiting: string[] = [];
  const sluice = createSluice<string>(
    {
      on: (_, take) => {
        arrive = take;
      },
      off: () => {
        arrive = undefined;
      },
      pause: () => socket?.pause(),
      resume: () => socket?.resume(),
    },
    {
      add: (text) => void waiting.push(text),
      step() {
        const text = waiting.shift();
        if (text !== undefined) receive(text);
        return waiting.length > 0;
      },
    },
    { hold: () => ((socket?.bufferedAmount ?? 0) < MOST_UNREAD ? undefined : atMost(world, MOMENT, NEVER)) },
  );

  async function start(): Promise<void> {
    const { connectTimeout: limit } = world;
    const opening = open(['mcp']).catch((error: Error) => {
      // A server may know nothing of subprotocols.
      if (!/no subprotocol/.test(error.message)) throw error;
      return open([]);
    });
    if (limit === 0 || (await atMost(world, limit, opening))) return opening;
    socket?.terminate();
    throw new StartError(`${target.url} did not open a WebSocket within ${seconds(limit)}`);
  }

  /** The handshake, which is an exchange over HTTP (RFC 6455, 4). */
  async function open(protocols: string[]): Promise<void> {
    const { default: WebSocket } = await import('ws');
    const x = world.nextExchange();
    const tell = (entry: HandshakeEntry): void => emit({ type: 'http', x, ...entry });
    const opened = new WebSocket(target.url, protocols, {
      headers: grouped(headersFor(target, {}, [])),
      ...{ perMessageDeflate: false, skipUTF8Validation: true, maxPayload: LONGEST },
      ...securedFor(target),
      finishRequest(request) {
        const findings = unchecked(target);
        const headers = headersOf(request);
        tell({ phase: 'request', method: 'GET', url: target.url, headers, ...(findings && { findings }) });
        request.end();
      },
    });
    socket = opened;
    opened.on('message', (data) => arrive?.(data.toString()));
    opened.on('upgrade', ({ statusCode = 0, rawHeaders }) => {
      tell({ phase: 'response', status: statusCode, headers: pairs(rawHeaders) });
    });
    let fault = '';
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string, code?: string): void => {
        tell({ phase: 'error', detail: why, ...(code === undefined ? {} : { code }) });
        reject(new StartError(`${target.url} did not open a WebSocket: ${why}`));
      };
      opened.once('open', () => {
        tell({ phase: 'end' });
        opened.on('close', (code, reason) => {
          const why = reason.toString() || fault;
          const detail = `the WebSocket was closed with code ${code}${why === '' ? '' : `: ${why}`}`;
          void sluice.drained().then(() => finish(detail));
        });
        resolve();
      });
      opened.on('error', (error: NodeJS.ErrnoException) => {
        fault = error.message;
        if (opened.readyState !== opened.OPEN)
          fail(exchangeErrorOf(error, new URL(target.url), target).message, error.code);
      });
      opened.on('unexpected-response', (_, response) => {
        tell({ phase: 'response', status: response.statusCode ?? 0, headers: pairs(response.rawHeaders) });
        void beginningOf(response).then((body) => {
          const said = withText(statusLineOf(response), excerpt(body));
          fail(`it was answered ${said} — is this the address of a server that speaks WebSocket?`);
          opened.terminate();
        });
      });
    });
  }

  /** As much of a body as a sentence needs. */
  async function beginningOf(response: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = [];
    const read = new Promise<void>((resolve) => {
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (chunks.length >= ENOUGH) resolve();
      });
      response.once('close', resolve);
    });
    await atMost(world, REFUSAL, read);
    return Buffer.concat(chunks);
  }

  function receive(text: string): void {
    const place = { dir: 's2c' } as const;
    const messages = messagesIn(text, place) ?? [badMessage(text, place, 'a WebSocket message is not JSON')];
    for (const message of messages) {
      emit(told ? message : { ...message, findings: [...(message.findings ?? []), UNSPECIFIED] });
      told = true;
      const spoilt = spoiltBy(message);
      if (spoilt !== undefined) transport.onlost?.({ ...spoilt, session: false });
      if (message.type === 'frame') transport.onmessage?.(message.message as never);
    }
  }

  function sendText(text: string): void {
    if (socket?.readyState !== socket?.OPEN) {
      transport.onerror?.(new Error('not sent: the WebSocket is not open'));
      return;
    }
    for (const message of asSent(text, {})) emit(message);
    socket?.send(text);
  }

  async function send(message: unknown): Promise<void> {
    sendText(write(message));
  }

  async function close(): Promise<void> {
    socket?.close();
    world.later(GOODBYE, killNow);
    sluice.stop();
    finish('the connection was closed');
  }

  /** Says once that nothing comes any more. */
  function finish(detail: string): void {
    if (isOver) return;
    isOver = true;
    emit({ type: 'life', event: 'exit', at: new Date(world.wall()).toISOString(), detail });
    transport.onclose?.();
  }

  function killNow(): void {
    socket?.terminate();
  }

  return transport;
}

/** The headers as the client library takes them: those of one name together. */
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
