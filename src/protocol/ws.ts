import { write } from '../json/write.ts';
import type { Capture } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import { atMost } from './at-most.ts';
import { asSent, messagesIn, noMessage } from './body.ts';
import { seconds } from './call.ts';
import { headersFor } from './http-headers.ts';
import type { RemoteWorld } from './remote-world.ts';
import { StartError, type Transport } from './transport.ts';

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

  function start(): Promise<void> {
    if (typeof WebSocket === 'undefined') {
      return Promise.reject(new StartError('WebSocket needs Node.js 22 or newer — or use the http:// URL'));
    }
    const headers = Object.fromEntries(headersFor(target, {}, []));
    const opened = new WebSocket(target.url, { protocols: ['mcp'], headers });
    socket = opened;
    opened.binaryType = 'arraybuffer';
    opened.addEventListener('message', ({ data }) => {
      receive(typeof data === 'string' ? data : Buffer.from(data as ArrayBuffer).toString());
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
        finish(`the WebSocket was closed with code ${code}${why}`);
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
    socket?.close();
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
    socket?.close();
  }

  return transport;
}
