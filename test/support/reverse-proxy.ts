import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { HttpTarget } from '../../src/session/target.ts';
import type { ExchangeWatcher, LookOn } from '../../src/transport/exchange-watcher.ts';
import { openReverseProxy, type ReverseProxy } from '../../src/transport/reverse-proxy.ts';
import { remoteTarget } from '../../src/transport/target.ts';

/** What was told of the exchanges that passed, a line for each thing; bodies are put together. */
export function createTold() {
  const told: string[] = [];
  const lookOn = (request: { readonly method: string; readonly path: string }): ExchangeWatcher => {
    const add = (text: string): void => void told.push(text);
    const join = (what: string, bytes: Buffer): void => {
      const last = told.at(-1) ?? '';
      if (last.startsWith(`${what}: `)) told[told.length - 1] = last + bytes.toString('latin1');
      else add(`${what}: ${bytes.toString('latin1')}`);
    };
    add(`${request.method} ${request.path}`);
    return {
      sent: (bytes) => join('sent', bytes),
      wasSent: (trailers) => add(['sent whole', ...trailers.flat()].join(' ')),
      answered: ({ statusLine }) => add(statusLine),
      came: (bytes) => join('came', bytes),
      ended: (trailers) => add(['ended', ...trailers.flat()].join(' ')),
      tunnelled: (dir, bytes) => join(dir, bytes),
      moved: (was, now) => add(`moved ${was} to ${now}`),
      broke: ({ by, why }) => add(`broke by ${by}: ${why}`),
    };
  };
  return { told, lookOn };
}

export async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Sends pieces one after the other: each has been read at the other end, which is in this process, before the next is sent. */
export function createPieceByPiece() {
  const ends: Socket[] = [];
  const add = (opened: unknown): void => void ends.push((opened as { readonly socket: Socket }).socket);
  subscribe('net.client.socket', add);
  onTestFinished(() => void unsubscribe('net.client.socket', add));
  return async (socket: Socket, pieces: readonly string[]): Promise<void> => {
    const end = ends.findLast(({ localPort }) => localPort === socket.remotePort);
    if (end === undefined) throw new Error('its other end was not opened here');
    for (const piece of pieces) {
      socket.write(piece, 'latin1');
      while (end.bytesRead < socket.bytesWritten && !end.destroyed)
        await new Promise((resolve) => setImmediate(resolve));
    }
  };
}

/** A reverse proxy before an address, for the rest of a test. */
export async function proxyBefore(
  address: string,
  lookOn: LookOn = createTold().lookOn,
  how: Partial<HttpTarget> = {},
  onTrouble?: (error: Error) => void,
): Promise<ReverseProxy & { readonly port: number }> {
  const usual = { transport: undefined, headers: [], ca: undefined, insecure: false, env: {} };
  const failed = (error: unknown): void => {
    throw error;
  };
  const target = { ...remoteTarget(address, usual), ...how };
  const proxy = await openReverseProxy({ target, port: 0, lookOn, failed, ...(onTrouble && { onTrouble }) });
  onTestFinished(proxy.kill);
  return { ...proxy, port: Number(new URL(proxy.url).port) };
}
