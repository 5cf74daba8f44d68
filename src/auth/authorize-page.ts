import { createHash, randomBytes } from 'node:crypto';
import type { OAuthClient } from '../session/authorization.ts';
import { brief } from '../text/cut.ts';
import { AuthorizationError } from './error.ts';
import { isSameIssuer, type ServerMetadata } from './server-metadata.ts';

/** What an authorization request consists of (OAuth 2.1, 4.1.1). */
export interface PageFor {
  /** The URL of the authorization server, for one without metadata. */
  readonly server: string;
  readonly metadata: ServerMetadata | undefined;
  readonly client: OAuthClient;
  readonly redirect: string;
  readonly resource: string | undefined;
  readonly scope: string | undefined;
  /** More parameters, as the person gave them. */
  readonly params: readonly (readonly [name: string, value: string])[];
}

/** Where the page is, and who says so. */
export function authorizationEndpoint({ server, metadata }: Pick<PageFor, 'server' | 'metadata'>): {
  readonly url: string;
  readonly by: string;
} {
  if (metadata === undefined) return { url: new URL('/authorize', server).href, by: 'the default URL' };
  const { authorizationEndpoint: url, challengeMethods, document, place } = metadata;
  if (url === undefined)
    throw new AuthorizationError(`${document} at ${brief(place)} names no authorization_endpoint`);
  if (challengeMethods !== undefined && !challengeMethods.includes('S256'))
    throw new AuthorizationError(
      `${brief(server)} does not support PKCE with S256, which is required: code_challenge_methods_supported of ${document} is ${brief(challengeMethods.join(' ')) || 'empty'}`,
    );
  return { url, by: `authorization_endpoint of ${document}` };
}

/** The page that a person opens, and the verifier, which stays secret until the code is redeemed (RFC 7636). */
export function authorizePage(asked: PageFor): {
  readonly url: URL;
  readonly state: string;
  readonly verifier: string;
} {
  const { client, redirect, resource, scope, params } = asked;
  const url = new URL(authorizationEndpoint(asked).url);
  const [state, verifier] = [randomBytes(24).toString('base64url'), randomBytes(32).toString('base64url')];
  const own = {
    response_type: 'code',
    client_id: client.client_id,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    redirect_uri: redirect,
    state,
    ...(scope === undefined ? {} : { scope }),
    // Without it some servers grant no refresh token (OpenID Connect Core, 11).
    ...(scope?.split(' ').includes('offline_access') === true ? { prompt: 'consent' } : {}),
    ...(resource === undefined ? {} : { resource }),
  };
  for (const [name, value] of [...Object.entries(own), ...params]) url.searchParams.set(name, value);
  return { url, state, verifier };
}

/**
 * Why an answer is not from this issuer; undefined when it is. Compared character by character (RFC 9207, 2.4): a slash
 * is a difference here.
 */
export function issuerMismatch(
  answer: URLSearchParams,
  metadata: ServerMetadata | undefined,
): string | undefined {
  if (metadata === undefined) return undefined;
  const { issuer, namesItself } = metadata;
  const named = answer.get('iss');
  if (named === null)
    return namesItself
      ? `the redirect has no iss, and ${brief(issuer)} says that it always sends it`
      : undefined;
  if (named === issuer) return undefined;
  return isSameIssuer(named, issuer)
    ? `iss of the redirect is ${brief(named)}, and the issuer is ${brief(issuer)}: they must match character by character`
    : `the redirect is of another issuer: its iss is ${brief(named)}, and ${brief(issuer)} was asked`;
}

/** The error in a redirect (RFC 6749, 4.1.2.1), and what had been requested. */
export function deniedBy(answer: URLSearchParams, asked: string): string {
  const [error, description] = [answer.get('error') ?? '', answer.get('error_description')];
  const reported = brief(description === null || description === error ? error : `${error}: ${description}`);
  if (error === 'access_denied') return `authorization was denied (${reported})`;
  const next = error === 'invalid_scope' ? ' — --scope asks for others' : '';
  return `authorization was refused: ${reported}; ${asked}${next}`;
}
