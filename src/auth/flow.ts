import type { Challenge, Credentials, OAuthClient } from '../session/authorization.ts';
import type { AuthorizationStep } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import { brief } from '../text/cut.ts';
import { urlOf } from '../text/url.ts';
import { authorizationEndpoint, authorizePage, deniedBy, issuerMismatch } from './authorize-page.ts';
import type { BrowserConsent, Receiver } from './browser-consent.ts';
import { type ClientFor, clientFor, type RegisteredClient } from './client.ts';
import { AuthorizationError, AuthorizationRefused } from './error.ts';
import { type AuthorizationFetch, createAuthorizationFetch } from './fetch.ts';
import type { AuthorizationOptions, AuthorizerDeps } from './options.ts';
import { discoverResource } from './resource-metadata.ts';
import { discoverServer, ITSELF, isSameIssuer, type ServerMetadata } from './server-metadata.ts';
import { requestTokens, tokenEndpoint } from './token-request.ts';
import { unknownScopes, type WantedScopes, wantedScopes } from './wanted-scopes.ts';

/** What is to be authorized. */
export interface Wanted {
  readonly challenge: Challenge | undefined;
  /** Credentials whose refresh token may be used. */
  readonly refresh?: Credentials | undefined;
}

/** One way through authorization, from the refusal to the token. */
export interface AuthorizationFlow {
  /** Rejects with an {@link AuthorizationError}. */
  authorize(wanted: Wanted): Promise<Credentials>;
  /** Closes what is open. */
  close(): void;
}

/** What a flow needs. */
export interface FlowDeps extends AuthorizerDeps {
  readonly tell: (step: AuthorizationStep, detail: string, url?: string) => void;
  readonly consent: Pick<BrowserConsent, 'receive'>;
  /** The clients that were registered in this session, by issuer, even if no token was granted. */
  readonly registered: Map<string, RegisteredClient>;
}

/** What is known about the authorization server before a token is requested. */
interface Discovered {
  /** The URL of the authorization server. */
  readonly server: string;
  readonly issuer: string;
  readonly metadata: ServerMetadata | undefined;
  /** Where no documents were found, and what was answered. */
  readonly none: readonly string[];
  /** The resource to ask tokens for (RFC 8707); none where the server does not describe itself. */
  readonly resource: string | undefined;
  readonly scopes: WantedScopes;
}

/** What all steps of a flow share. */
interface Context extends FlowDeps {
  readonly target: HttpTarget;
  readonly options: AuthorizationOptions;
  readonly fetch: AuthorizationFetch;
}

/**
 * The flow of basic/authorization:
 *
 *   resource metadata ─▶ server metadata ─┬▶ refresh ────────────────────────────────────▶ token
 *                                         ├▶ client credentials ─────────────────────────▶ token
 *                                         └▶ client ─▶ page, a person ─▶ state, iss, code ─▶ token
 *
 * Each document is used as far as possible, and every guess is reported. What keeps a token safe is never guessed:
 * state, PKCE, the issuer, the resource, https.
 *
 * @param address what the server answered from
 */
export function createFlow(
  target: HttpTarget,
  options: AuthorizationOptions,
  deps: FlowDeps,
  address: string | undefined,
): AuthorizationFlow {
  const fetch = createAuthorizationFetch(target, options, deps, address);
  const context: Context = { ...deps, target, options, fetch };
  return { authorize: (wanted) => authorize(context, wanted), close: fetch.close };
}

async function authorize(context: Context, { challenge, refresh }: Wanted): Promise<Credentials> {
  const { options, fetch } = context;
  const found = await discover(context, challenge);
  const { url, by } = tokenEndpoint(found.server, found.metadata);
  fetch.check(url, by, 'post');
  if (options.grant === 'client') return clientCredentials(context, found);
  const renewed = await refreshed(context, found, refresh);
  if (renewed.tokens !== undefined) return renewed.tokens;
  return authorizationCode(context, found, renewed.isForgotten);
}

/** What all requests for tokens share. */
const about = ({ options }: Context, { server, metadata, resource }: Discovered, client: OAuthClient) => ({
  ...{ server, metadata, resource, client },
  key: options.client?.key,
});

