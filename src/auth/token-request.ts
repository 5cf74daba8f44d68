import { type JsonObject, typeName } from '../json/shape.ts';
import type { OAuthClient, OAuthTokens } from '../session/authorization.ts';
import type { HeaderLine } from '../session/frame.ts';
import { brief } from '../text/brief.ts';
import { type AuthAnswer, contentOf, refusal, refusedIn } from './answer.ts';
import { assertionOf } from './client-assertion.ts';
import { AuthorizationError, AuthorizationRefused } from './error.ts';
import type { AuthorizationFetch } from './fetch.ts';
import { membersOf, type ReportProblem } from './members.ts';
import type { ServerMetadata } from './server-metadata.ts';

/** Who asks whom for tokens, and for what. */
export interface TokenRequest {
  readonly purpose: 'token' | 'refresh';
  /** The URL of the authorization server, for one without metadata. */
  readonly server: string;
  readonly metadata: ServerMetadata | undefined;
  readonly resource: string | undefined;
  readonly client: OAuthClient;
  /** A private key in PEM, to sign assertions with. */
  readonly key: string | undefined;
  /** The grant (RFC 6749, 4.1.3, 4.4.2 and 6). */
  readonly grant: Readonly<Record<string, string>>;
}

/** Where tokens are asked for, and who says so. */
export function tokenEndpoint(
  server: string,
  metadata: ServerMetadata | undefined,
): { readonly url: string; readonly by: string } {
  if (metadata === undefined) return { url: new URL('/token', server).href, by: 'the default URL' };
  const { tokenEndpoint: url, document, place } = metadata;
  if (url === undefined)
    throw new AuthorizationError(`${document} at ${brief(place)} names no token_endpoint`);
  return { url, by: `token_endpoint of ${document}` };
}

/** Asks for tokens. Rejects with a {@link AuthorizationRefused} when there are none in the answer. */
export function requestTokens(request: TokenRequest, fetch: AuthorizationFetch): Promise<OAuthTokens> {
  const { purpose, server, metadata, resource, client, key, grant } = request;
  const endpoint = tokenEndpoint(server, metadata);
  const form = new URLSearchParams(grant);
  if (resource !== undefined) form.set('resource', resource);
  const proof = key === undefined ? proofOf(client, metadata?.authMethods ?? [], form) : [];
  if (key !== undefined) {
    form.set('client_assertion', assertionOf(client.client_id, key, metadata?.issuer ?? endpoint.url));
    form.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
  }
  const headers: readonly HeaderLine[] = [
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Accept', 'application/json'],
    ...proof,
  ];
  const asked = { purpose, what: 'the token request', ...endpoint, headers, body: form.toString() };
  return fetch.ask(asked, (answer, note) => read(answer, note));
}

const METHODS = ['client_secret_basic', 'client_secret_post', 'none'];

/** How a client proves to be the one (RFC 6749, 2.3): what it is registered for, else what the server takes. */
function proofOf(
  { client_id: id, client_secret: secret, token_endpoint_auth_method: own = '' }: OAuthClient,
  taken: readonly string[],
  form: URLSearchParams,
): readonly HeaderLine[] {
  const takes = (method: string): boolean => taken.length === 0 || taken.includes(method);
  const usual = secret === undefined ? 'none' : METHODS.find(takes);
  const method = METHODS.includes(own) && takes(own) ? own : (usual ?? 'client_secret_post');
  if (method === 'client_secret_basic' && secret !== undefined)
    return [['Authorization', `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`]];
  form.set('client_id', id);
  if (method === 'client_secret_post' && secret !== undefined) form.set('client_secret', secret);
  return [];
}

const DOCUMENT = 'the token response';

/** The tokens in an answer. Of what is no error nothing is quoted: it may hold them in a place of its own. */
function read(answer: AuthAnswer, note: ReportProblem): OAuthTokens {
  const { status, statusLine, url, type } = answer;
  const content = contentOf(answer);
  const refused = refusedIn(content);
  const has =
    'members' in content && 'access_token' in content.members && content.members['access_token'] !== null;
  if (refused !== undefined && status < 400)
    note('auth/status', `${DOCUMENT}: an error is answered with ${statusLine}: ${refused.text}`);
  if (status >= 400 || (refused !== undefined && !has))
    throw new AuthorizationRefused(refusal(answer, content), refused?.code);
  const from = `POST ${brief(url)} was answered ${statusLine}`;
  if (status !== 200) note('auth/status', `${DOCUMENT}: ${statusLine} in place of 200 OK`);
  if ('unusable' in content) {
    note('auth/format', `${DOCUMENT}: the answer ${content.unusable}`);
    throw new AuthorizationRefused(`${from}, and the answer ${content.unusable}`, undefined);
  }
  if (content.isForm)
    note(
      'auth/format',
      `${DOCUMENT}: a form${type === '' ? '' : ` (${type})`} in place of JSON — clients built on the official SDKs refuse it`,
    );
  if (content.hasMark) note('auth/format', `${DOCUMENT}: the answer begins with a byte order mark`);
  const members = membersOf(DOCUMENT, content.members, url);
  const access = members.text('access_token');
  members.missing('access_token', 'token_type');
  const kind = members.text('token_type');
  const scope =
    members.text('scope') ??
    (Array.isArray(content.members['scope']) ? members.texts('scope')?.join(' ') : undefined);
  const refresh = members.text('refresh_token');
  const expires = content.isForm ? numberIn(content.members['expires_in']) : members.number('expires_in');
  members.told(note);
  if (kind !== undefined && !/^bearer$/i.test(kind))
    note('auth/member', `${DOCUMENT}: token_type is ${brief(kind)}; the token is sent as Bearer anyway`);
  if (access === undefined) throw new AuthorizationRefused(`${from}, ${without(content.members)}`, undefined);
  if (/[^\x21-\x7e]/.test(access))
    throw new AuthorizationRefused(
      `${from}, and the access_token has characters that a header must not contain`,
      undefined,
    );
  return {
    access_token: access,
    token_type: kind ?? 'Bearer',
    ...(refresh === undefined ? {} : { refresh_token: refresh }),
    ...(scope === undefined ? {} : { scope }),
    ...(expires === undefined ? {} : { expires_in: expires }),
  };
}

/** What there is in place of a token, by the names of members alone. */
function without(members: JsonObject): string {
  const token = members['access_token'];
  if (token === '') return 'with an empty access_token';
  if (token !== undefined) return `and its access_token is ${typeName(token)}`;
  const names = Object.keys(members);
  return `without an access_token: it holds ${names.length === 0 ? 'nothing' : brief(names.join(', '))}`;
}

/** In a form every member is a text. */
function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
