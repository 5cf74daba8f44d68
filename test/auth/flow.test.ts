import { describe, expect, it } from 'vitest';
import { isPlain } from '../support/authorization-outcome.ts';
import { authorizeAt, type Oddity, type Outcome } from '../support/odd-authorization.ts';

/** Parameters of the first request to a path. */
const sent = ({ seen }: Outcome, path: string): URLSearchParams =>
  new URLSearchParams(seen.find(([request]) => request.startsWith(`POST ${path}`))?.[1]);

const MANY = { resource: { scopes_supported: ['a', 'b', 'x'] }, server: { scopes_supported: ['a', 'b'] } };

describe('the scopes', () => {
  it.each<[string, Oddity, string | undefined, string]>([
    ['nobody names', { members: { resource: { scopes_supported: [] } } }, undefined, 'asked for no scope'],
    [
      'the resource names',
      { members: MANY },
      'a b x',
      'asked for the scopes a b x (scopes_supported of the protected resource metadata)',
    ],
    [
      'the challenge names',
      { members: MANY, challenge: { scope: 'a' } },
      'a',
      'asked for the scope a (WWW-Authenticate)',
    ],
    [
      'the person names',
      { members: MANY, challenge: { scope: 'x' }, options: { scope: 'a b' } },
      'a b',
      'asked for the scopes a b (--scope)',
    ],
    [
      'the person does not want',
      { members: MANY, options: { scope: '' } },
      undefined,
      'asked for no scope (--scope)',
    ],
    [
      'come with a refresh token',
      { members: { server: { scopes_supported: ['read', 'offline_access'] } } },
      'read offline_access',
      'asked for the scopes read offline_access (scopes_supported of the protected resource metadata; offline_access: scopes_supported of the authorization server)',
    ],
    [
      'come without one where the person names them',
      { members: { server: { scopes_supported: ['read', 'offline_access'] } }, options: { scope: 'read' } },
      'read',
      'asked for the scope read (--scope)',
    ],
  ])('that %s', async (_, oddity, scope, told) => {
    const outcome = await authorizeAt(oddity);
    expect(outcome.failed).toBeUndefined();
    expect(outcome.page?.get('scope') ?? undefined).toBe(scope);
    expect(outcome.steps).toContain(`asked: open this page to authorize; ${told}`);
    // Where the answer names none, they are those that were asked for.
    expect(outcome.credentials?.tokens.scope).toBe(scope);
  });

  it('that only the resource lists are told', async () => {
    const { findings } = await authorizeAt({ members: MANY });
    expect(findings).toEqual([
      {
        rule: 'auth/scope',
        message:
          'scopes_supported of the resource names x, and that of the authorization server does not — clients ask for all of them',
      },
    ]);
  });

  it('are named where they are refused, with their source', async () => {
    const redirect = { code: undefined, error: 'invalid_scope', error_description: 'no x here' };
    const outcome = await authorizeAt({ members: MANY, redirect });
    expect(outcome.failed).toBe(
      'authorization was refused: invalid_scope: no x here; asked for the scopes a b x (scopes_supported of the protected resource metadata) — --scope asks for others',
    );
    const client = { id: 'machine', secret: 'a-secret-of-a-machine' };
    const late = await authorizeAt({
      options: { grant: 'client', client, scope: 'x' },
      replies: {
        token: (_, response) => void response.writeHead(400).end('{"error":"invalid_scope"}'),
      },
    });
    expect(late.failed).toMatch(
      /^no token was granted: invalid_scope \(.*\); asked for the scope x \(--scope\) — --scope/,
    );
  });
});

describe('what the person adds', () => {
  it('stands in the page', async () => {
    const params = [
      ['audience', 'https://api.example'],
      ['prompt', 'login'],
    ] as const;
    const outcome = await authorizeAt({
      options: { params },
      members: {
        server: { scopes_supported: ['offline_access'], authorization_endpoint: 'BASE/authorize?p=1' },
      },
    });
    expect(Object.fromEntries(outcome.page ?? [])).toMatchObject({
      ...{ audience: 'https://api.example', prompt: 'login', p: '1', response_type: 'code' },
      ...{ code_challenge_method: 'S256', client_id: 'client-1' },
    });
    expect(sent(outcome, '/token').has('audience')).toBe(false);
  });

  it('stands in the token request of client credentials', async () => {
    const client = { id: 'machine', secret: 'a-secret-of-a-machine' };
    const outcome = await authorizeAt({
      options: { grant: 'client', client, params: [['audience', 'https://api.example']] },
    });
    expect(Object.fromEntries(sent(outcome, '/token'))).toMatchObject({
      ...{ grant_type: 'client_credentials', audience: 'https://api.example', scope: 'read' },
    });
  });

  it('lets it register', async () => {
    const outcome = await authorizeAt({ options: { registrationToken: 'initial-token' } });
    const at = (path: string) => outcome.seen.find(([request]) => request === `POST ${path}`)?.[2];
    expect([at('/register'), at('/token')]).toEqual(['Bearer initial-token', undefined]);
    const refused = await authorizeAt({
      replies: { registration: (_, response) => void response.writeHead(401).end() },
    });
    expect(refused.failed).toMatch(
      /401 Unauthorized.* — give an initial access token with --registration-token, or/,
    );
  });
});

