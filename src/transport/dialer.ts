import { Agent, type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import { connect, type LookupFunction, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import * as tls from 'node:tls';
import type { HttpTarget } from '../session/target.ts';
import { credentials, endpointOf, HALF, opened, type TcpEndpoint } from './endpoint.ts';

/** Connects to a remote server: through a socket, a proxy or neither, and checks its certificates. */
export interface Dialer {
  /** Begins a request. `headers` are names and values in turn, sent as they are. */
  request(url: URL, options: { readonly method: string; readonly headers: readonly string[] }): ClientRequest;
  /** Whether connections are kept for the next request. */
  keeps(): boolean;
  /** From now on no connection is used twice, as the server closes them. */
  keepNone(): void;
  /** Closes all connections at once. */
  close(): void;
}

/** ms that an idle connection is kept: less than the 5 s after which common servers close it. */
const IDLE = 4_000;
/** Bytes of the longest headers of a response. */
const HEADERS = 256 * 1024;

/**
 * A dialer for a target, as {@link HttpTarget} describes it.
 *
 * @param lookup looks up names instead of the system
 */
export function createDialer({ socket, proxy, ca, insecure }: HttpTarget, lookup?: LookupFunction): Dialer {
  const secured = securedFor({ ca, insecure });
  const kept = { keepAlive: true, timeout: IDLE, ...(lookup === undefined ? {} : { lookup }) };
  const plain = new Agent(kept);
  const encrypted = new TlsAgent({ ...kept, ...secured });
  let keeps = true;
  const keepNone = (): void => {
    keeps = false;
    for (const agent of [plain, encrypted])
      for (const sockets of Object.values(agent.freeSockets)) for (const one of sockets ?? []) one.destroy();
  };
  for (const agent of [plain, encrypted]) watch(agent, () => keeps, keepNone);
  const through = proxy === undefined ? undefined : new URL(proxy);
  const isSocks = through?.protocol.startsWith('socks') === true;
  if (through !== undefined) {
    encrypted.createConnection = (options, done) => {
      const endpoint = options as TcpEndpoint;
      const stream = isSocks
        ? securedBySocks(through, endpoint, secured)
        : tunnel(through, endpoint, secured);
      stream.then((socket) => done?.(null, socket), refuse(done));
      return undefined;
    };
  }
  if (through !== undefined && isSocks) {
    plain.createConnection = (options, done) => {
      bySocks(through, options as TcpEndpoint).then((stream) => done?.(null, stream), refuse(done));
      return undefined;
    };
  }

  return {
    request(url, { method, headers }) {
      const options = {
        method,
        headers: [...headers],
        maxHeaderSize: HEADERS,
        ...(socket === undefined ? {} : { socketPath: socket }),
      };
      if (url.protocol === 'https:') return requestHttps(url, { ...options, agent: encrypted });
      if (through === undefined || isSocks) return requestHttp(url, { ...options, agent: plain });
      // A proxy gets the whole URL (RFC 9112, 3.2.2).
      const asked = [...headers, ...credentials(through)];
      return requestHttp(through, { ...options, path: url.href, headers: asked, agent: plain });
    },
    keeps: () => keeps,
    keepNone,
    close() {
      plain.destroy();
      encrypted.destroy();
    },
  };
}

/** Opens one connection as `connectTo` does, where TLS is spoken or a proxy lies in between. */
export async function connectThrough({ url, proxy, ca, insecure }: HttpTarget): Promise<Socket> {
  const secured = securedFor({ ca, insecure });
  const { isSecure, ...endpoint } = endpointOf(new URL(url));
  const through = proxy === undefined ? undefined : new URL(proxy);
  if (through?.protocol.startsWith('socks') === true) {
    const plain = await bySocks(through, endpoint);
    plain.allowHalfOpen = true;
    if (!isSecure) return plain;
    return opened(tls.connect({ ...endpoint, ...secured, ...HALF, socket: plain }), 'secureConnect');
  }
  if (through !== undefined && isSecure)
    return opened(await tunnel(through, endpoint, { ...secured, ...HALF }), 'secureConnect');
  const { isSecure: isTls, ...near } =
    through === undefined ? { isSecure, ...endpoint } : endpointOf(through);
  if (isTls) return opened(tls.connect({ ...near, ...secured, ...HALF }), 'secureConnect');
  return opened(connect({ ...near, ...HALF }), 'connect');
}

/**
 * Lets an agent keep connections until the server ends an idle one, which it might do just when the next request is
 * sent.
 */
function watch(agent: Agent, keeps: () => boolean, ended: () => void): void {
  const keep = agent.keepSocketAlive.bind(agent) as unknown as (socket: Duplex) => boolean;
  const reuse = agent.reuseSocket.bind(agent);
  Object.assign(agent, {
    keepSocketAlive(socket: Duplex) {
      if (!keeps() || !keep(socket)) return false;
      socket.once('end', ended);
      return true;
    },
    reuseSocket(socket: Duplex, request: ClientRequest) {
      socket.off('end', ended);
      reuse(socket, request);
    },
  });
}

/** The code for SOCKS is loaded when it is needed. */
const bySocks = async (proxy: URL, endpoint: TcpEndpoint): Promise<Socket> =>
  (await import('./socks.ts')).connectBySocks(proxy, endpoint);

async function securedBySocks(
  proxy: URL,
  endpoint: TcpEndpoint,
  secured: tls.ConnectionOptions,
): Promise<tls.TLSSocket> {
  return tls.connect({ ...endpoint, ...secured, socket: await bySocks(proxy, endpoint) });
}

/** A connection to an endpoint through a proxy (CONNECT, RFC 9110, 9.3.6). */
function tunnel(proxy: URL, endpoint: TcpEndpoint, secured: tls.ConnectionOptions): Promise<tls.TLSSocket> {
  const { host, port } = endpoint;
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const options = { method: 'CONNECT', path: authority, headers: ['Host', authority, ...credentials(proxy)] };
  const asked =
    proxy.protocol === 'https:'
      ? requestHttps(proxy, { ...options, ...secured })
      : requestHttp(proxy, { ...options });
  return new Promise((resolve, reject) => {
    asked.once('connect', ({ statusCode = 0, statusMessage = '' }, socket) => {
      if (statusCode === 200) resolve(tls.connect({ ...endpoint, ...secured, socket }));
      else {
        socket.destroy();
        reject(new Error(`the proxy ${proxy.host} refused with ${statusCode} ${statusMessage}`.trimEnd()));
      }
    });
    asked.once('error', reject);
    asked.end();
  });
}

type Done = ((error: Error | null, stream: never) => void) | undefined;

const refuse =
  (done: Done) =>
  (error: unknown): void =>
    done?.(error instanceof Error ? error : new Error(String(error)), undefined as never);

/** How certificates are checked. */
export const securedFor = ({
  ca,
  insecure,
}: {
  readonly ca?: string | undefined;
  readonly insecure: boolean;
}): tls.ConnectionOptions => ({
  rejectUnauthorized: !insecure,
  ...(ca === undefined ? {} : { ca: [...usualCertificates(), ca] }),
});

/** The certificates that are trusted by default; newer versions of Node.js include those of NODE_EXTRA_CA_CERTS. */
function usualCertificates(): readonly string[] {
  const { getCACertificates } = tls as { getCACertificates?: (type: string) => readonly string[] };
  return getCACertificates?.('default') ?? tls.rootCertificates;
}
