import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { HttpTarget } from '../session/target.ts';
import { proxyHeaders } from './connecting.ts';
import { guarded, type LookOn } from './exchange-watcher.ts';
import { createForwardedConnection, type ForwardedConnection } from './forwarded-connection.ts';
import type { Place } from './forwarded-head.ts';

/** What a reverse proxy is made of. */
export interface ReverseProxyOptions {
  readonly target: HttpTarget;
  /** Where it listens; 0 = any that is free. */
  readonly port: number;
  readonly lookOn: LookOn;
  /** Takes the first error of whoever looks on, who looks on no more. */
  readonly failed: (error: unknown) => void;
  /** Told once when connections cannot be taken, as when too many files are open; those that are there go on. */
  readonly onTrouble?: (error: Error) => void;
}

/** A reverse proxy that listens. */
export interface ReverseProxy {
  /** Where clients reach the server through it: the target's path and query at this machine. */
  readonly url: string;
  /** No connection is taken any more, and those without an exchange are ended; resolves when the last one is over. */
  end(): Promise<void>;
  /** Ends all connections at once. */
  kill(): void;
}

/**
 * Listens on this machine alone, and passes what comes to a server and back as it comes: each connection of a client has one of its
 * own to the server, so that what is sent on it, how it is framed and how it ends is as it would be without us.
 *
 *   client ──▶ head, its Host replaced ──▶ server          bodies, chunks, trailers, tunnels: bytes as they come
 *          ◀── all as it comes ◀──────────                 but an `endpoint` event that leads past us
 *
 * Rejects with the error of the system when the port cannot be listened at.
 */
export async function openReverseProxy(options: ReverseProxyOptions): Promise<ReverseProxy> {
  const { target, port } = options;
  /** Those that are open, with what resolves once they are not. */
  const all = new Map<ForwardedConnection, Promise<unknown>>();
  let connections = 0;
  let isEnding = false;
  const lookOn = guarded(options.lookOn, options.failed);
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client: Socket) => {
    connections += 1;
    const connection = createForwardedConnection({ client, target, place, lookOn, number: connections });
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    all.set(connection, closed);
    void closed.then(() => all.delete(connection));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  let isTold = false;
  server.on('error', (error) => {
    if (!isTold) options.onTrouble?.(error);
    isTold = true;
  });
  const place = placeOf(target, (server.address() as AddressInfo).port);

  const { pathname, search } = new URL(target.url);
  return {
    url: `http://127.0.0.1:${place.port}${pathname}${search}`,
    async end() {
      if (!isEnding) server.close();
      isEnding = true;
      for (const connection of all.keys()) connection.end();
      await Promise.all(all.values());
    },
    kill() {
      server.close();
      for (const connection of all.keys()) connection.kill();
    },
  };
}

function placeOf(target: HttpTarget, port: number): Place {
  const url = new URL(target.url);
  const origin = `${url.protocol.replace(/^ws/, 'http')}//${url.host}`;
  return {
    port,
    upstream: { origin, host: url.host },
    headers: target.headers,
    isPrivate: target.headers.length > 0 || target.socket !== undefined,
    proxy: proxyHeaders(target),
  };
}
