import { randomBytes } from 'node:crypto';
import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  exchangeAuthorization,
  fetchToken,
  OAuthError,
  refreshAuthorization,
  selectResourceURL,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
import type { Challenge } from '../session/challenge.ts';
import type { Credentials, OAuthClient } from '../session/credentials.ts';
import type { AuthorizationStep, Finding } from '../session/frame.ts';
import type { HttpTarget } from '../session/target.ts';
import { type ClientFor, clientFor, grantsOf, type Told } from './authorization-client.ts';
import { AuthorizationError } from './authorization-error.ts';
import { type AuthorizationFetch, createAuthorizationFetch } from './authorization-fetch.ts';
import type { AuthorizationOptions } from './authorization-options.ts';
import { attempt } from './authorization-reason.ts';
import type { AuthorizerWorld } from './authorizer-world.ts';
import { signAssertion } from './client-assertion.ts';
import type { Person, Receiver } from './person.ts';

/** What is asked for. */
export interface Wanted {
  readonly challenge: Challenge | undefined;
  /** Credentials whose refresh token may do. */
  readonly refresh?: Credentials | undefined;
}

/** One way through authorization, from the refusal to the token. */
export interface Flow {
  /** Rejects with an {@link AuthorizationError}. */
  authorize(wanted: Wanted): Promise<Credentials>;
  /** Closes what is open. */
  close(): void;
}

/** What a flow needs. */
export interface FlowWorld extends AuthorizerWorld {
  readonly tell: (step: AuthorizationStep, detail: string, url?: string) => void;
  readonly person: Pick<Person, 'receive'>;
  /** The clients that were registered in this session, by issuer, whether or not a token came of it. */
  readonly registered: Map<string, Told>;
}

/** What is known of who grants, before anything is asked for. */
interface Discovered {
  /** The URL of the authorization server. */
  readonly server: string;
  readonly issuer: string;
  readonly metadata: Metadata;
  /** The resource to ask tokens for (RFC 8707); none where the server does not describe itself. */
  readonly resource: string | undefined;
  readonly scope: string | undefined;
}

type Metadata = Awaited<ReturnType<typeof discoverAuthorizationServerMetadata>>;
type ResourceMetadata = Awaited<ReturnType<typeof discoverOAuthProtectedResourceMetadata>>;

/**
 * The flow of basic/authorization, its steps those of the official client library, each exchange through our own
 * fetch.
 *
 *   resource metadata ─▶ server metadata ─┬▶ refresh ────────────────────────────────────▶ token
 *                                         ├▶ client credentials ─────────────────────────▶ token
 *                                         └▶ client ─▶ page, a person ─▶ state, iss, code ─▶ token
 */
