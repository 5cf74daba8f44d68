import type { HeaderLine } from '../session/frame.ts';
import type { HttpHead } from './http-wire.ts';

/** Where a reverse proxy stands, and before whom. */
export interface Place {
  /** The port of this machine that it listens at. */
  readonly port: number;
  /** The server's origin, and the host that it is asked for. */
  readonly upstream: { readonly origin: string; readonly host: string };
  /** Sent with every request in place of what the client has by the same names. */
  readonly headers: readonly HeaderLine[];
  /** The server cannot be reached from a web page but through us, or gets what no web page has. */
  readonly isPrivate: boolean;
  /** A proxy gets the whole URL, and these headers. */
  readonly proxy: readonly HeaderLine[] | undefined;
}

/** A request as it is passed on. */
export interface ForwardedRequest {
  readonly method: string;
  /** The path with its query, as the client wrote it. */
  readonly path: string;
  /** As they are passed on, in order; without what is meant for a proxy. */
  readonly headers: readonly HeaderLine[];
  /** The names of headers that differ from what the client sent. */
  readonly changed: readonly string[];
}

/** A request that is not passed on, with the status and the sentence of the answer. */
export interface UnforwardedRequest {
  readonly status: 400 | 403 | 505;
  readonly why: string;
}

/** A head that is passed on, as bytes and as what it says. */
interface Forwarded {
  readonly bytes: Buffer;
  readonly request: ForwardedRequest;
}

/**
 * What is passed on in place of the head of a request: the same lines, but with the `Host` of the server, and an `Origin` or `Referer`
 * that names us naming the server. Requests for other hosts are refused, as web pages send them whose name was made to lead here (DNS
 * rebinding).
 */
export function forward(
  { first, headers, lines, end }: HttpHead,
  place: Place,
): Forwarded | UnforwardedRequest {
  const [, method = '', target = '', version = ''] = /^(\S+) (\S+) HTTP\/(\d\.\d)$/.exec(first) ?? [];
  if (method === '')
    return { status: 400, why: `this is not a request of HTTP: ${JSON.stringify(cut(first))}` };
  if (!version.startsWith('1.'))
    return { status: 505, why: `only HTTP/1.1 is spoken here, not HTTP/${version}` };
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(target) ?? [];
  const path = authority === undefined ? target : rest.startsWith('/') ? rest : `/${rest}`;
  const refused = whyRefused(headers, authority, place) ?? whyOdd(method, path);
  if (refused !== undefined) return refused;

  const replaced = new Set(place.headers.map(([name]) => name.toLowerCase()));
  const changed = new Set<string>(place.headers.map(([name]) => name));
  const kept: { readonly field: HeaderLine; readonly line: string }[] = [];
  let isHosted = false;
  headers.forEach((field, at) => {
    const [name, value] = field;
    const line = lines[at] ?? '';
    const known = name.toLowerCase();
    if (known === 'host') isHosted = true;
    const now = known === 'host' ? place.upstream.host : moved(known, value, place);
    if (replaced.has(known)) return;
    if (now !== value) changed.add(name);
    kept.push(now === value ? { field, line } : { field: [name, now], line: lineOf([name, now], end) });
  });
  const added: readonly HeaderLine[] = isHosted
    ? place.headers
    : [['Host', place.upstream.host], ...place.headers];
  for (const field of added) kept.push({ field, line: lineOf(field, end) });
  // Asked through a proxy, everything is what has no path (RFC 9112, 3.2.4).
  const asked = place.proxy === undefined ? path : place.upstream.origin + (path === '*' ? '' : path);
  const start = asked === target ? first : `${method} ${asked} HTTP/${version}`;
  const text = [
    start + end,
    ...kept.map(({ line }) => line),
    ...(place.proxy ?? []).map((field) => lineOf(field, end)),
    end,
  ].join('');
  return {
    bytes: Buffer.from(text, 'latin1'),
    request: { method, path, headers: kept.map(({ field }) => field), changed: [...changed] },
  };
}

const lineOf = ([name, value]: HeaderLine, end: string): string => `${name}: ${value}${end}`;

const cut = (text: string): string => text.slice(0, 60);

/** The names that a client on this machine has for us. */
const HERE = ['127.0.0.1', 'localhost', '[::1]'];

const isUs = (authority: string, port: number): boolean =>
  HERE.some((name) => {
    const given = authority.toLowerCase();
    return given === `${name}:${port}` || (port === 80 && given === name);
  });

function moved(name: string, value: string, { port, upstream }: Place): string {
  if (name !== 'origin' && name !== 'referer') return value;
  const [origin = '', authority = ''] = /^http:\/\/([^/?#]*)/i.exec(value) ?? [];
  return origin !== '' && isUs(authority, port) ? upstream.origin + value.slice(origin.length) : value;
}

/** Why a request is not for a path: before a proxy, what follows the server's origin without a slash would lead to another host. */
function whyOdd(method: string, path: string): UnforwardedRequest | undefined {
  if (method.toUpperCase() === 'CONNECT') return { status: 400, why: 'no tunnels to other hosts begin here' };
  if (path.startsWith('/') || (path === '*' && method === 'OPTIONS')) return undefined;
  return { status: 400, why: `the request is for ${JSON.stringify(cut(path))}, which is no path` };
}

/** Why a request is none that a client of this machine meant for us. */
function whyRefused(
  headers: readonly HeaderLine[],
  authority: string | undefined,
  { port, isPrivate }: Place,
): UnforwardedRequest | undefined {
  const all = (wanted: string): readonly string[] =>
    headers.flatMap(([name, value]) => (name.toLowerCase() === wanted ? [value] : []));
  const hosts = all('host');
  if (hosts.length > 1) return { status: 400, why: 'the request has more than one Host' };
  const foreign = [authority, ...hosts].find((host) => host !== undefined && !isUs(host, port));
  if (foreign !== undefined) {
    const why = `the request is for ${JSON.stringify(cut(foreign))}, and only 127.0.0.1:${port} is answered here`;
    return { status: 403, why };
  }
  if (!isPrivate) return undefined;
  const origins = all('origin');
  const page = origins.find((origin) => !isLocal(origin));
  // An image or a link asks without an origin.
  const isLed =
    origins.length === 0 && all('sec-fetch-site').some((site) => OTHER_SITES.has(site.toLowerCase()));
  if (page === undefined && !isLed) return undefined;
  const whose = page === undefined ? 'other sites' : JSON.stringify(cut(page));
  return { status: 403, why: `web pages of ${whose} may not use what is added to requests here` };
}

/** What a browser calls the page that sends a request, where that is none of ours. */
const OTHER_SITES: ReadonlySet<string> = new Set(['cross-site', 'same-site']);

const isLocal = (origin: string): boolean =>
  /^https?:\/\/(?:localhost|[\w.-]+\.localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i.test(origin);
