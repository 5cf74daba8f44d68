import { createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import { type JsonObject, typeName } from '../json/shape.ts';
import type { OAuthClient, OAuthTokens } from '../session/authorization.ts';
import type { HeaderLine } from '../session/frame.ts';
import { brief } from '../text/cut.ts';
import { type AuthAnswer, contentOf, refusal, refusedIn } from './answer.ts';
import { AuthorizationError, AuthorizationRefused } from './error.ts';
import type { AuthorizationFetch } from './fetch.ts';
import { membersOf, type ReportProblem } from './members.ts';
import type { ServerMetadata } from './server-metadata.ts';

/** Who requests tokens from whom, and for what. */
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

/** Where tokens are requested, and who says so. */
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

/** Requests tokens. Rejects with an {@link AuthorizationRefused} when there are none in the answer. */
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

/** How a client authenticates (RFC 6749, 2.3): as it is registered, else as the server accepts. */
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

/** The tokens in an answer. Only errors are quoted: anything else may hold tokens in an unknown place. */
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
  members.report(note);
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

/** What there is instead of a token, by the names of the members alone. */
function without(members: JsonObject): string {
  const token = members['access_token'];
  if (token === '') return 'with an empty access_token';
  if (token !== undefined) return `and its access_token is ${typeName(token)}`;
  const names = Object.keys(members);
  return `without an access_token: it holds ${names.length === 0 ? 'nothing' : brief(names.join(', '))}`;
}

/** In a form every member is a string. */
function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

/** Seconds that an assertion is valid for. */
const LIFETIME = 300;

/**
 * An assertion of a client, signed with its private key in PEM (RFC 7523, 2.2 and 3).
 *
 * @param audience the authorization server
 */
function assertionOf(id: string, pem: string, audience: string): string {
  const key = readKey(pem);
  const [alg, hash] = algorithmOf(key);
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: id, sub: id, aud: audience, iat: now, exp: now + LIFETIME, jti: randomUUID() };
  const text = [{ alg, typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign(hash, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AuthorizationError(`--client-key holds no private key in PEM that can be read: ${why}`);
  }
}

const CURVES: Readonly<Record<string, readonly [alg: string, hash: string]>> = {
  prime256v1: ['ES256', 'sha256'],
  secp384r1: ['ES384', 'sha384'],
  secp521r1: ['ES512', 'sha512'],
};

/** The algorithm that a key is for, and its hash (RFC 7518, 3.1). */
function algorithmOf({
  asymmetricKeyType: type,
  asymmetricKeyDetails: details,
}: KeyObject): readonly [string, string] {
  const curve = CURVES[details?.namedCurve ?? ''];
  if (type === 'rsa') return ['RS256', 'sha256'];
  if (type === 'ec' && curve !== undefined) return curve;
  throw new AuthorizationError(
    `--client-key is of the kind ${type}; RSA keys and those of P-256, P-384 and P-521 sign`,
  );
}
