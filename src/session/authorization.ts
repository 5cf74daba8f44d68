import { brief } from '../text/cut.ts';
import { urlOf } from '../text/url.ts';
import type { AuthorizationStep, HttpEntry, HttpPurpose, LifeEntry } from './frame.ts';

/**
 * How the authorization of a remote server stands (basic/authorization), a fold over the lines that tell of it:
 *
 *   kept ─▶ wanted ─▶ exchanges with the authorization server … ─┬▶ granted ─▶ (wanted again)
 *                        └▶ waiting for a person ─▶ exchanges … ┴▶ failed
 */
export interface AuthorizationState {
  readonly phase: 'kept' | 'running' | 'waiting' | 'granted' | 'failed' | 'forgotten';
  /** What happened since it was last wanted, in order; the first {@link MOST}. */
  readonly steps: readonly AuthorizationEvent[];
  /** The page that a person has to open, while that is pending. */
  readonly url?: string;
}

/** An exchange with how it ended, or a step that is not an exchange. */
export interface AuthorizationEvent {
  /** The line that it begins with. */
  readonly seq: number;
  readonly what: AuthorizationStep | HttpPurpose;
  /** A sentence, or method and URL of an exchange. */
  readonly text: string;
  /** The number of the exchange. */
  readonly x?: number;
  readonly status?: number;
  /** The exchange broke off, and why. */
  readonly broken?: string;
}

/** Steps that are kept of one flow. */
const MOST = 60;

/** How it stands after a line of life that tells of authorization. */
export function authorizing(
  now: AuthorizationState | undefined,
  { seq, step, detail = '', url }: LifeEntry,
): AuthorizationState | undefined {
  if (step === undefined) return now;
  const isNew = now === undefined || (step === 'wanted' && ENDS.has(now.phase));
  const steps = withStep(isNew ? [] : now.steps, { seq, what: step, text: detail });
  return {
    phase: phaseAfter(step, now?.phase),
    steps,
    ...(step === 'asked' && url !== undefined ? { url } : {}),
  };
}

const ENDS: ReadonlySet<AuthorizationState['phase']> = new Set(['granted', 'failed', 'forgotten']);

function phaseAfter(
  step: AuthorizationStep,
  before: AuthorizationState['phase'] = 'kept',
): AuthorizationState['phase'] {
  switch (step) {
    case 'remark':
      return before;
    case 'asked':
      return 'waiting';
    case 'kept':
    case 'granted':
    case 'failed':
    case 'forgotten':
      return step;
    case 'wanted':
    case 'client':
    case 'answered':
      return 'running';
  }
}

/** How it stands after a line of an exchange, which may belong to it. */
export function exchanged(
  now: AuthorizationState | undefined,
  entry: HttpEntry,
): AuthorizationState | undefined {
  if (now === undefined) return now;
  if (entry.phase === 'request') {
    if (entry.for === undefined) return now;
    const { seq, x, method = '', url = '' } = entry;
    return { ...now, steps: withStep(now.steps, { seq, what: entry.for, text: `${method} ${url}`, x }) };
  }
  const at = now.steps.findLastIndex(({ x }) => x === entry.x);
  const step = now.steps[at];
  if (step === undefined) return now;
  const { phase, status, detail = '' } = entry;
  if (phase === 'response' && status !== undefined)
    return { ...now, steps: now.steps.with(at, { ...step, status }) };
  return phase === 'error' ? { ...now, steps: now.steps.with(at, { ...step, broken: detail }) } : now;
}

const withStep = (
  steps: readonly AuthorizationEvent[],
  step: AuthorizationEvent,
): readonly AuthorizationEvent[] =>
  steps.length >= MOST ? [...steps.slice(0, MOST - 1), step] : [...steps, step];

/** What a server says with a refusal about how to be let in (`WWW-Authenticate`; RFC 6750, 3; RFC 9728, 5.1). */
export interface Challenge {
  /** Where its protected resource metadata are. */
  readonly metadata?: string;
  /** The scopes it wants, separated by spaces. */
  readonly scope?: string;
  /** A code such as `insufficient_scope`. */
  readonly error?: string;
  readonly description?: string;
}

/**
 * Reads the challenge of the scheme Bearer from the values of all `WWW-Authenticate` headers, joined by commas, beside
 * which other schemes may stand. Nothing when there is none.
 */
export function readChallenge(header: string): Challenge | undefined {
  const found = /(?:^|,)\s*Bearer(?=\s|,|$)/i.exec(unquoted(header));
  if (found === null) return undefined;
  const members = new Map<string, string>();
  let rest = header.slice(found.index + found[0].length);
  for (;;) {
    const [all, name, quoted, token] = PARAMETER.exec(rest) ?? [];
    if (all === undefined || name === undefined) break;
    const value = quoted === undefined ? (token ?? '') : quoted.replace(/\\(.)/g, '$1');
    if (!members.has(name.toLowerCase())) members.set(name.toLowerCase(), value);
    rest = rest.slice(all.length);
  }
  const member = <Name extends keyof Challenge>(key: Name, name: string) => {
    const value = members.get(name);
    return value === undefined || value === '' ? {} : { [key]: value };
  };
  return {
    ...member('metadata', 'resource_metadata'),
    ...member('scope', 'scope'),
    ...member('error', 'error'),
    ...member('description', 'error_description'),
  };
}

