import { connect, type Socket } from 'node:net';
import type { HeaderLine } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import { credentials, endpointOf, HALF, opened } from './endpoint.ts';

/**
 * Opens one connection to the server of a target, without a word of HTTP on it: through a socket, a proxy or neither, and secured where
 * its URL says so. Its sides end one by one. What speaks TLS, and with proxies, is loaded where it is needed, as a
 * tap is to take little. Rejects with the error of the system.
 */
export async function connectTo(target: HttpTarget): Promise<Socket> {
  const { url, socket: path, proxy } = target;
  if (path !== undefined) return opened(connect({ path, ...HALF }), 'connect');
  const { isSecure, ...endpoint } = endpointOf(new URL(url));
  if (isSecure || proxy !== undefined) return (await import('./dialer.ts')).connectThrough(target);
  return opened(connect({ ...endpoint, ...HALF }), 'connect');
}

/** What a proxy has to be told beside the whole URL of a request that is not secured; undefined where there is none that reads it. */
export function proxyHeaders({ url, proxy }: HttpTarget): readonly HeaderLine[] | undefined {
  const { isSecure } = endpointOf(new URL(url));
  if (proxy === undefined || isSecure || proxy.startsWith('socks')) return undefined;
  const [name, value] = credentials(new URL(proxy));
  return name === undefined || value === undefined ? [] : [[name, value]];
}
