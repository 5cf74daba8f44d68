import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { basicLogin } from '../text/url.ts';

/** Where a connection leads. */
export interface TcpEndpoint {
  readonly host: string;
  readonly port: number;
  /** The name that its certificate is for. */
  readonly servername?: string;
}

/** The sides of a connection end one by one. */
export const HALF = { allowHalfOpen: true };

/** Where the connections for a URL lead, and whether TLS is spoken on them. */
export function endpointOf({ protocol, hostname, port }: URL): TcpEndpoint & { readonly isSecure: boolean } {
  const isSecure = protocol === 'https:' || protocol === 'wss:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const named = isIP(host) === 0 ? { servername: host } : {};
  return { host, port: Number(port || (isSecure ? 443 : 80)), ...named, isSecure };
}

/** A connection once it is there; rejects with the error of the system. */
export async function opened<T extends Socket>(socket: T, event: string): Promise<T> {
  try {
    await once(socket, event);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** The header that a proxy wants where its URL has a name and a password: name and value. */
export function credentials(url: URL): string[] {
  const login = basicLogin(url);
  return login === undefined ? [] : ['Proxy-Authorization', login];
}
