import { describe, expect, it } from 'vitest';
import { type Expected, failed, granted, isPlain, meets } from '../support/authorization-outcome.ts';
import { authorizeAt, type DocumentName } from '../support/odd-authorization.ts';

/** Members that are odd, what comes of it, and the words of what is found. */
const MEMBERS: readonly (readonly [DocumentName, object, Expected, RegExp?])[] = [
  [
    'resource',
    { scopes_supported: null, jwks_uri: null },
    granted('auth/member'),
    /scopes_supported and jwks_uri are null instead of left out — .*TypeScript SDK/,
  ],
  [
    'resource',
    { authorization_servers: 'BASE' },
    granted('auth/member'),
    /authorization_servers is a string instead of an array — /,
  ],
  [
    'resource',
    { authorization_servers: [] },
    granted('auth/member'),
    /authorization_servers is empty; the server itself/,
  ],
  [
    'resource',
    { authorization_servers: undefined },
    granted('auth/member'),
    /authorization_servers is missing$/,
  ],
  ['resource', { authorization_servers: null }, granted('auth/member')],
  ['resource', { authorization_servers: 5 }, granted('auth/member'), /is a number instead of an array/],
  [
    'resource',
    { authorization_servers: [' BASE '] },
    granted('auth/member'),
    /written with spaces around it/,
  ],
  [
    'resource',
    { authorization_servers: [{ issuer: 'BASE' }, 'BASE'] },
    granted('auth/member'),
    /an array with items that are no strings/,
  ],
  ['resource', { authorization_servers: ['login', 'BASE'] }, granted()],
  [
    'resource',
    { authorization_servers: ['login'] },
    failed(/authorization_servers of .* names login, which is not a URL/),
  ],
  [
    'resource',
    { authorization_servers: ['ftp://x/'] },
    failed(/ftp:\/\/x\/ \(authorization_servers .*\) is not used: only https is allowed/),
  ],
  [
    'resource',
    { authorization_servers: ['http://login.example.com'] },
    failed(/only https is allowed — --allow-host login\.example\.com/),
  ],
  [
    'resource',
    { authorization_servers: ['BASE/'] },
    granted('auth/issuer'),
    /its issuer is BASE, and BASE\/ was asked for .* Python SDK/,
  ],
  [
    'resource',
    { authorization_servers: ['BASE/.well-known/oauth-authorization-server'] },
    granted('auth/member'),
    /authorization_servers names BASE\S+, a document of the authorization server in place of its issuer — clients will not find/,
  ],
  ['resource', { resource: undefined }, granted('auth/member'), /resource is missing — /],
  ['resource', { resource: 'BASE' }, granted()],
  [
    'resource',
    { resource: 'BASE/mcp/' },
    granted('auth/resource'),
    /the resource is BASE\/mcp\/, and the server is at BASE\/mcp — /,
  ],
  [
    'resource',
    { resource: ['BASE/mcp'] },
    granted('auth/member'),
    /resource is an array instead of a string/,
  ],
  [
    'resource',
    { resource: 'BASE/other' },
    failed(/is for another server: its resource is BASE\/other, and you connect to BASE\/mcp/),
  ],
  [
    'resource',
    { resource: 'https://else.example/mcp' },
    failed(/its resource is https:\/\/else\.example\/mcp/),
  ],
  ['resource', { resource: 'mcp' }, failed(/its resource is mcp, and you connect to/)],
  ['resource', { scopes_supported: 'read write' }, granted('auth/member')],
  ['resource', { scopes_supported: [1, 'read'] }, granted('auth/member')],
  [
    'server',
    { issuer: 'BASE/' },
    granted('auth/issuer'),
    /its issuer is BASE\/, and BASE was asked for \(.*\) — .*official SDKs/,
  ],
  ['server', { issuer: undefined }, granted('auth/member'), /issuer is missing — /],
  ['server', { issuer: null }, granted('auth/member')],
  [
    'server',
    { issuer: 'https://else.example' },
    failed(
      /cannot be used: its issuer is https:\/\/else\.example, and BASE was asked for \(authorization_servers /,
    ),
  ],
  ['server', { issuer: 'BASE/tenant' }, failed(/cannot be used: its issuer is BASE\/tenant/)],
  [
    'server',
    { response_types_supported: undefined },
    granted('auth/member'),
    /response_types_supported is missing — /,
  ],
  ['server', { response_types_supported: 'code' }, granted('auth/member')],
  [
    'server',
    { response_types_supported: null, registration_endpoint: null },
    failed(/does not register clients — give one with --client-id/),
  ],
  ['server', { registration_endpoint: undefined }, failed(/does not register clients/)],
  [
    'server',
    { authorization_endpoint: '/authorize', token_endpoint: '/token' },
    granted('auth/member'),
    /a relative URL instead of an absolute one/,
  ],
  ['server', { token_endpoint: undefined }, failed(/names no token_endpoint$/)],
  ['server', { authorization_endpoint: null }, failed(/names no authorization_endpoint$/)],
  [
    'server',
    { token_endpoint: 5 },
    failed(/^5 \(token_endpoint of the authorization server metadata\) is not a URL$/),
  ],
  [
    'server',
    { authorization_endpoint: 'javascript:alert(1)' },
    failed(/javascript:alert\(1\) \(authorization_endpoint .*\) is not used: only https/),
  ],
  [
    'server',
    { authorization_endpoint: 'http://login.example.com/' },
    failed(/is not used: only https is allowed — --allow-host login/),
  ],
  [
    'server',
    { token_endpoint: 'http://127.0.0.1:9/x' },
    failed(/something else on this machine — --allow-host 127\.0\.0\.1:9 allows it/),
  ],
  [
    'server',
    { code_challenge_methods_supported: ['plain'] },
    failed(/does not support PKCE with S256.*code_challenge_methods_supported .* is plain/),
  ],
  ['server', { code_challenge_methods_supported: [] }, failed(/is empty$/)],
  ['server', { code_challenge_methods_supported: 'S256' }, granted('auth/member')],
  ['server', { code_challenge_methods_supported: undefined }, granted()],
  [
    'server',
    { token_endpoint_auth_methods_supported: 'none', scopes_supported: 'read' },
    granted('auth/member'),
  ],
  [
    'server',
    { client_id_metadata_document_supported: 'true' },
    granted('auth/member'),
    /is a string instead of true or false/,
  ],
  [
    'openid',
    { jwks_uri: undefined, subject_types_supported: undefined },
    granted('auth/member'),
    /the OpenID discovery document: jwks_uri and subject_types_supported are missing — /,
  ],
  ['registration', { redirect_uris: undefined }, granted('auth/member'), /redirect_uris is missing — /],
  [
    'registration',
    { client_secret: null, client_secret_expires_at: null, scope: null },
    granted('auth/member'),
  ],
  ['registration', { client_id: 17 }, granted('auth/member'), /client_id is a number instead of a string/],
  ['registration', { client_id: null }, failed(/without a client_id: it holds client_id, redirect_uris/)],
  ['registration', { client_secret: 'shh-0123456', client_secret_expires_at: '0' }, granted('auth/member')],
  ['token', { token_type: undefined }, granted('auth/member'), /token_type is missing — /],
  ['token', { token_type: 'bearer' }, granted()],
  ['token', { token_type: 'N_A' }, granted('auth/member'), /token_type is N_A; the token is sent as Bearer/],
  ['token', { refresh_token: null, scope: null, id_token: null, expires_in: null }, granted('auth/member')],
  ['token', { expires_in: '3599' }, granted('auth/member'), /expires_in is a string instead of a number$/],
  ['token', { expires_in: 'soon' }, granted('auth/member'), /expires_in is a string instead of a number — /],
  ['token', { expires_in: -1 }, granted('auth/member'), /expires_in is a number out of range$/],
  ['token', { scope: ['a', 'b'] }, granted('auth/member')],
  ['token', { refresh_token: { a: 1 } }, granted('auth/member')],
  ['token', { access_token: 123_456_789 }, granted('auth/member')],
  ['token', { access_token: '' }, failed(/200 OK, with an empty access_token$/)],
  ['token', { access_token: null }, failed(/200 OK, and its access_token is null$/)],
  [
    'token',
    { access_token: undefined, data: { access_token: 'hidden-in-there' } },
    failed(/without an access_token: it holds token_type, expires_in, data$/),
  ],
  [
    'token',
    { access_token: 'a\r\nX: 1' },
    failed(/the access_token has characters that a header must not contain$/),
  ],
  ['token', { error: null }, granted('auth/member')],
];

const ANY = /(?:)/;

describe('a member of a document', () => {
  it.each(MEMBERS.map(([name, members, expected, says = ANY]) => [name, members, expected, says] as const))(
    '%s with %j',
    async (name, members, expected, says) => {
      const outcome = await authorizeAt({ members: { [name]: members } });
      isPlain(outcome);
      meets(outcome, expected);
      expect(outcome.findings.map(({ message }) => message).join('\n')).toMatch(says);
      expect(outcome.failed ?? '').not.toContain('hidden-in-there');
    },
  );

  it('is taken as it is meant', async () => {
    const { credentials } = await authorizeAt({
      members: {
        registration: { client_id: 17, client_secret: 'shh-0123456', client_secret_expires_at: '12' },
        token: { scope: ['a', 'b'], expires_in: '60', access_token: 123_456_789 },
      },
    });
    expect(credentials?.client).toEqual({
      ...{ client_id: '17', client_secret: 'shh-0123456', client_secret_expires_at: 12 },
    });
    expect(credentials?.tokens).toEqual({
      ...{ access_token: '123456789', token_type: 'Bearer', scope: 'a b', expires_in: 60 },
    });
  });

  it('is asked with as it is written', async () => {
    const { seen, steps } = await authorizeAt({ members: { resource: { resource: 'BASE' } } });
    const token = new URLSearchParams(seen.find(([request]) => request === 'POST /token')?.[1]);
    expect(token.get('resource')).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(steps).toContain(
      'asked: open this page to authorize; asked for the scope read (scopes_supported of the protected resource metadata)',
    );
  });
});
