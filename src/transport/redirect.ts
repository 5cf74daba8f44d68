import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Finding } from '../spec/finding.ts';
import { urlOf } from '../text/url.ts';

/** A redirect: it is followed, or refused for a reason in words. */
export type Redirect = { readonly findings: readonly Finding[] } & (
  | { readonly to: URL }
  | { readonly refused: string }
);

/** How many redirects are followed for one request. */
const MOST = 5;

/**
 * Where a response redirects to, if it does (RFC 9110, 15.4). The method and the body stay, since a GET cannot hold a
 * message; nothing is sent to another origin, least of all credentials.
 *
 * @param isDocument the request was for an authorization document, which the person did not choose
 */
export function redirect(
  message: IncomingMessage,
  from: URL,
  method: string,
  followed: number,
  isDocument: boolean,
): Redirect | undefined {
  const { statusCode = 0, headers } = message;
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return undefined;
  const line = statusLineOf(message);
  const to = urlOf(headers.location, from);
  const finding = (says: string): readonly Finding[] => [{ rule: 'http/redirect', message: says }];
  const refuse = (why: string): Redirect => ({ findings: finding(why), refused: why });
  if (to === undefined) return refuse(`${line} to ${headers.location}, which is not a URL`);
  const turned = statusCode === 303 && method !== 'GET' ? method : undefined;
  const because =
    isDocument && to.origin !== from.origin ? 'it leads to another origin' : whyNot(from, to, turned);
  if (because !== undefined) return refuse(`${line} to ${to.href} was not followed: ${because}`);
  if (followed >= MOST) return refuse(`${line}, after ${followed} redirects, was not followed`);
  return { to, findings: finding(`${line}: ${method} was sent again to ${to.href}`) };
}

/** Why a redirect is not followed, with the next step. */
function whyNot(from: URL, to: URL, turned: string | undefined): string | undefined {
  const isElsewhere = to.origin !== from.origin;
  if ((isElsewhere || turned !== undefined) && looksLikeLogin(`${to.hostname}${to.pathname}`)) {
    return 'it leads to a login page, so a proxy in front of the server requires a login — send a token or cookie with -H';
  }
  if (!isElsewhere) return turned && `it would turn a ${turned} into a GET`;
  if (to.hostname === from.hostname && to.protocol !== from.protocol) {
    const secure = new URL(to);
    secure.protocol = 'https:';
    if (to.protocol === 'https:') return `the server wants TLS — use ${secure.href}`;
    // A server behind a proxy does not know that it is reached over TLS.
    secure.port = from.port;
    return `it leads from https to http — use ${secure.href}`;
  }
  const isSame = trimmed(to) === trimmed(from);
  return isSame
    ? 'the server has moved to another origin — use that URL if you trust it'
    : 'it leads to another origin, often a login page or a website — look at it in a browser';
}

const trimmed = ({ pathname }: URL): string => pathname.replace(/\/+$/, '');

/** Such as `404 Not Found`. */
export const statusLineOf = ({
  statusCode = 0,
  statusMessage,
}: Pick<IncomingMessage, 'statusCode' | 'statusMessage'>): string =>
  `${statusCode} ${statusMessage || STATUS_CODES[statusCode] || ''}`.trimEnd();

const WORDS =
  /(?:^|[^a-z])(?:log[-_ ]?(?:in|on)|sign[-_ ]?(?:in|on)|sso|saml2?|oauth2?|authorize|authenticate|idp|adfs|okta|onelogin|cloudflareaccess|microsoftonline)(?:$|[^a-z])|^accounts?\./i;

/** Whether an address, a title or a text looks like that of a login page. */
export const looksLikeLogin = (text: string): boolean => WORDS.test(text);