/** If the answer names no scope, it is the requested one (RFC 6749, 5.1). */
const credentialsOf = (
  { target }: Context,
  { issuer, resource, scopes }: Discovered,
  { tokens, ...rest }: Pick<Credentials, 'client' | 'redirect' | 'tokens'>,
): Credentials => ({
  ...{ issuer, resource: resource ?? target.url, ...rest },
  tokens: { ...(scopes.scope === undefined ? {} : { scope: scopes.scope }), ...tokens },
});

/** New tokens for old ones of the same authorization server; none when it does not grant any. */
async function refreshed(
  context: Context,
  found: Discovered,
  before: Credentials | undefined,
): Promise<{ readonly tokens?: Credentials; readonly isForgotten: boolean }> {
  const { options, tell, fetch } = context;
  const refreshToken = before?.tokens.refresh_token;
  if (before === undefined || refreshToken === undefined) return { isForgotten: false };
  if (!isSameIssuer(before.issuer, found.issuer)) return { isForgotten: false };
  const client = options.client === undefined ? before.client : givenClient(options.client);
  tell('client', `the token is refreshed as ${client.client_id}`);
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
  try {
    const fresh = await requestTokens({ ...about(context, found, client), purpose: 'refresh', grant }, fetch);
    const tokens = { ...before.tokens, ...fresh };
    return {
      tokens: credentialsOf(context, found, { ...before, client: before.client, tokens }),
      isForgotten: false,
    };
  } catch (error) {
    if (!(error instanceof AuthorizationRefused)) throw error;
    tell('client', `the token was not refreshed: ${error.message}`);
    return { isForgotten: error.isUnknownClient };
  }
}

/** Client credentials (RFC 6749, 4.4): no person is involved. */
async function clientCredentials(context: Context, found: Discovered): Promise<Credentials> {
  const { options, tell } = context;
  const given = options.client;
  if (given === undefined) throw new AuthorizationError('client credentials need --client-id');
  const client = givenClient(given);
  const how = given.key === undefined ? '' : ', by a signed assertion';
  tell('client', `client credentials of ${given.id}${how}, ${found.scopes.sentence}`);
  const { scope } = found.scopes;
  const grant = {
    ...Object.fromEntries(options.params ?? []),
    grant_type: 'client_credentials',
    ...(scope === undefined ? {} : { scope }),
  };
  return credentialsOf(context, found, { client, tokens: await granted(context, found, client, grant) });
}

/** Requests a token; when there is none, the reason names the scopes that were requested. */
async function granted(
  context: Context,
  found: Discovered,
  client: OAuthClient,
  grant: Readonly<Record<string, string>>,
) {
  try {
    return await requestTokens({ ...about(context, found, client), purpose: 'token', grant }, context.fetch);
  } catch (error) {
    if (!(error instanceof AuthorizationRefused)) throw error;
    const asked =
      error.code === 'invalid_scope' ? `; ${found.scopes.sentence} — --scope asks for others` : '';
    throw new AuthorizationRefused(`no token was granted: ${error.message}${asked}`, error.code, {
      cause: error,
    });
  }
}

/** The authorization code of a person (OAuth 2.1, 4.1), with PKCE. */
async function authorizationCode(
  context: Context,
  found: Discovered,
  isForgotten: boolean,
): Promise<Credentials> {
  const { options, tell, fetch, vault, registered } = context;
  // Checked before a client is registered or a person is asked.
  const page = authorizationEndpoint(found);
  fetch.check(page.url, page.by, 'show');
  const known = vault.known(found.issuer) ?? registered.get(found.issuer);
  if (isForgotten || known === undefined) return asClient(context, found, undefined);
  try {
    return await asClient(context, found, known);
  } catch (error) {
    const isOurs = options.client === undefined && options.metadataUrl === undefined;
    if (!(error instanceof AuthorizationRefused) || !error.isUnknownClient || !isOurs) throw error;
    tell('client', `${brief(error.message)} — another client is registered`);
    return asClient(context, found, undefined);
  }
}

