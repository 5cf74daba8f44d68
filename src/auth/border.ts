import { lookup as lookUp } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { HttpTarget } from '../session/target.ts';
import { ExchangeError } from '../transport/exchange-error.ts';
import { type Zone, zoneOf } from '../transport/zone.ts';

/**
 * Where the documents of a server may lead requests to. A server elsewhere must not reach through us what it cannot
 * reach itself: this machine and its network.
 */
export interface Border {
  /** Why nothing is sent to a URL, in one sentence with the next step; undefined when it may be used. */
  whyNot(url: URL, use: Use): string | undefined;
  /** Adds the authorization server, once it is known. */
  meet(server: URL): void;
  /** Looks up names for connections to a URL, and refuses addresses that are too near: a name may mean any. */
  lookupFor(url: URL): LookupFunction;
}

/**
 * What a URL is for: `own`, to read the metadata of the server; `read`, to read those of an authorization server;
 * `show`, to show it to a person; `post`, to send something there.
 */
export type Use = 'own' | 'read' | 'show' | 'post';

/** What a border needs to know about the server. */
export interface Bordered extends Pick<HttpTarget, 'url' | 'socket'> {
  /** The address that it answered from; unknown behind a proxy. */
  readonly address: string | undefined;
  /** Hosts, some with a port, that the person allows. */
  readonly allowed: readonly string[];
}

const NAMES: Readonly<Record<Exclude<Zone, 'public'>, string>> = {
  loopback: 'this machine itself',
  private: 'a private address',
  'link-local': 'a link-local address',
};

/** @param lookup looks names up, as `dns.lookup` does */
export function createBorder(
  { url: own, socket, address, allowed }: Bordered,
  lookup: typeof lookUp = lookUp,
): Border {
  const server = new URL(own);
  const zone = socket === undefined ? zoneOf(address ?? server.hostname) : 'loopback';
  const isHere = zone === 'loopback';
  /** The ports of this machine that we may post to: other programs here trust any local client. */
  const ports = new Set([server.port]);
  const option = ({ host }: URL): string => `--allow-host ${host} allows it`;

  /** Whether an address that a name stands for may be used: it is public, or the server is there itself. */
  const isNear = (found: string): boolean => {
    const there = zoneOf(found);
    return there === 'public' || (there === 'loopback' && isHere) || found === address;
  };

  return {
    meet: ({ port }) => {
      ports.add(port);
    },
    whyNot(url, use) {
      if (isAllowed(url, allowed) || (use === 'own' && url.origin === server.origin)) return undefined;
      const there = zoneOf(url.hostname);
      const isSame = url.hostname === server.hostname;
      const isLocal = isHere && (there === 'loopback' || isSame);
      if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'only https is allowed';
      if (use === 'post' && isLocal && !ports.has(url.port))
        return `it is neither the server nor its authorization server, but something else on this machine — ${option(url)}`;
      if (url.protocol === 'http:' && !isLocal) return `only https is allowed — ${option(url)}`;
      if (there === undefined || there === 'public' || isLocal || isSame) return undefined;
      return `a remote server may not point to ${url.hostname}, which is ${NAMES[there]} — ${option(url)}`;
    },
    lookupFor: (url) => (hostname, options, done) =>
      lookup(hostname, options, (error, found, family) => {
        const all = typeof found === 'string' ? [found] : (found ?? []).map((one) => one.address);
        const near = error !== null || isAllowed(url, allowed) ? undefined : all.find((one) => !isNear(one));
        if (near === undefined) return done(error, found, family);
        const what = NAMES[zoneOf(near) as keyof typeof NAMES];
        const why = `a remote server may not point to ${hostname}, which is ${near}, ${what} — ${option(url)}`;
        return done(new ExchangeError(why), found, family);
      }),
  };
}

/** Whether the person allows a host, at this port or at any. */
export const isAllowed = ({ host, hostname }: URL, allowed: readonly string[]): boolean =>
  allowed.includes(host) || allowed.includes(hostname);