export function createFlow(target: HttpTarget, options: AuthorizationOptions, world: FlowWorld): Flow {
  const { tell, person, vault } = world;
  const fetch = createAuthorizationFetch(target, options, world);

  async function authorize({ challenge, refresh }: Wanted): Promise<Credentials> {
    const found = await discover(target, options, challenge, fetch);
    if (options.issuer !== undefined && !isSame(options.issuer, found.issuer)) {
      throw new AuthorizationError(
        `the server sends us to ${found.issuer}, and --issuer allows ${options.issuer} alone`,
      );
    }
    if (options.grant === 'client') return forClient(found);
    const renewed = await refreshed(found, refresh);
    if (renewed.tokens !== undefined) return renewed.tokens;
    return forPerson(found, renewed.isForgotten);
  }

  const credentialsOf = (
    { issuer, resource }: Discovered,
    rest: Pick<Credentials, 'client' | 'redirect' | 'tokens'>,
  ): Credentials => ({ issuer, resource: resource ?? target.url, ...rest });

  /** New tokens for old ones of the same authorization server; nothing when it does not give any. */
  async function refreshed(
    found: Discovered,
    before: Credentials | undefined,
  ): Promise<{ readonly tokens?: Credentials; readonly isForgotten: boolean }> {
    const refreshToken = before?.tokens.refresh_token;
    if (before === undefined || refreshToken === undefined) return { isForgotten: false };
    if (!isSame(before.issuer, found.issuer)) return { isForgotten: false };
    const client = options.client === undefined ? before.client : givenClient(options.client);
    tell('client', `the token is refreshed as ${client.client_id}`);
    try {
      const tokens = await refreshAuthorization(found.server, {
        ...about(found, client),
        refreshToken,
        ...signing(),
        fetchFn: fetch.for('refresh'),
      });
      return { tokens: credentialsOf(found, { ...before, tokens: grantsOf(tokens) }), isForgotten: false };
    } catch (error) {
      if (!(error instanceof OAuthError))
        return attempt('the token was not refreshed', () => {
          throw error;
        });
      tell('client', `the token was not refreshed: ${error.code}: ${error.message}`);
      return { isForgotten: error.code === 'invalid_client' || error.code === 'unauthorized_client' };
    }
  }

  /** Client credentials (RFC 6749, 4.4): nobody is asked. */
  async function forClient(found: Discovered): Promise<Credentials> {
    const given = options.client;
    if (given === undefined) throw new AuthorizationError('client credentials need --client-id');
    const client = givenClient(given);
    tell(
      'client',
      `client credentials of ${given.id}${given.key === undefined ? '' : ', by a signed assertion'}`,
    );
    const tokens = await attempt('no token was granted', () =>
      fetchToken(
        {
          redirectUrl: undefined,
          clientMetadata: { redirect_uris: [] },
          clientInformation: () => client,
          tokens: () => undefined,
          saveTokens() {},
          redirectToAuthorization() {},
          saveCodeVerifier() {},
          codeVerifier: () => '',
          prepareTokenRequest: (scope?: string) =>
            new URLSearchParams({
              grant_type: 'client_credentials',
              ...(scope === undefined ? {} : { scope }),
            }),
          ...signing(),
        },
        found.server,
        {
          ...(found.metadata === undefined ? {} : { metadata: found.metadata }),
          ...(found.resource === undefined ? {} : { resource: found.resource }),
          ...(found.scope === undefined ? {} : { scope: found.scope }),
          fetchFn: fetch.for('token'),
        },
      ),
    );
    return credentialsOf(found, { client, tokens: grantsOf(tokens) });
  }

  /** The authorization code of a person (OAuth 2.1, 4.1), with PKCE. */
  async function forPerson(found: Discovered, isForgotten: boolean): Promise<Credentials> {
    const before = vault.known(found.issuer) ?? world.registered.get(found.issuer);
    const asked: ClientFor = { ...found, options, known: isForgotten ? undefined : before, tell };
    let receiver: Receiver | undefined;
    const receive = async (port: number): Promise<string> => {
      receiver = await person.receive(port);
      return receiver.redirect;
    };
    try {
      const told = await clientFor(asked, receive, fetch.for('registration'));
      if (options.client === undefined) world.registered.set(found.issuer, told);
      return await codeFor(found, told, receiver as Receiver | undefined);
    } finally {
      (receiver as Receiver | undefined)?.close();
    }
  }

  async function codeFor(
    found: Discovered,
    { client, redirect }: Told,
    receiver: Receiver | undefined,
  ): Promise<Credentials> {
    if (receiver === undefined)
      throw new AuthorizationError('there is no place for the browser to come back to');
    const state = randomBytes(24).toString('base64url');
    const { authorizationUrl, codeVerifier } = await attempt('the page to authorize at is not known', () =>
      startAuthorization(found.server, {
        ...about(found, client),
        redirectUrl: redirect,
        state,
        ...(found.scope === undefined ? {} : { scope: found.scope }),
      }),
    );
    world.learn([codeVerifier]);
    const answer = await receiver.wait({ url: authorizationUrl.href, state });
    const tokens = await attempt('no token was granted', () =>
      redeem(found, client, redirect, codeVerifier, answer),
    );
    return credentialsOf(found, { client, redirect, tokens: grantsOf(tokens) });
  }

  /** Looks whose answer it is before anything else in it counts (RFC 9207), and has the code redeemed. */
  function redeem(
    found: Discovered,
    client: OAuthClient,
    redirectUri: string,
    codeVerifier: string,
    answer: URLSearchParams,
  ) {
    const iss = answer.get('iss') ?? undefined;
    const metadata = found.metadata;
    const says = metadata?.['authorization_response_iss_parameter_supported'] === true;
    const expectedIssuer = metadata?.issuer;
    validateAuthorizationResponseIssuer({ iss, expectedIssuer, issParameterSupported: says });
    const refused = answer.get('error');
    if (refused !== null) throw new AuthorizationError(deniedBy(refused, answer.get('error_description')));
    return exchangeAuthorization(found.server, {
      ...about(found, client),
      authorizationCode: answer.get('code') ?? '',
      ...(iss === undefined ? {} : { iss }),
      codeVerifier,
      redirectUri,
      ...signing(),
      fetchFn: fetch.for('token'),
    });
  }

  /** How a client with a key proves to be the one. */
  const signing = () => {
    const { client } = options;
    if (client?.key === undefined) return {};
    return { addClientAuthentication: signAssertion(client.id, client.key) };
  };

  return { authorize, close: fetch.close };
}

