import { emptyToken, readChallenge, schemesIn } from '../session/authorization.ts';
import { headerIn } from '../session/frame.ts';
import { revisionsIn, versionAdvice } from '../session/start-failure.ts';
import type { HttpTarget } from '../session/target.ts';
import { opensConnection } from '../spec/methods.ts';
import { LEGACY_VERSIONS } from '../spec/revision.ts';
import { brief, cut } from '../text/cut.ts';
import { seconds } from '../text/measure.ts';
import type { HttpResponse } from './fetch.ts';
import { looksLikeLogin } from './redirect.ts';

/** The request that was refused, as far as it matters for the advice. */
export interface RefusedRequest {
  readonly target: Pick<HttpTarget, 'url' | 'headers' | 'chosen' | 'transport'>;
  /** The method of the message, or GET. */
  readonly method: string;
  /** Whether HTTP+SSE is tried next. */
  readonly mayBeOlder?: boolean;
  /** The revision in the header MCP-Protocol-Version, if there is one. */
  readonly version?: string | undefined;
  /** ms since 1970. */
  readonly now: number;
}

const LOGIN = 'a proxy in front of the server requires a login: send a token or cookie with -H';
const USUAL = 'MCP endpoints are usually at /mcp or /sse';

/** The next step after a refusal, as the end of its sentence; empty when nothing is known. */
export function refusalAdvice(response: HttpResponse, said: string, asked: RefusedRequest): string {
  const advice =
    (ledToLogin(response) ? LOGIN : undefined) ??
    schemeAdvice(said) ??
    revisionAdvice(response, said, asked) ??
    addressAdvice(response, asked) ??
    (response.status === 511 ? LOGIN : gatewayAdvice(response));
  return advice === undefined ? '' : ` — ${advice.replace(/^ — /, '')}`;
}

/** Whether something in front of the server led to a login page. */
const ledToLogin = ({ redirected }: HttpResponse): boolean =>
  redirected !== undefined && looksLikeLogin(new URL(redirected).pathname);

/** What a web page instead of an answer means; `said` is its title. */
export function pageAdvice(
  response: HttpResponse,
  said: string,
  { target }: Pick<RefusedRequest, 'target'>,
): string {
  return ` — ${looksLikeLogin(said) || ledToLogin(response) ? LOGIN : `is this the address of an MCP server? ${usualPlace(target.url)}`}`;
}

/** When to try again, if the server says so: a number of seconds or a date (RFC 9110, 10.2.3). */
export function retryAdvice(response: HttpResponse, now: number): string {
  const asked = response.header('retry-after')?.trim() ?? '';
  if (asked === '') return '';
  const date = Date.parse(asked);
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : Number.isNaN(date) ? undefined : date - now;
  if (ms === undefined) return ` — Retry-After: ${asked}`;
  return ms <= 0
    ? ' — try again now (Retry-After)'
    : ` — try again in ${seconds(Math.ceil(ms / 1000) * 1000)} (Retry-After)`;
}

/** What nginx, Apache and Go answer to plain HTTP on a TLS port. */
const PLAIN =
  /plain HTTP request was sent to HTTPS|speaking plain HTTP to an SSL|HTTP request to an HTTPS server/i;

const schemeAdvice = (said: string): string | undefined =>
  PLAIN.test(said) ? 'try https:// instead of http://' : undefined;

/** Whether a refusal is about the revision, and not about the transport. */
export const isAboutRevision = (said: string): boolean => /protocol[\s_-]*version/i.test(said);

function revisionAdvice(
  { status }: HttpResponse,
  said: string,
  { target, version }: RefusedRequest,
): string | undefined {
  if (status < 400 || status >= 500 || !isAboutRevision(said)) return undefined;
  const named = revisionsIn(said, version ?? '');
  if (named.length > 0) return versionAdvice(named);
  if (headerIn(target.headers, 'mcp-protocol-version') !== undefined)
    return 'is the header MCP-Protocol-Version that is given with -H the right one?';
  if (version !== undefined)
    return `MCP-Protocol-Version was ${version}: ask for another one with --protocol-version`;
  return `it wants the header from the first request on: -H 'MCP-Protocol-Version: ${LEGACY_VERSIONS[0]}'`;
}

/** Whether a request opens a connection; for any other, the address was right before. */
export const opensHttp = (method: string): boolean => method === 'GET' || opensConnection(method);

function addressAdvice(response: HttpResponse, asked: RefusedRequest): string | undefined {
  const { status } = response;
  const { target, method, mayBeOlder = false } = asked;
  if (!opensHttp(method)) return undefined;
  if (status === 426 && /websocket/i.test(response.header('upgrade') ?? ''))
    return `it speaks WebSocket: try ${target.url.replace(/^http/i, 'ws')}`;
  const { pathname } = new URL(target.url);
  if (method === 'GET') {
    // If HTTP+SSE was chosen explicitly, the server usually speaks Streamable HTTP.
    const isOther = target.transport === 'sse' && target.chosen && [400, 404, 405, 406].includes(status);
    return isOther ? 'if it speaks Streamable HTTP, use --transport http' : undefined;
  }
  if (status !== 404 && status !== 405) return undefined;
  const isEventPath = /sse/i.test(pathname);
  if (!mayBeOlder && (isEventPath || (status === 405 && target.chosen)))
    return 'if it speaks HTTP+SSE, use --transport sse';
  const allowed = response.header('allow') ?? '';
  const isOther = status === 405 && allowed !== '' && !/\bpost\b/i.test(allowed);
  return `${isOther ? `this address takes only ${allowed}; ` : ''}${usualPlace(target.url)}`;
}

