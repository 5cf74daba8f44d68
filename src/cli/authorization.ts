import type { AuthorizationOptions, GivenClient } from '../auth/options.ts';
import type { AuthorizationChoice } from '../host/authorization.ts';
import { tokensFolder } from '../settings/place.ts';
import { proxyFor } from '../transport/proxy.ts';
import { readNamedFile, TargetError } from '../transport/shell.ts';
import { UsageError } from './exit.ts';
import { type Io, shellOf } from './io.ts';
import type { Job } from './job.ts';
import type { Options } from './options.ts';

/** The variable that holds the secret of a client. */
const SECRET = 'MCP_LOUPE_CLIENT_SECRET';

/**
 * How authorization is got, as the options say; not at all with `--no-auth`.
 *
 * @param consentTimeout ms to wait for a person; 0 = as long as it takes
 * @throws UsageError when the options do not go together, or a file cannot be read
 */
export function authorizationOf(
  { options, io }: Pick<Job, 'options' | 'io'>,
  consentTimeout: number,
): AuthorizationChoice | undefined {
  if (options.noAuth) return undefined;
  const client = clientOf(options, io);
  const { clientMetadata: metadataUrl, scope, issuer, callbackPort: port, allowHost: allowed } = options;
  const registrationToken =
    options.registrationToken === undefined
      ? undefined
      : secretIn(options.registrationToken, io, '--registration-token');
  const unattended = consentTimeout === 0 ? undefined : whyUnattended(options, io);
  return {
    folder: tokensFolder(),
    grant: grantOf(options, client),
    ...(client === undefined ? {} : { client }),
    ...(metadataUrl === undefined ? {} : { metadataUrl }),
    ...(scope === undefined ? {} : { scope }),
    ...(issuer === undefined ? {} : { issuer }),
    ...(registrationToken === undefined ? {} : { registrationToken }),
    params: paramsOf(options),
    allowed,
    ...(port === undefined ? {} : { port }),
    ...(unattended === undefined ? {} : { unattended }),
    consentTimeout,
    proxyFor: (url) => proxyFor(url, io.env),
  };
}

/** What keeps an authorization safe, and where its answer goes, is set by us; a request object would override all of it. */
const OURS: ReadonlySet<string> = new Set([
  ...['response_type', 'response_mode', 'client_id', 'redirect_uri', 'state', 'resource'],
  ...['code_challenge', 'code_challenge_method', 'request', 'request_uri'],
  // Of client credentials, whose parameters go to the token endpoint.
  ...['grant_type', 'client_secret', 'client_assertion', 'client_assertion_type'],
]);

function paramsOf({ authParam }: Options): Options['authParam'] {
  for (const [name] of authParam) {
    if (name === 'scope') throw new UsageError('--auth-param: use --scope for scopes');
    if (OURS.has(name)) throw new UsageError(`--auth-param: ${name} is set by mcp-loupe`);
  }
  return authParam;
}

function clientOf(options: Options, io: Io): GivenClient | undefined {
  const { clientId: id, clientSecret, clientKey } = options;
  if (id === undefined) {
    const lone =
      clientSecret !== undefined ? '--client-secret' : clientKey !== undefined ? '--client-key' : '';
    if (lone !== '') throw new UsageError(`${lone} also needs --client-id`);
    return undefined;
  }
  const secret =
    clientSecret === undefined ? io.env[SECRET] || undefined : secretIn(clientSecret, io, '--client-secret');
  if (clientKey !== undefined && clientSecret !== undefined)
    throw new UsageError('--client-secret and --client-key cannot be used together');
  if (clientKey !== undefined) return { id, key: keyIn(clientKey, io) };
  return { id, ...(secret === undefined ? {} : { secret }) };
}

/** `@env:NAME` is the value of a variable, `@FILE` the content of a file, `\@…` a text that begins so. */
export function secretIn(text: string, io: Io, option: string): string {
  const [, name] = /^@env:(.+)$/.exec(text) ?? [];
  if (name !== undefined) {
    const value = io.env[name];
    if (value === undefined || value === '') throw new UsageError(`${option}: ${name} is not set`);
    return value;
  }
  if (text.startsWith('@')) return textOf(text.slice(1), io).trim();
  return text.replace(/^\\(?=@)/, '');
}

function textOf(file: string, io: Io): string {
  try {
    return readNamedFile(file, shellOf(io));
  } catch (error) {
    if (error instanceof TargetError) throw new UsageError(error.message);
    throw error;
  }
}

function keyIn(file: string, io: Io): string {
  const text = textOf(file, io);
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) return text;
  throw new UsageError(
    `${file} contains no private key — --client-key needs a PEM file (-----BEGIN PRIVATE KEY-----)`,
  );
}

/** A client with a secret or a key is meant to use it, and needs no person. */
function grantOf({ grant }: Options, client: GivenClient | undefined): AuthorizationOptions['grant'] {
  const canProve = client?.secret !== undefined || client?.key !== undefined;
  if (grant === 'client' && !canProve)
    throw new UsageError('--grant client needs --client-id and --client-secret or --client-key');
  return grant ?? (canProve ? 'client' : 'person');
}

/** In CI there is no browser that could be redirected back. */
function whyUnattended({ browser }: Options, { env }: Io): string | undefined {
  const { CI = '' } = env;
  if (browser || CI === '' || CI === '0' || CI === 'false') return undefined;
  return 'nobody can open a login page here (CI is set) — log in once in a terminal, or use client credentials with --client-id ID --client-secret @env:NAME';
}
