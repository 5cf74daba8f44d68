import { type HeaderLine, headerIn } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import { proxyFor } from './proxy.ts';
import { TargetError } from './target-error.ts';

/** What is said about a remote server beside its address. */
export interface RemoteOptions {
  /** Nothing leaves it to the address, and to what the server answers. */
  readonly transport: HttpTarget['transport'] | undefined;
  readonly headers: readonly HeaderLine[];
  /** Certificates in PEM. */
  readonly ca: string | undefined;
  readonly insecure: boolean;
  /** Where the proxies stand. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether a word is the address of a remote server, and no command. */
export const isAddress = (word: string): boolean => /^(?:https?|wss?):\/\/|^unix:/i.test(word);

/**
 * The target at an address: `http(s)://…`, `ws(s)://…` or `unix:/path/of/socket:/path/of/url`. User info becomes a
 * header.
 *
 * @throws TargetError when the address is none, or does not go with the transport
 */
export function remoteTarget(address: string, options: RemoteOptions): HttpTarget {
  const { socket, url } = placeOf(address);
  const { headers, ca, insecure, env } = options;
  const isWs = url.protocol === 'ws:' || url.protocol === 'wss:';
  const transport = options.transport ?? (isWs ? 'ws' : 'http');
  if (isWs !== (transport === 'ws')) {
    throw new TargetError(`--transport ${transport} cannot be used with ${url.protocol}//`);
  }
  const login = loginOf(url, headers);
  url.username = '';
  url.password = '';
  const proxy = socket === undefined ? proxyFor(url, env) : undefined;
  return {
    transport,
    chosen: options.transport !== undefined,
    url: url.href,
    ...(socket === undefined ? {} : { socket }),
    headers: [...login, ...headers],
    ...(login.length > 0 ? { authorizationIn: 'in the URL' } : {}),
    ...(proxy === undefined ? {} : { proxy }),
    ...(ca === undefined ? {} : { ca }),
    insecure,
  };
}

function placeOf(address: string): { readonly socket?: string; readonly url: URL } {
  const [, socket, path] = /^unix:(\/[^:]*)(?::(\/.*)?)?$/i.exec(address) ?? [];
  if (socket !== undefined) return { socket, url: new URL(path ?? '/', 'http://localhost') };
  if (/^unix:/i.test(address)) {
    throw new TargetError(`${address} is not a valid address — for example: unix:/run/server.sock:/mcp`);
  }
  if (!URL.canParse(address)) throw new TargetError(`${address} is not a URL${whyNone(address)}`);
  const url = new URL(address);
  url.hash = '';
  return { url };
}

/** What is wrong with a URL, as far as that is known. */
function whyNone(address: string): string {
  const [, port = ''] = /^[a-z]+:\/\/[^/]*:(\d+)(?:[/?#]|$)/i.exec(address) ?? [];
  if (Number(port) > 65_535) return `: a port is at most 65535, not ${port}`;
  return /^[a-z]+:\/*$/i.test(address) ? ': its host is missing' : '';
}

/** User info of a URL as the header that it stands for (RFC 7617), unless there is one already. */
function loginOf({ username, password }: URL, headers: readonly HeaderLine[]): readonly HeaderLine[] {
  if (username === '' && password === '') return [];
  if (headerIn(headers, 'authorization') !== undefined) return [];
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return [['Authorization', `Basic ${Buffer.from(pair).toString('base64')}`]];
}