/** Where to look for an endpoint, given a URL without one. */
function usualPlace(url: string): string {
  const { pathname, origin } = new URL(url);
  return pathname === '/' ? `${USUAL}: try ${origin}/mcp` : `is the path ${pathname} right? ${USUAL}`;
}

const gatewayAdvice = ({ status }: HttpResponse): string | undefined =>
  [502, 503, 504].includes(status) || (status >= 520 && status <= 530)
    ? 'the server is not ready, or a proxy in front of it gets no answer: try again in a moment'
    : undefined;

const ABOUT_HOST =
  /(?:invalid|disallowed|blocked|untrusted|unknown|unrecognized|bad) (?:http[_ ])?host\b|\bhost\b[^.:;{}]{0,60}\b(?:not (?:allowed|permitted|trusted|valid|recognized)|mismatch|rejected|forbidden|disallowed)|dns.?rebinding|misdirected request/i;
const ABOUT_ORIGIN =
  /(?:invalid|disallowed|untrusted|missing|forbidden|bad) origin\b|\borigin\b[^.:;{}]{0,60}\b(?:not (?:allowed|permitted|trusted|valid)|mismatch|rejected|forbidden|required|missing)/i;

/** The advice for a refusal by a check of the host or origin, against DNS rebinding; undefined for any other. */
export function hostAdvice(status: number, said: string, { target }: RefusedRequest): string | undefined {
  if (status !== 400 && status !== 403 && status !== 421) return undefined;
  const { host } = new URL(target.url);
  if (ABOUT_ORIGIN.test(said)) {
    const origin = headerIn(target.headers, 'origin');
    const what =
      origin === undefined ? 'wants an Origin that it allows' : `does not allow the Origin ${origin}`;
    return `the server ${what}: -H 'Origin: http://localhost' sends one, or allow it in the server's settings`;
  }
  if (!ABOUT_HOST.test(said) && status !== 421) return undefined;
  return `the server does not allow the host ${headerIn(target.headers, 'host') ?? host}: use the name that it expects, allow this one in its settings, or send another with -H 'Host: NAME'`;
}

/**
 * What 401, 403 or 407 means for the person, with the next step, in one sentence.
 *
 * @param answered the status, with what the body says
 */
export function accessRefused(response: HttpResponse, answered = response.statusLine): string {
  const { status, statusLine, denied } = response;
  const said = challengesIn(response);
  const full = said === '' ? answered : `${statusLine}; WWW-Authenticate: ${brief(said)}`;
  if (denied !== undefined) return `not authorized: ${denied} (the server answered ${statusLine})`;
  if (status === 407)
    return `the proxy requires authorization (${full}) — put user and password into the proxy URL`;
  if (status === 403) return `access is forbidden (${full}) — are the headers given with -H right?`;
  return response.authorization === undefined ? notGiven(said, full) : refused(response, said, full);
}

/** All challenges of a response. */
export const challengesIn = ({ headers }: Pick<HttpResponse, 'headers'>): string =>
  headers.flatMap(([name, value]) => (name.toLowerCase() === 'www-authenticate' ? [value] : [])).join(', ');

function notGiven(said: string, full: string): string {
  const schemes = schemesIn(said);
  const [first] = schemes;
  if (first === undefined || schemes.includes('bearer'))
    return `the server requires authorization (${full}) — give it: -H 'Authorization: Bearer …'`;
  return `the server requires authorization (${full}) — ${adviceFor(first)}`;
}

/** What was wrong with the given header, without its secret. */
function refused({ authorization = '', authorizationIn }: HttpResponse, said: string, full: string): string {
  const empty = emptyToken(authorization);
  if (empty !== undefined) return `the server requires authorization (${full}), and ${empty}`;
  // Without a scheme it is the secret itself.
  const [, given = ''] = /^([A-Za-z]+) +\S/.exec(authorization) ?? [];
  const schemes = schemesIn(said);
  const [first] = schemes;
  const place = authorizationIn === undefined ? '' : ` ${authorizationIn}`;
  const what = `the server refused the Authorization header you gave${place}`;
  if (first !== undefined && !schemes.includes(given.toLowerCase()))
    return `${what}: ${given === '' ? 'it names no scheme' : `it says ${cut(given, 40)}`}, and the server wants ${schemes.map(nameOf).join(' or ')} (${full}) — ${adviceFor(first)}`;
  const { error, description } = readChallenge(said) ?? {};
  const why = [error, description].filter((part) => part !== undefined).join(': ');
  const next =
    given.toLowerCase() === 'basic' ? 'are user and password right?' : 'is the token right, and still valid?';
  return `${what}${why === '' ? '' : `: ${brief(why)}`} (${full}) — ${next}`;
}

function adviceFor(scheme: string): string {
  if (scheme === 'basic') return 'put USER:PASSWORD@ before the host in the URL';
  return `give it: -H 'Authorization: ${nameOf(scheme)} …'`;
}

/** The name of a scheme in its usual spelling. */
const nameOf = (scheme: string): string =>
  scheme === 'dpop' ? 'DPoP' : scheme.charAt(0).toUpperCase() + scheme.slice(1);
