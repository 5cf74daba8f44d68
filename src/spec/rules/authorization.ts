import { type Rule, rule } from '../rule.ts';

const AUTHORIZATION = 'basic/authorization';

/** What can be found wrong with authorization; part of the table of `rules.ts`. */
export const AUTHORIZATION_RULES = {
  'auth/challenge': rule(
    'warning',
    'A request was answered 401 without saying how to authorize.',
    'Send WWW-Authenticate: Bearer with the URL of the resource metadata.',
    `${AUTHORIZATION}#protected-resource-metadata-discovery-requirements`,
  ),
  'auth/metadata-place': rule(
    'warning',
    'WWW-Authenticate does not give the URL of the protected resource metadata as it should.',
    'Send resource_metadata as an absolute URL on the origin of the server.',
    'RFC 9728 §5.1',
  ),
  'auth/format': rule(
    'error',
    'An authorization document is not sent as JSON.',
    'Answer with one JSON object, Content-Type: application/json, in UTF-8 without a byte order mark.',
    'RFC 6749 §5, RFC 7591 §3.2, RFC 8414 §3.2, RFC 9728 §3.2',
  ),
  'auth/member': rule(
    'error',
    'A member of an authorization document is missing, null or of the wrong type.',
    'Send required members with their type, and leave optional ones out instead of sending null.',
    'RFC 6749 §5.1, RFC 7591 §3.2.1, RFC 8414 §2, RFC 9728 §2',
  ),
  'auth/issuer': rule(
    'error',
    'The issuer differs between the two documents by a trailing slash.',
    'Write it identically in authorization_servers and in the metadata: it is compared character by character.',
    'RFC 8414 §3.3',
  ),
  'auth/resource': rule(
    'warning',
    'The resource in the metadata and the URL of the server differ by a trailing slash.',
    'Name the resource as clients are told to connect to it.',
    'RFC 9728 §3.3',
  ),
  'auth/scope': rule(
    'warning',
    'The resource names scopes that its authorization server does not list.',
    'List in scopes_supported of the resource only what the authorization server grants: clients ask for all of it.',
    `${AUTHORIZATION}#scope-selection-strategy`,
  ),
  'auth/status': rule(
    'warning',
    'An authorization response has the wrong status.',
    'Answer errors with 400 or 401, a token with 200, a registration with 201, and 404 where there is no document.',
    'RFC 6749 §5.2, RFC 7591 §3.2, RFC 8414 §3.2',
  ),
  'auth/empty-token': rule(
    'warning',
    'The Authorization header that was given holds no token.',
    'Check where the token comes from: a variable that is not set leaves only "Bearer".',
    'not in the specification: this is about how mcp-loupe was started',
  ),
  'auth/pkce': rule(
    'error',
    'The authorization server does not say that it supports PKCE.',
    'Name S256 in code_challenge_methods_supported: clients must refuse to go on without it.',
    `${AUTHORIZATION}#authorization-code-protection`,
  ),
} as const satisfies Readonly<Record<string, Rule>>;
