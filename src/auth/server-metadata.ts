import { brief } from '../text/cut.ts';
import { urlOf } from '../text/url.ts';
import { type AuthAnswer, documentIn } from './answer.ts';
import { AuthorizationError } from './error.ts';
import type { AuthorizationFetch } from './fetch.ts';
import { membersOf, type ReportProblem } from './members.ts';
import { AS_JSON, type Discovery } from './resource-metadata.ts';
import { STRICT, type StrictDocument } from './strict-clients.ts';

/** The metadata of an authorization server (RFC 8414, 2; OpenID Connect Discovery 1.0, 3). */
export interface ServerMetadata {
  /** The URL of the document, and what it is called. */
  readonly place: string;
  readonly document: StrictDocument;
  readonly issuer: string;
  readonly authorizationEndpoint: string | undefined;
  readonly tokenEndpoint: string | undefined;
  readonly registrationEndpoint: string | undefined;
  readonly scopes: readonly string[] | undefined;
  readonly authMethods: readonly string[] | undefined;
  readonly challengeMethods: readonly string[] | undefined;
  /** It accepts the URL of a client id metadata document as a client id. */
  readonly takesDocuments: boolean;
  /** It names itself in its answers (RFC 9207). */
  readonly namesItself: boolean;
}

/**
 * Looks for the metadata of an authorization server in all places that a server may have them. Rejects with an
 * {@link AuthorizationError} when there are some that cannot be used, or that belong to another issuer.
 *
 * @param by who names the server
 * @param check compares it with the other documents
 */
export async function discoverServer(
  server: string,
  by: string,
  fetch: AuthorizationFetch,
  check: (metadata: ServerMetadata, note: ReportProblem) => void,
): Promise<Discovery<ServerMetadata>> {
  const none: string[] = [];
  let isBroken = false;
  fetch.check(server, by, 'read');
  fetch.meet(new URL(server));
  for (const [place, document] of placesFor(new URL(server))) {
    const asked = { purpose: 'server metadata', what: document, url: place, by, headers: AS_JSON } as const;
    const found = await fetch.ask(asked, (answer, note) => {
      isBroken ||= answer.status >= 500;
      const metadata = read(answer, note, document, { server, by });
      if (typeof metadata !== 'string') check(metadata, note);
      return metadata;
    });
    if (typeof found !== 'string') return { document: found };
    none.push(found);
  }
  if (isBroken)
    throw new AuthorizationError(
      `the metadata of ${brief(server)} (${by}) cannot be read: ${none.join('; ')}`,
    );
  return { none };
}

const OAUTH = 'the authorization server metadata';
const OPENID = 'the OpenID discovery document';

/**
 * The places in their order (basic/authorization#authorization-server-metadata-discovery), and one that servers use by
 * mistake.
 */
function placesFor({ origin, pathname }: URL): ReadonlyMap<string, StrictDocument> {
  const path = pathname.replace(/\/$/, '');
  return new Map([
    [`${origin}/.well-known/oauth-authorization-server${path}`, OAUTH],
    [`${origin}/.well-known/openid-configuration${path}`, OPENID],
    [`${origin}${path}/.well-known/openid-configuration`, OPENID],
    [`${origin}${path}/.well-known/oauth-authorization-server`, OAUTH],
  ]);
}

/** The document, or why it is not one. */
function read(
  answer: AuthAnswer,
  note: ReportProblem,
  document: StrictDocument,
  asked: { readonly server: string; readonly by: string },
): ServerMetadata | string {
  const place = answer.url;
  const found = documentIn(document, answer, note);
  if (typeof found === 'string') return found;
  if (!['issuer', 'authorization_endpoint', 'token_endpoint'].some((name) => name in found))
    return `GET ${brief(place)}: the answer names neither issuer nor endpoints`;
  const members = membersOf(document, found, place);
  members.missing(...STRICT[document].needs);
  const metadata: ServerMetadata = {
    ...{ place, document },
    issuer: members.text('issuer') ?? asked.server,
    authorizationEndpoint: members.url('authorization_endpoint'),
    tokenEndpoint: members.url('token_endpoint'),
    registrationEndpoint: members.url('registration_endpoint'),
    scopes: members.texts('scopes_supported'),
    authMethods: members.texts('token_endpoint_auth_methods_supported'),
    challengeMethods: members.texts('code_challenge_methods_supported'),
    takesDocuments: members.is('client_id_metadata_document_supported'),
    namesItself: found['authorization_response_iss_parameter_supported'] === true,
  };
  members.texts('response_types_supported');
  members.report(note);
  // A client must stop without PKCE (basic/authorization#authorization-code-protection); we continue, and report it.
  if (metadata.challengeMethods?.includes('S256') !== true)
    note('auth/pkce', 'code_challenge_methods_supported does not name S256');
  checkIssuer(metadata, note, asked);
  return metadata;
}

/** Metadata of another issuer are never used: the code of one server could be sent to another (RFC 8414, 3.3). */
function checkIssuer(
  { issuer, place, document }: ServerMetadata,
  note: ReportProblem,
  { server, by }: { readonly server: string; readonly by: string },
): void {
  if (issuer === server) return;
  if (!isSameIssuer(issuer, server)) {
    throw new AuthorizationError(
      `${document} at ${brief(place)} cannot be used: its issuer is ${brief(issuer)}, and ${brief(server)} was asked for (${by})`,
    );
  }
  // A URL made from the server's own has a slash that was not written there.
  if (by === ITSELF && `${issuer}/` === server) return;
  const refusing = `${issuer}/` === server ? 'the official Python SDK' : 'the official SDKs';
  note(
    'auth/issuer',
    `${document}: its issuer is ${brief(issuer)}, and ${brief(server)} was asked for (${by}) — clients built on ${refusing} refuse it`,
  );
}

/** Who names the authorization server in the absence of metadata (2025-03-26). */
export const ITSELF = 'the server itself: its metadata name no other';

/** Whether two names of an issuer mean the same one: a slash at the end does not matter. */
export function isSameIssuer(one: string, other: string): boolean {
  const bare = (name: string): string => (urlOf(name)?.href ?? name).replace(/\/$/, '');
  return bare(one) === bare(other);
}
