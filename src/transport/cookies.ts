import type { HeaderLine } from '../session/frame.ts';
import { zoneOf } from './zone.ts';

/**
 * The cookies of one connection, in memory only. Each origin gets back what it has set and nothing else, so that load
 * balancers which pin sessions by a cookie work.
 */
export interface CookieJar {
  /** Keeps the cookies that a response from this URL sets (RFC 6265, 5.3). */
  keep(url: URL, headers: readonly HeaderLine[]): void;
  /** The headers of a request to this URL, with its cookies; those that the user gave by the same name win. */
  apply(url: URL, headers: readonly HeaderLine[]): readonly HeaderLine[];
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly secure: boolean;
  /** ms since 1970. */
  readonly until: number;
}

/** The limits of browsers (RFC 6265, 6.1): characters of a cookie, and cookies of an origin. */
const LONGEST = 4096;
const MOST = 50;

/** @param wall the clock, ms since 1970 */
export function createCookieJar(wall: () => number): CookieJar {
  /** By origin, then by name and path, in the order they were first set. */
  const jar = new Map<string, Map<string, Cookie>>();

  return {
    keep(url, headers) {
      for (const [name, value] of headers) {
        if (name.toLowerCase() !== 'set-cookie') continue;
        const cookie = readCookie(value, url, wall());
        if (cookie === undefined) continue;
        const known = jar.get(url.origin) ?? new Map<string, Cookie>();
        jar.set(url.origin, known);
        const key = `${cookie.name}\n${cookie.path}`;
        if (cookie.until <= wall()) known.delete(key);
        else if (known.has(key) || known.size < MOST) known.set(key, cookie);
      }
    },
    apply(url, headers) {
      const at = headers.findIndex(([name]) => name.toLowerCase() === 'cookie');
      const given = headers[at]?.[1] ?? '';
      const taken = new Set(given.split(';').map((pair) => pair.split('=', 1)[0]?.trim()));
      const pairs = [...(jar.get(url.origin)?.values() ?? [])]
        .filter((cookie) => isFor(cookie, url) && cookie.until > wall() && !taken.has(cookie.name))
        // The longest path comes first (5.4).
        .sort((a, b) => b.path.length - a.path.length)
        .map(({ name, value }) => `${name}=${value}`);
      if (pairs.length === 0) return headers;
      const all = [given.replace(/;?\s*$/, ''), ...pairs].filter((pair) => pair !== '').join('; ');
      return at < 0 ? [...headers, ['Cookie', all]] : headers.with(at, [headers[at]?.[0] ?? 'Cookie', all]);
    },
  };
}

/** Reads a Set-Cookie header (5.2); undefined when it is malformed, or for another host. */
function readCookie(text: string, url: URL, now: number): Cookie | undefined {
  const [pair = '', ...attributes] = text.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals).trim();
  if (equals < 0 || name === '' || pair.length > LONGEST) return undefined;
  const read = new Map(
    attributes.map((attribute): [string, string] => {
      const [key = '', ...value] = attribute.split('=');
      return [key.trim().toLowerCase(), value.join('=').trim()];
    }),
  );
  if (!isOfHost(read.get('domain') ?? '', url.hostname)) return undefined;
  const path = read.get('path') ?? '';
  return {
    name,
    value: pair.slice(equals + 1).trim(),
    path: path.startsWith('/') ? path : url.pathname.slice(0, Math.max(1, url.pathname.lastIndexOf('/'))),
    secure: read.has('secure'),
    until: untilOf(read.get('max-age'), read.get('expires'), now),
  };
}

/** Max-Age wins over Expires; unreadable values are ignored. */
function untilOf(maxAge = '', expires = '', now: number): number {
  if (/^-?\d+$/.test(maxAge)) return now + Number(maxAge) * 1000;
  const date = Date.parse(expires);
  return Number.isNaN(date) ? Number.POSITIVE_INFINITY : date;
}

/** Whether a host may set cookies for a domain: its own name, or a parent domain (5.1.3). */
function isOfHost(domain: string, host: string): boolean {
  const name = domain.replace(/^\./, '').toLowerCase();
  return name === '' || name === host || (host.endsWith(`.${name}`) && !/^[\d.]+$/.test(host));
}

/** Whether a cookie is sent to a URL of its origin (5.1.4). This machine is as safe as TLS. */
function isFor({ path, secure }: Cookie, { pathname, protocol, hostname }: URL): boolean {
  const isSafe = protocol === 'https:' || zoneOf(hostname) === 'loopback';
  const isBelow = pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
  return isBelow && (isSafe || !secure);
}
