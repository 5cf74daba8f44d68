import { type Rule, rule } from '../rule.ts';

const AUTHORIZATION = 'basic/authorization';

/** What can be found wrong with authorization; part of the table of `rules.ts`. */
export const AUTHORIZATION_RULES = {
  'auth/challenge': rule(
    'warning',
    'A 401 response does not say how to authorize.',
    'Send WWW-Authenticate: Bearer with the URL of the resource metadata.',
    `${AUTHORIZATION}#protected-resource-metadata-discovery-requirements`,
  ),
  'auth/metadata-place': rule(
    'warning',
    'WWW-Authenticate has no valid URL of the protected resource metadata.',
    "Send resource_metadata as an absolute URL on the server's origin.",
    'RFC 9728 §5.1',
  ),
  'auth/format': rule(
    'error',
    'An authorization response is not valid JSON.',
    'Send one JSON object with Content-Type: application/json, in UTF-8 without a byte order mark.',
    'RFC 6749 §5, RFC 7591 §3.2, RFC 8414 §3.2, RFC 9728 §3.2',
  ),
  'auth/member': rule(
    'error',
    'A member of an authorization response is missing, null or has the wrong type.',
    'Send required members with the right type, and omit optional ones instead of sending null.',
    'RFC 6749 §5.1, RFC 7591 §3.2.1, RFC 8414 §2, RFC 9728 §2',
  ),
  'auth/issuer': rule(
    'error',
    'The issuer differs between two documents by a trailing slash.',
    'Use the same issuer in authorization_servers and in the metadata: clients compare it character by character.',
    'RFC 8414 §3.3',
  ),
  'auth/resource': rule(
    'warning',
    'The resource in the metadata differs from the server URL by a trailing slash.',
    'Use the URL that clients connect to.',
    'RFC 9728 §3.3',
  ),
  'auth/scope': rule(
    'warning',
    'The resource metadata names scopes that the authorization server does not support.',
    'In scopes_supported of the resource, list only scopes that the authorization server grants: clients request all of them.',
    `${AUTHORIZATION}#scope-selection-strategy`,
  ),
  'auth/status': rule(
    'warning',
    'An authorization response has the wrong HTTP status.',
    'Use 400 or 401 for errors, 200 for tokens, 201 for registrations, and 404 for missing documents.',
    'RFC 6749 §5.2, RFC 7591 §3.2, RFC 8414 §3.2',
  ),
  'auth/empty-token': rule(
    'warning',
    'The Authorization header given with -H contains no token.',
    'Check where the token comes from: with an unset variable only "Bearer" is left.',
    'not in the specification: concerns how mcp-loupe was started',
  ),
  'auth/pkce': rule(
    'error',
    'The authorization server does not declare support for PKCE.',
    'List S256 in code_challenge_methods_supported: clients must refuse to proceed without it.',
    `${AUTHORIZATION}#authorization-code-protection`,
  ),
} as const satisfies Readonly<Record<string, Rule>>;
