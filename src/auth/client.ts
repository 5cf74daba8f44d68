import type { Credentials, OAuthClient } from '../session/authorization.ts';
import type { AuthorizationStep, HeaderLine } from '../session/frame.ts';
import { brief } from '../text/cut.ts';
import { type AuthAnswer, contentOf, refusal, refusedIn } from './answer.ts';
import { AuthorizationError } from './error.ts';
import type { AuthorizationFetch } from './fetch.ts';
import { membersOf, type ReportProblem } from './members.ts';
import type { AuthorizationOptions } from './options.ts';
import type { ServerMetadata } from './server-metadata.ts';

/** What a client is needed for. */
export interface ClientFor {
  /** The URL of the authorization server. */
  readonly server: string;
  readonly metadata: ServerMetadata | undefined;
  /** Where no metadata were found, and what was answered. */
  readonly none: readonly string[];
  readonly scope: string | undefined;
  readonly options: AuthorizationOptions;
  /** The client that was registered there before. */
  readonly known: Pick<Credentials, 'client' | 'redirect'> | undefined;
  readonly tell: (step: AuthorizationStep, detail: string) => void;
}

/** A client and its redirect URI. */
export interface RegisteredClient {
  readonly client: OAuthClient;
  readonly redirect: string;
}

/**
 * The client to use (basic/authorization#client-registration-approaches): the one that the person gave, that of a
 * metadata document, the one that was registered before, or a new one.
 *
 * @param receive listens for redirects
 */
export async function clientFor(
  asked: ClientFor,
  receive: (port: number) => Promise<string>,
  fetch: AuthorizationFetch,
): Promise<RegisteredClient> {
  const { server, metadata, options, known, tell } = asked;
  const { client: given, metadataUrl, port } = options;
  if (given !== undefined) {
    tell('client', `as ${given.id}, which is registered already`);
    const secret = given.secret === undefined ? {} : { client_secret: given.secret };
    return { client: { client_id: given.id, ...secret }, redirect: await receive(port ?? 0) };
  }
  if (metadataUrl !== undefined && metadata?.takesDocuments === true) {
    tell('client', `as ${metadataUrl}, a client id metadata document`);
    return { client: { client_id: metadataUrl }, redirect: await receive(port ?? 0) };
  }
  const before = await again(known, port, receive);
  if (before !== undefined) {
    tell('client', `as ${before.client.client_id}, registered before`);
    return before;
  }
  if (metadata !== undefined && metadata.registrationEndpoint === undefined) {
    const other = metadata.takesDocuments ? ' or --client-metadata' : '';
    throw new AuthorizationError(
      `${brief(server)} does not register clients — give one with --client-id${other}`,
    );
  }
  const redirect = await receive(port ?? 0);
  const client = await register(asked, redirect, fetch);
  tell('client', `as ${brief(client.client_id)}, registered now`);
  return { client, redirect };
}

/** Registers us as a client (RFC 7591, 3). */
function register(
  { server, metadata, none, scope, options }: ClientFor,
  redirect: string,
  fetch: AuthorizationFetch,
): Promise<OAuthClient> {
  const { registrationToken: token } = options;
  const asked = {
    ...OURSELVES,
    redirect_uris: [redirect],
    ...methodFor(metadata),
    ...(scope === undefined ? {} : { scope }),
  };
  const headers: readonly HeaderLine[] = [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json'],
    ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] as const]),
  ];
  const endpoint =
    metadata === undefined
      ? { url: new URL('/register', server).href, by: 'the default URL' }
      : { url: metadata.registrationEndpoint ?? '', by: `registration_endpoint of ${metadata.document}` };
  const request = { purpose: 'registration', what: 'the registration', ...endpoint, headers } as const;
  return fetch.ask({ ...request, body: JSON.stringify(asked) }, (answer, note) => {
    const content = contentOf(answer);
    if (answer.status < 400 && refusedIn(content) === undefined) return read(answer, note);
    const unknown = metadata === undefined ? `no metadata was found (${none.join('; ')}), and ` : '';
    const next =
      answer.status === 401 || answer.status === 403
        ? ' — give an initial access token with --registration-token, or a client with --client-id'
        : '';
    throw new AuthorizationError(
      `${unknown}${brief(server)} did not register this client: ${refusal(answer, content)}${next}`,
    );
  });
}

const DOCUMENT = 'the registration response';

/** The client in an answer, which is never quoted: it may hold a secret. */
function read(answer: AuthAnswer, note: ReportProblem): OAuthClient {
  const { url, status, statusLine } = answer;
  const content = contentOf(answer);
  const from = `the registration failed: POST ${brief(url)} was answered ${statusLine}`;
  if ('unusable' in content) {
    note('auth/format', `${DOCUMENT}: the answer ${content.unusable}`);
    throw new AuthorizationError(`${from}, and the answer ${content.unusable}`);
  }
  if (status !== 201 && status !== 200)
    note('auth/status', `${DOCUMENT}: ${statusLine} in place of 201 Created`);
  if (content.isForm || content.hasMark)
    note(
      'auth/format',
      `${DOCUMENT}: ${content.isForm ? 'a form in place of JSON' : 'it begins with a byte order mark'}`,
    );
  const members = membersOf(DOCUMENT, content.members, url);
  members.missing('client_id', 'redirect_uris');
  const [id, secret] = [members.text('client_id'), members.text('client_secret')];
  const [ends, method] = [
    members.number('client_secret_expires_at'),
    members.text('token_endpoint_auth_method'),
  ];
  members.texts('redirect_uris');
  members.report(note);
  if (id === undefined) {
    const names = Object.keys(content.members);
    const what = names.length === 0 ? 'nothing' : brief(names.join(', '));
    throw new AuthorizationError(`${from}, without a client_id: it holds ${what}`);
  }
  return {
    client_id: id,
    ...(secret === undefined ? {} : { client_secret: secret }),
    ...(ends === undefined ? {} : { client_secret_expires_at: ends }),
    ...(method === undefined ? {} : { token_endpoint_auth_method: method }),
  };
}

/** The client registered before, if its redirect URI is free again: a registration is valid for that one alone. */
async function again(
  known: ClientFor['known'],
  port: number | undefined,
  receive: (port: number) => Promise<string>,
): Promise<RegisteredClient | undefined> {
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

/** Our own metadata (RFC 7591, 2). */
const OURSELVES = {
  client_name: 'mcp-loupe',
  application_type: 'native',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
};

/** We can keep no secret from the person; one is accepted where the server gives no token without. */
function methodFor(metadata: ServerMetadata | undefined): { readonly token_endpoint_auth_method: string } {
  const methods = metadata?.authMethods ?? ['none'];
  const known = ['none', 'client_secret_basic', 'client_secret_post'];
  return { token_endpoint_auth_method: known.find((method) => methods.includes(method)) ?? 'none' };
}