const givenClient = ({ id, secret }: NonNullable<AuthorizationOptions['client']>): OAuthClient => ({
  client_id: id,
  ...(secret === undefined ? {} : { client_secret: secret }),
});

/** What all requests about tokens go by. */
const about = ({ metadata, resource }: Discovered, clientInformation: OAuthClient) => ({
  clientInformation,
  ...(metadata === undefined ? {} : { metadata }),
  ...(resource === undefined ? {} : { resource }),
});

function deniedBy(error: string, description: string | null): string {
  const said = description === null || description === error ? error : `${error}: ${description}`;
  return error === 'access_denied'
    ? `authorization was denied (${said})`
    : `authorization was refused: ${said}`;
}

/** One slash at the end makes no other issuer. */
const isSame = (one: string, other: string): boolean => one.replace(/\/$/, '') === other.replace(/\/$/, '');

/** Who grants tokens for a server, and what is to be asked for (basic/authorization#authorization-server-discovery). */
async function discover(
  { url }: HttpTarget,
  options: AuthorizationOptions,
  challenge: Challenge | undefined,
  fetch: AuthorizationFetch,
): Promise<Discovered> {
  const named = challenge?.metadata;
  if (named !== undefined && !URL.canParse(named))
    throw new AuthorizationError(`the resource_metadata of WWW-Authenticate is no URL: ${named}`);
  const described = await attempt('the protected resource metadata cannot be used', () =>
    resourceMetadata(url, named, fetch),
  );
  const chosen = await attempt('the protected resource metadata are of another server', () =>
    selectResourceURL(url, ANYBODY, described),
  );
  // A server without metadata of its own is its own authorization server (2025-03-26).
  const server = described?.authorization_servers?.[0] ?? new URL('/', url).href;
  const metadata = await attempt(`the metadata of ${server} cannot be used`, () =>
    discoverAuthorizationServerMetadata(server, { fetchFn: fetch.for('server metadata', inspectMetadata) }),
  );
  const wanted = challenge?.scope ?? described?.scopes_supported?.join(' ') ?? options.scope;
  return {
    server,
    issuer: metadata?.issuer ?? server,
    metadata,
    resource: chosen === undefined ? undefined : described?.resource,
    scope: options.grant === 'client' ? wanted : withOffline(wanted, metadata),
  };
}

/** A client must not go on without PKCE (basic/authorization#authorization-code-protection); we do, and say so. */
function inspectMetadata(status: number, body: string): readonly Finding[] {
  if (status !== 200 || !/^\s*\{/.test(body)) return [];
  if (/"code_challenge_methods_supported"\s*:\s*\[[^\]]*"S256"/.test(body)) return [];
  return [{ rule: 'auth/pkce', message: 'code_challenge_methods_supported does not name S256' }];
}

/** Nothing when the server has none, which only later revisions demand. */
async function resourceMetadata(
  url: string,
  named: string | undefined,
  fetch: AuthorizationFetch,
): Promise<ResourceMetadata | undefined> {
  let status = 0;
  const looked = fetch.for('resource metadata', (seen) => {
    status = seen;
    return [];
  });
  const where = named === undefined ? {} : { resourceMetadataUrl: named };
  try {
    return await discoverOAuthProtectedResourceMetadata(url, where, looked);
  } catch (error) {
    if (status >= 400) return undefined;
    throw error;
  }
}

/** The one method of a provider that is looked for is not needed. */
const ANYBODY = {} as Parameters<typeof selectResourceURL>[1];

/** Without it no refresh token may come (basic/authorization#refresh-tokens). */
function withOffline(scope: string | undefined, metadata: Metadata): string | undefined {
  const isOffered = metadata?.scopes_supported?.includes('offline_access') === true;
  if (scope === undefined || !isOffered || scope.split(' ').includes('offline_access')) return scope;
  return `${scope} offline_access`;
}
