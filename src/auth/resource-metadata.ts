import { type Challenge, covers, namedPlace } from '../session/authorization.ts';
import type { HeaderLine } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import { brief } from '../text/cut.ts';
import { type AuthAnswer, documentIn } from './answer.ts';
import { isAllowed } from './border.ts';
import { AuthorizationError } from './error.ts';
import type { AuthorizationFetch } from './fetch.ts';
import { membersOf, type ReportProblem, SDK } from './members.ts';

/** The metadata of a server as a protected resource (RFC 9728, 2). */
export interface ResourceMetadata {
  /** The URL of the document. */
  readonly place: string;
  /** The resource to request tokens for, character by character (RFC 8707). */
  readonly resource: string;
  readonly servers: readonly string[];
  readonly scopes: readonly string[];
}

/** A document, or why there is none: what was requested, and what was answered. */
export type Discovery<T> = { readonly document: T } | { readonly none: readonly string[] };

/** The headers of a request for a document. */
export const AS_JSON: readonly HeaderLine[] = [
  ['Accept', 'application/json'],
  ['MCP-Protocol-Version', '2025-11-25'],
];

/**
 * Looks for the protected resource metadata where the challenge says, and at the well-known places. A server need not
 * have any (2025-03-26). Rejects with an {@link AuthorizationError} when there are some that cannot be used.
 */
export async function discoverResource(
  { url }: Pick<HttpTarget, 'url'>,
  challenge: Challenge | undefined,
  allowed: readonly string[],
  fetch: AuthorizationFetch,
): Promise<Discovery<ResourceMetadata>> {
  const none: string[] = [];
  for (const [place, by] of placesFor(url, challenge, allowed)) {
    const asked = { purpose: 'resource metadata', what: DOCUMENT, url: place, by, headers: AS_JSON } as const;
    const found = await fetch.ask(asked, (answer, note) => read(answer, note, url));
    if (typeof found !== 'string') return { document: found };
    none.push(found);
  }
  return { none };
}

const DOCUMENT = 'the protected resource metadata';
const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** The URLs to try, each once, with who names them. */
function placesFor(
  url: string,
  challenge: Challenge | undefined,
  allowed: readonly string[],
): ReadonlyMap<string, string> {
  const { origin, pathname, search } = new URL(url);
  const named = namedPlace(url, challenge);
  const isOurs = named !== undefined && (named.origin === origin || isAllowed(named, allowed));
  const path = pathname.replace(/\/$/, '');
  const usual = [`${origin}${WELL_KNOWN}${path}${search}`, `${origin}${WELL_KNOWN}`];
  return new Map([
    ...(isOurs ? [[named.href, 'resource_metadata of WWW-Authenticate'] as const] : []),
    ...usual
      .filter((place) => !isOurs || place !== named.href)
      .map((place) => [place, 'its well-known place'] as const),
  ]);
}

/** The document, or why it is not one. */
function read(answer: AuthAnswer, note: ReportProblem, url: string): ResourceMetadata | string {
  const place = answer.url;
  const found = documentIn(DOCUMENT, answer, note);
  if (typeof found === 'string') return found;
  const members = membersOf(DOCUMENT, found, place);
  members.missing('resource', 'authorization_servers');
  const named = members.texts('authorization_servers') ?? [];
  const servers = named.map((server) => server.replace(METADATA, '$1'));
  const misnamed = named.find((server) => METADATA.test(server));
  if (misnamed !== undefined)
    note(
      'auth/member',
      `${DOCUMENT}: authorization_servers names ${brief(misnamed)}, a document of the authorization server in place of its issuer — clients will not find its metadata`,
    );
  const document = {
    place,
    resource: members.text('resource') ?? url,
    servers,
    scopes: members.texts('scopes_supported') ?? [],
  };
  members.report(note);
  if (Array.isArray(found['authorization_servers']) && servers.length === 0)
    note('auth/member', `${DOCUMENT}: authorization_servers is empty; the server itself is asked`);
  checkResource(document, note, url);
  return document;
}

/** The metadata of an authorization server, in place of its issuer. */
const METADATA = /\/\.well-known\/(?:oauth-authorization-server|openid-configuration)(\/.*)?$/;

/** A token for another resource is never requested: this server could use it there. */
function checkResource({ place, resource }: ResourceMetadata, note: ReportProblem, url: string): void {
  if (!covers(resource, url)) {
    throw new AuthorizationError(
      `${DOCUMENT} at ${brief(place)} is for another server: its resource is ${brief(resource)}, and you connect to ${url} — connect to that URL, or have the server name its own`,
    );
  }
  const [one, other] = [new URL(resource).pathname, new URL(url).pathname];
  if (one === other || one.replace(/\/$/, '') !== other.replace(/\/$/, '')) return;
  const who = one.endsWith('/') ? ` — ${SDK}` : '';
  note('auth/resource', `${DOCUMENT}: the resource is ${brief(resource)}, and the server is at ${url}${who}`);
}