/** The schemes that a server offers, in lower case, in their order. */
export const schemesIn = (header: string): readonly string[] => [
  ...new Set(Array.from(unquoted(header).matchAll(SCHEME), ([, name = '']) => name.toLowerCase())),
];

/** A word that is not a parameter: it is not followed by `=`. */
const SCHEME = /(?:^|,)\s*([A-Za-z][\w-]*)(?=\s+[^\s=,]|\s*(?:,|$))/g;

/** Text in quotes is not a scheme. */
const unquoted = (header: string): string =>
  header.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => '_'.repeat(quoted.length));

/** One parameter; some servers leave the commas out. */
const PARAMETER = /^[\s,]*([\w.-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/;

/** The URL that a challenge names; a relative URL is resolved against the server. */
export function namedPlace(url: string, challenge: Challenge | undefined): URL | undefined {
  const { metadata } = challenge ?? {};
  const place = metadata === undefined ? undefined : urlOf(metadata, url);
  return place !== undefined && /^https?:$/.test(place.protocol) ? place : undefined;
}

/** What is wrong with where a challenge says the metadata are. */
export function challengeFault(url: string, challenge: Challenge | undefined): string | undefined {
  const { metadata } = challenge ?? {};
  if (metadata === undefined) return undefined;
  const place = namedPlace(url, challenge);
  const what = `resource_metadata of WWW-Authenticate is ${brief(metadata)}`;
  if (place === undefined) return `${what}, which is not a URL: trying the well-known URLs instead`;
  if (place.origin !== new URL(url).origin)
    return `${what}, which is on another origin than the server: trying the well-known URLs instead`;
  return urlOf(metadata) !== undefined ? undefined : `${what}, a relative URL: many clients ignore it`;
}

/** All scopes of several lists, each once, in the order in which they come. */
export function scopesTogether(...lists: readonly (string | undefined)[]): string | undefined {
  const scopes = new Set(lists.flatMap((list) => (list ?? '').split(/\s+/)).filter((scope) => scope !== ''));
  return scopes.size === 0 ? undefined : [...scopes].join(' ');
}

/** What is wrong with an Authorization header that holds no token: a variable was not set, or not filled in. */
export function emptyToken(authorization: string): string | undefined {
  const found = NO_TOKEN.exec(authorization.trim());
  if (found === null) return undefined;
  const [, scheme = '', token = ''] = found;
  const what =
    token !== ''
      ? `contains ${token} instead of a token`
      : scheme === ''
        ? 'is empty'
        : `contains no token after "${scheme}"`;
  return `the Authorization header ${what} — is the variable it comes from set?`;
}

/** A scheme alone, or with what stands where a variable was not filled in. */
const NO_TOKEN =
  /^(bearer|basic|token|dpop|apikey)?(?: +(undefined|null|none|\$\w+|\$\{[^}]*\}|\{\{[^}]*\}\}|%\w+%))?$/i;

/** A client as an authorization server knows it, with the names that OAuth has (RFC 7591, 3.2.1). */
export interface OAuthClient {
  readonly client_id: string;
  readonly client_secret?: string;
  /** Seconds since 1970; 0 = never. */
  readonly client_secret_expires_at?: number;
  readonly token_endpoint_auth_method?: string;
}

/** What a token endpoint grants (RFC 6749, 5.1). */
export interface OAuthTokens {
  readonly access_token: string;
  readonly token_type: string;
  readonly refresh_token?: string;
  readonly scope?: string;
  /** Seconds. */
  readonly expires_in?: number;
}

/** What is kept of an authorization, for one authorization server and one resource. */
export interface Credentials {
  /** The authorization server, by the name that its metadata give it. */
  readonly issuer: string;
  /** The resource that the tokens are for (RFC 8707): a URL that covers all below it. */
  readonly resource: string;
  readonly client: OAuthClient;
  /** The redirect URI that the client was registered with. */
  readonly redirect?: string;
  readonly tokens: OAuthTokens;
}

/** Where credentials are stored. It never throws; failures are in `remarks`. */
export interface Vault {
  /** The newest for the resource at this URL. */
  find(url: string): Credentials | undefined;
  /** The newest of this authorization server, for any resource: the client in it may be used again. */
  known(issuer: string): Credentials | undefined;
  /** Keeps them in place of others for the same issuer and resource; gives the reason when it cannot. */
  keep(credentials: Credentials): string | undefined;
  /** Forgets all for this URL; gives how many there were. */
  forget(url: string): number;
  /** What was wrong with what is kept, in sentences, since the last time this was asked. */
  remarks(): readonly string[];
}

/** Whether tokens for a resource may be sent to a URL: the same origin, and a path at or below the resource's. */
export function covers(resource: string, url: string): boolean {
  const [one, other] = [urlOf(resource), urlOf(url)];
  if (one === undefined || other === undefined) return false;
  const below = (path: string): string => (path.endsWith('/') ? path : `${path}/`);
  return one.origin === other.origin && below(other.pathname).startsWith(below(one.pathname));
}
