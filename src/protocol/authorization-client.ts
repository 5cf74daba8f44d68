import { registerClient } from '@modelcontextprotocol/client';
import type { Credentials, OAuthClient, OAuthTokens } from '../session/credentials.ts';
import type { AuthorizationStep } from '../session/frame.ts';
import { AuthorizationError } from './authorization-error.ts';
import type { SdkFetch } from './authorization-fetch.ts';
import type { AuthorizationOptions } from './authorization-options.ts';
import { attempt } from './authorization-reason.ts';

type Metadata = NonNullable<Parameters<typeof registerClient>[1]['metadata']>;

/** For whom a client is wanted. */
export interface ClientFor {
  /** The URL of the authorization server. */
  readonly server: string;
  readonly metadata: Metadata | undefined;
  readonly scope: string | undefined;
  readonly options: AuthorizationOptions;
  /** What is kept of an earlier time with it. */
  readonly known: Pick<Credentials, 'client' | 'redirect'> | undefined;
  readonly tell: (step: AuthorizationStep, detail: string) => void;
}

/** A client, and where its answers go. */
export interface Told {
  readonly client: OAuthClient;
  readonly redirect: string;
}

/**
 * The client to ask as (basic/authorization#client-registration-approaches): the one that the person gave, the one of a
 * metadata document, the one that was registered before, or a new one.
 *
 * @param receive opens the place that answers go to
 */
export async function clientFor(
  { server, metadata, scope, options, known, tell }: ClientFor,
  receive: (port: number) => Promise<string>,
  fetchFn: SdkFetch,
): Promise<Told> {
  const { client: given, metadataUrl, port } = options;
  if (given !== undefined) {
    tell('client', `as ${given.id}, which is registered already`);
    const secret = given.secret === undefined ? {} : { client_secret: given.secret };
    return { client: { client_id: given.id, ...secret }, redirect: await receive(port ?? 0) };
  }
  if (metadataUrl !== undefined && metadata?.client_id_metadata_document_supported === true) {
    tell('client', `as ${metadataUrl}, a client id metadata document`);
    return { client: { client_id: metadataUrl }, redirect: await receive(port ?? 0) };
  }
  const before = await again(known, port, receive);
  if (before !== undefined) {
    tell('client', `as ${before.client.client_id}, registered before`);
    return before;
  }
  if (metadata !== undefined && metadata.registration_endpoint === undefined) {
    const other = metadata.client_id_metadata_document_supported === true ? ' or --client-metadata' : '';
    throw new AuthorizationError(
      `${server} registers no clients by itself — give one with --client-id${other}`,
    );
  }
  const redirect = await receive(port ?? 0);
  const unknown = metadata === undefined ? `${server} has no metadata, and does` : `${server} does`;
  const registered = await attempt(`${unknown} not register us`, () =>
    registerClient(server, {
      ...(metadata === undefined ? {} : { metadata }),
      ...(scope === undefined ? {} : { scope }),
      clientMetadata: { ...OURSELVES, redirect_uris: [redirect], ...methodFor(metadata) },
      fetchFn,
    }),
  );
  tell('client', `as ${registered.client_id}, registered now`);
  return { client: clientOf(registered), redirect };
}

/** The client of an earlier time, where its redirect URI can be had again: a registration holds for that one alone. */
async function again(
  known: ClientFor['known'],
  port: number | undefined,
  receive: (port: number) => Promise<string>,
): Promise<Told | undefined> {
  const { client, redirect } = known ?? {};
  if (client === undefined || redirect === undefined) return undefined;
  const ends = client.client_secret_expires_at ?? 0;
  if (ends !== 0 && ends * 1000 < Date.now()) return undefined;
  const before = Number(new URL(redirect).port);
  if (port !== undefined && port !== before) return undefined;
  try {
    return { client, redirect: await receive(before) };
  } catch (error) {
    if (port !== undefined) throw error;
    return undefined;
  }
}

/** What we say of ourselves (RFC 7591, 2). */
const OURSELVES = {
  client_name: 'mcp-loupe',
  application_type: 'native',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
};

/** We can keep no secret from the person; one is taken where the server gives tokens to nobody without. */
function methodFor(metadata: Metadata | undefined): { readonly token_endpoint_auth_method: string } {
  const methods = metadata?.token_endpoint_auth_methods_supported ?? ['none'];
  const known = ['none', 'client_secret_basic', 'client_secret_post'];
  return { token_endpoint_auth_method: known.find((method) => methods.includes(method)) ?? 'none' };
}

function clientOf(client: Awaited<ReturnType<typeof registerClient>>): OAuthClient {
  const { client_id, client_secret, client_secret_expires_at, token_endpoint_auth_method } = client;
  return {
    client_id,
    ...(client_secret === undefined ? {} : { client_secret }),
    ...(client_secret_expires_at === undefined ? {} : { client_secret_expires_at }),
    ...(token_endpoint_auth_method === undefined ? {} : { token_endpoint_auth_method }),
  };
}

/** Of what a token endpoint answers what is kept. */
export function grantsOf(
  tokens: {
    readonly [Name in keyof OAuthTokens]: OAuthTokens[Name] | undefined;
  },
): OAuthTokens {
  const { access_token, token_type, refresh_token, scope, expires_in } = tokens;
  return {
    access_token: access_token ?? '',
    token_type: token_type ?? 'Bearer',
    ...(refresh_token === undefined ? {} : { refresh_token }),
    ...(scope === undefined ? {} : { scope }),
    ...(expires_in === undefined ? {} : { expires_in }),
  };
}