describe('a client that was registered earlier', () => {
  it('is used again', async () => {
    const { credentials, seen } = await authorizeAt({ known: 'client-0' });
    expect(credentials?.client.client_id).toBe('client-0');
    expect(seen.some(([request]) => request === 'POST /register')).toBe(false);
  });

  it('is registered anew where it is not known any more', async () => {
    const { credentials, steps, seen } = await authorizeAt({
      known: 'client-0',
      replies: {
        token: (sound, response, _, body) => {
          const isGone = body.includes('client_id=client-0');
          response.writeHead(isGone ? 401 : 200).end(isGone ? '{"error":"invalid_client"}' : sound);
        },
      },
    });
    expect(credentials?.client.client_id).toBe('client-1');
    expect(steps.join('\n')).toMatch(
      /client: no token was granted: invalid_client .* — another client is registered/,
    );
    expect(seen.filter(([request]) => request === 'POST /token')).toHaveLength(2);
  });
});

describe('the redirect', () => {
  it.each<[Oddity['redirect'] & object, RegExp]>([
    [{ code: '' }, /^the redirect holds an empty code$/],
    [
      { iss: 'https://attacker.example' },
      /^the redirect is of another issuer: its iss is https:\/\/attacker/,
    ],
    [{ iss: 'BASE/tenant' }, /^the redirect is of another issuer/],
    [{ code: undefined, error: 'access_denied' }, /^authorization was denied \(access_denied\)$/],
    [
      { error: 'server_error', error_description: 'x'.repeat(9000) },
      /^authorization was refused: server_error: x+…; asked for the scope read/,
    ],
    [{ error: 'server_error', iss: 'https://attacker.example' }, /^the redirect is of another issuer/],
  ])('with %j is refused', async (redirect, why) => {
    const outcome = await authorizeAt({ redirect });
    isPlain(outcome);
    expect(outcome.failed).toMatch(why);
    expect(outcome.seen.some(([request]) => request.startsWith('POST /token'))).toBe(false);
  });

  it('is not taken without iss where it always comes', async () => {
    const members = { server: { authorization_response_iss_parameter_supported: true } };
    expect((await authorizeAt({ members })).failed).toBe(
      'the redirect has no iss, and BASE says that it always sends it',
    );
    expect((await authorizeAt({ members, redirect: { iss: 'BASE' } })).failed).toBeUndefined();
  });

  it('may not name the issuer with a slash more', async () => {
    const { failed } = await authorizeAt({ redirect: { iss: 'BASE/' } });
    expect(failed).toBe(
      'iss of the redirect is BASE/, and the issuer is BASE: they must match character by character',
    );
  });

  it('with another state is ignored', async () => {
    const { failed, steps, seen, captures } = await authorizeAt({
      ...{ redirect: { state: 'another' }, options: { consentTimeout: 300 } },
    });
    expect(failed).toMatch(
      /nobody has authorized within 0\.3 s: no answer came back from BASE\/authorize \(.*; 1 with a different state were ignored\)/,
    );
    expect(steps.join('\n')).toContain('remark: an answer came back with a different state');
    expect(seen.some(([request]) => request.startsWith('POST /token'))).toBe(false);
    expect(captures).toContainEqual(expect.objectContaining({ phase: 'response', status: 400 }));
  });
});

describe('the place of the resource metadata', () => {
  const ROOT = 'GET /.well-known/oauth-protected-resource';

  it.each<[string | undefined, readonly string[]]>([
    [undefined, [`${ROOT}/mcp`]],
    ['BASE/.well-known/oauth-protected-resource/mine', [`${ROOT}/mine`]],
    ['/.well-known/oauth-protected-resource/mine', [`${ROOT}/mine`]],
    ['http://127.0.0.1:9/.well-known/oauth-protected-resource', [`${ROOT}/mcp`]],
    ['http://169.254.169.254/latest/meta-data/', [`${ROOT}/mcp`]],
    ['file:///etc/passwd', [`${ROOT}/mcp`]],
    ['http://[', [`${ROOT}/mcp`]],
  ])('named as %s', async (metadata, asked) => {
    const outcome = await authorizeAt({ challenge: metadata === undefined ? {} : { metadata } });
    expect(outcome.failed).toBeUndefined();
    expect(
      outcome.seen.map(([request]) => request).filter((request) => request.includes('resource')),
    ).toEqual(asked);
  });

  it('is looked for at the root, too', async () => {
    const { failed, seen } = await authorizeAt({
      challenge: { metadata: 'BASE/nowhere' },
      replies: {
        resource: (sound, response, { url = '' }) =>
          void response.writeHead(url.endsWith('/mcp') ? 404 : 200).end(sound),
      },
    });
    expect(failed).toBeUndefined();
    expect(seen.slice(0, 3).map(([request]) => request)).toEqual(['GET /nowhere', `${ROOT}/mcp`, ROOT]);
  });
});

describe('the authorization server', () => {
  it('is the one of several that --issuer names', async () => {
    const servers = ['https://login.example.com', 'BASE'];
    const chosen = await authorizeAt({
      members: { resource: { authorization_servers: servers } },
      options: { issuer: 'BASE/' },
    });
    expect(chosen.failed).toBeUndefined();
    const other = await authorizeAt({ options: { issuer: 'https://login.example.com' } });
    expect(other.failed).toBe(
      'the server sends us to BASE, and --issuer allows only https://login.example.com',
    );
    expect(other.seen.some(([request]) => request.includes('authorization-server'))).toBe(false);
  });

  it('may have its endpoints elsewhere on this machine when the person allows it', async () => {
    const members = { server: { token_endpoint: 'http://127.0.0.1:9/token' } };
    const outcome = await authorizeAt({ members, options: { allowed: ['127.0.0.1:9'] } });
    expect(outcome.failed).toMatch(
      /^the token request at http:\/\/127\.0\.0\.1:9\/token \(token_endpoint of .*\) failed: nothing listens at/,
    );
  });
});
