import { lookup } from 'node:dns/promises';
import type { Socket } from 'node:net';
import { SocksClient } from 'socks';
import { percentDecoded } from '../text/url.ts';

/** The kinds of SOCKS by the scheme of the proxy: the version, and whether the proxy looks up names (`far`). */
const KINDS: Readonly<Record<string, { readonly type: 4 | 5; readonly far: boolean }>> = {
  'socks:': { type: 5, far: true },
  'socks5h:': { type: 5, far: true },
  'socks5:': { type: 5, far: false },
  'socks4a:': { type: 4, far: true },
  'socks4:': { type: 4, far: false },
};

const PORT = 1080;
/** ms for the proxy to connect. */
const TIMEOUT = 30_000;

/** A connection to an endpoint through a SOCKS proxy (RFC 1928). Rejects with an error that names the proxy. */
export async function connectBySocks(
  proxy: URL,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Socket> {
  const { type, far } = KINDS[proxy.protocol] ?? { type: 5, far: true };
  const name = host.replace(/^\[(.*)\]$/, '$1');
  const address = far ? name : (await lookup(name, type === 4 ? { family: 4 } : {})).address;
  const { username, password } = proxy;
  try {
    const { socket } = await SocksClient.createConnection({
      proxy: {
        host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
        port: Number(proxy.port || PORT),
        type,
        ...(username === '' ? {} : { userId: percentDecoded(username) }),
        ...(password === '' ? {} : { password: percentDecoded(password) }),
      },
      command: 'connect',
      destination: { host: address, port },
      timeout: TIMEOUT,
    });
    return socket;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`the proxy ${proxy.host} does not connect: ${why}`, { cause: error });
  }
}
