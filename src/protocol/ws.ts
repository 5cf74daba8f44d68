import { write } from '../json/write.ts';
import type { Capture } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import { atMost } from './at-most.ts';
import { asSent, messagesIn, noMessage } from './body.ts';
import { seconds } from './call.ts';
import { headersFor } from './http-headers.ts';
import type { RemoteWorld } from './remote-world.ts';
import { createSluice } from './sluice.ts';
import { StartError, type Transport } from './transport.ts';

/** Characters of messages that wait to be worked off, and bytes that the server has not read before it is held up. */
const MOST_WAITING = 64 * 1024 * 1024;
const MOST_UNREAD = 4 * 1024 * 1024;
/** ms to the next look at what it has read. */
const MOMENT = 50;
const NEVER = new Promise(() => {});

/** Found once, at the first message that comes. */
const UNSPECIFIED = {
  rule: 'ws/unspecified',
  message: 'no revision of MCP defines WebSocket as a transport',
};

/**
 * Speaks with a server over WebSocket, one message a frame, protocol `mcp`. No revision of the specification defines
 * this; the official SDKs did it so.
 */
export function createWsTransport(target: HttpTarget, world: RemoteWorld): Transport {
  const transport: Transport = { start, send, sendText, close, killNow };
  let socket: WebSocket | undefined;
  let isOver = false;
  let told = false;

  const emit = (capture: Capture): void => transport.oncapture?.(capture);

  /** A WebSocket cannot be paused: what is not worked off yet waits here, up to a limit. */
  let arrive: ((text: string) => void) | undefined;
  let waiting: string[] = [];
  let next = 0;
  let size = 0;
  const sluice = createSluice<string>(
    {
      on: (_, take) => {
        arrive = take;
      },
      off: () => {
        arrive = undefined;
      },
      pause: () => {},
      resume: () => {},
    },
    {
      add(text) {
        waiting.push(text);
        size += text.length;
        if (size > MOST_WAITING)
          breakOff(`${size} characters wait to be worked off, and a WebSocket cannot be held back`);
      },
      step() {
        const text = waiting[next];
        if (text === undefined) return false;
        next += 1;
        size -= text.length;
        if (next > 1_000 && 2 * next > waiting.length) {
          waiting = waiting.slice(next);
          next = 0;
        }
        receive(text);
        return next < waiting.length;
      },
    },
    { hold: () => ((socket?.bufferedAmount ?? 0) < MOST_UNREAD ? undefined : atMost(world, MOMENT, NEVER)) },
  );

  function start(): Promise<void> {
    if (typeof WebSocket === 'undefined') {
      return Promise.reject(new StartError('WebSocket needs Node.js 22 or newer — or use the http:// URL'));
    }
    const headers = Object.fromEntries(headersFor(target, {}, []));
    const opened = new WebSocket(target.url, { protocols: ['mcp'], headers });
    socket = opened;
    opened.binaryType = 'arraybuffer';
    opened.addEventListener('message', ({ data }) => {
      arrive?.(typeof data === 'string' ? data : Buffer.from(data as ArrayBuffer).toString());
    });
    const { connectTimeout: limit } = world;
    const opening = new Promise<void>((resolve, reject) => {
      opened.addEventListener('open', () => resolve());
      opened.addEventListener('error', (event) => {
        const { message = '' } = event as { readonly message?: string };
        reject(new StartError(`${target.url} opens no WebSocket${message === '' ? '' : `: ${message}`}`));
      });
      opened.addEventListener('close', ({ code, reason }) => {
        const why = reason === '' ? '' : `: ${reason}`;
        void sluice.drained().then(() => finish(`the WebSocket was closed with code ${code}${why}`));
      });
    });
    if (limit === 0) return opening;
    return atMost(world, limit, opening).then((isDone) => {
      if (isDone) return opening;
      opened.close();
      throw new StartError(`${target.url} opens no WebSocket within ${seconds(limit)}`);
    });
  }

  function receive(text: string): void {
    const place = { dir: 's2c' } as const;
    const why = 'a WebSocket message is not JSON';
    const messages = messagesIn(text, place) ?? [
      noMessage(text, place, why, { rule: 'http/not-json', message: why }),
    ];
    for (const message of messages) {
      emit(told ? message : { ...message, findings: [...(message.findings ?? []), UNSPECIFIED] });
      told = true;
      if (message.type === 'frame') transport.onmessage?.(message.message as never);
    }
  }

  function sendText(text: string): void {
    if (socket?.readyState !== 1) {
      transport.onerror?.(new Error('not sent: the WebSocket is not open'));
      return;
    }
    for (const message of asSent(text, {})) emit(message);
    socket.send(text);
  }

  async function send(message: unknown): Promise<void> {
    sendText(write(message));
  }

  async function close(): Promise<void> {
    breakOff('the connection was closed');
  }

  function breakOff(why: string): void {
    socket?.close();
    sluice.stop();
    finish(why);
  }

  /** Says once that nothing comes any more. */
  function finish(detail: string): void {
    if (isOver) return;
    isOver = true;
    emit({ type: 'life', event: 'exit', at: new Date(world.wall()).toISOString(), detail });
    transport.onclose?.();
  }

  function killNow(): void {
    socket?.close();
  }

  return transport;
}