/** @param known the client that was registered earlier */
async function asClient(
  context: Context,
  found: Discovered,
  known: ClientFor['known'],
): Promise<Credentials> {
  const { options, tell, fetch, consent, registered } = context;
  const asked = { ...found, scope: found.scopes.scope, options, known, tell };
  let receiver: Receiver | undefined;
  const receive = async (port: number): Promise<string> => {
    receiver = await consent.receive(port);
    return receiver.redirect;
  };
  try {
    const client = await clientFor(asked, receive, fetch);
    if (options.client === undefined) registered.set(found.issuer, client);
    return await tokensForCode(context, found, client, receiver as Receiver | undefined);
  } finally {
    (receiver as Receiver | undefined)?.close();
  }
}

async function tokensForCode(
  context: Context,
  found: Discovered,
  { client, redirect }: RegisteredClient,
  receiver: Receiver | undefined,
): Promise<Credentials> {
  if (receiver === undefined) throw new AuthorizationError('no redirect URL is available');
  const { metadata, scopes } = found;
  const params = context.options.params ?? [];
  const { url, state, verifier } = authorizePage({
    ...found,
    ...{ client, redirect, params, scope: scopes.scope },
  });
  context.learn([verifier]);
  const answer = await receiver.wait({ url: url.href, state, asked: scopes.sentence });
  // Nothing in the answer counts before its issuer is checked.
  const mismatch = issuerMismatch(answer, metadata);
  if (mismatch !== undefined) throw new AuthorizationError(mismatch);
  const error = answer.get('error');
  if (error !== null) throw new AuthorizationRefused(deniedBy(answer, scopes.sentence), error);
  const code = answer.get('code') ?? '';
  if (code === '') throw new AuthorizationError('the redirect holds an empty code');
  const tokens = await granted(context, found, client, {
    ...{ grant_type: 'authorization_code', code },
    ...{ code_verifier: verifier, redirect_uri: redirect },
  });
  return credentialsOf(context, found, { client, redirect, tokens });
}

const givenClient = ({ id, secret }: NonNullable<AuthorizationOptions['client']>): OAuthClient => ({
  client_id: id,
  ...(secret === undefined ? {} : { client_secret: secret }),
});

/** Who grants tokens for a server, and what to request (basic/authorization#authorization-server-discovery). */
async function discover(
  { target, options, fetch }: Context,
  challenge: Challenge | undefined,
): Promise<Discovered> {
  const described = await discoverResource(target, challenge, options.allowed ?? [], fetch);
  const resource = 'document' in described ? described.document : undefined;
  const [server, by] = serverOf(target, resource?.servers ?? [], options.issuer);
  if (options.issuer !== undefined && !isSameIssuer(options.issuer, server))
    throw otherIssuer(server, options.issuer);
  const found = await discoverServer(server, by, fetch, (read, note) => {
    const unknown = unknownScopes(resource, read);
    if (unknown !== undefined) note('auth/scope', unknown);
  });
  const metadata = 'document' in found ? found.document : undefined;
  return {
    ...{ server, metadata, issuer: metadata?.issuer ?? server, resource: resource?.resource },
    none: [...('none' in described ? described.none : []), ...('none' in found ? found.none : [])],
    scopes: wantedScopes(options, challenge, resource, metadata),
  };
}

/** The authorization server to use, and who names it: of several the one of --issuer, else the first. */
function serverOf(
  { url }: HttpTarget,
  named: readonly string[],
  issuer: string | undefined,
): readonly [server: string, by: string] {
  const urls = named.filter((name) => urlOf(name) !== undefined);
  const chosen = urls.find((name) => issuer !== undefined && isSameIssuer(name, issuer)) ?? urls[0];
  if (chosen !== undefined) return [chosen, 'authorization_servers of the protected resource metadata'];
  const [odd] = named;
  if (odd !== undefined)
    throw new AuthorizationError(
      `authorization_servers of the protected resource metadata names ${brief(odd)}, which is not a URL`,
    );
  // A server without metadata of its own is its own authorization server (2025-03-26).
  return [new URL('/', url).href, ITSELF];
}

const otherIssuer = (server: string, issuer: string): AuthorizationError =>
  new AuthorizationError(`the server sends us to ${brief(server)}, and --issuer allows only ${issuer}`);
