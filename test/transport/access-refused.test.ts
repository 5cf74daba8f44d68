import { describe, expect, it } from 'vitest';
import { emptyToken } from '../../src/session/authorization.ts';
import { accessRefused } from '../../src/transport/access-refused.ts';
import type { HttpResponse } from '../../src/transport/fetch.ts';

const LINES = { 401: '401 Unauthorized', 403: '403 Forbidden', 407: '407 Proxy Authentication Required' };

/** What is said of a refusal. */
function said(
  status: 401 | 403 | 407,
  challenges: readonly string[],
  authorization?: string,
  denied?: string,
) {
  return accessRefused({
    ...{ status, statusLine: LINES[status], header: () => undefined, read: async () => {} },
    headers: challenges.map((value) => ['WWW-Authenticate', value] as const),
    ...(authorization === undefined ? {} : { authorization }),
    ...(denied === undefined ? {} : { denied }),
  } satisfies HttpResponse);
}

describe('a refusal', () => {
  it.each([
    [
      [],
      undefined,
      /^the server requires authorization \(401 Unauthorized\) — give it: -H 'Authorization: Bearer …'$/,
    ],
    [
      ['Bearer realm="x"'],
      undefined,
      /WWW-Authenticate: Bearer realm="x"\) — give it: -H 'Authorization: Bearer …'$/,
    ],
    [['Basic realm="x"'], undefined, /— put USER:PASSWORD@ before the host in the URL$/],
    [['Digest realm="x", qop="auth"'], undefined, /— give it: -H 'Authorization: Digest …'$/],
    [['DPoP algs="ES256"'], undefined, /— give it: -H 'Authorization: DPoP …'$/],
    [['Basic realm="x"', 'Bearer'], undefined, /Authorization: Bearer …'$/],
    [
      ['Bearer error="invalid_token", error_description="it expired"'],
      'Bearer s3cret',
      /^the server refused the Authorization header you gave: invalid_token: it expired \(401 .* — is the token right, and still valid\?$/,
    ],
    [
      [],
      'Bearer s3cret',
      /^the server refused the Authorization header you gave \(401 Unauthorized\) — is the token/,
    ],
    [['Basic realm="x"'], 'Basic czNjcmV0', /you gave \(.*\) — are user and password right\?$/],
    [
      ['Basic realm="x"'],
      'Bearer s3cret',
      /you gave: it says Bearer, and the server wants Basic \(.*USER:PASSWORD/,
    ],
    [['Bearer'], 's3cret', /you gave: it names no scheme, and the server wants Bearer \(/],
    [
      ['Bearer'],
      'Bearer',
      /, and the Authorization header contains no token after "Bearer" — is the variable/,
    ],
    [['Bearer'], '', /, and the Authorization header is empty — is the variable/],
    [[`Bearer error_description="${'x'.repeat(100_000)}"`], 'Bearer s3cret', /^.{0,1000}$/],
  ])('with %j after %s', (challenges, authorization, expected) => {
    const sentence = said(401, challenges, authorization);
    expect(sentence).toMatch(expected);
    expect(sentence).not.toMatch(/s3cret|czNjcmV0/);
  });

  it('names the place where the header was given', () => {
    const headers = [] as const;
    const response = {
      status: 401,
      statusLine: LINES[401],
      headers,
      header: () => undefined,
      read: async () => {},
    };
    expect(
      accessRefused({ ...response, authorization: 'Bearer s3cret', authorizationIn: 'in a.json:3: x' }),
    ).toBe(
      'the server refused the Authorization header you gave in a.json:3: x (401 Unauthorized) — is the token right, and still valid?',
    );
  });

  it('names the reason why authorization failed', () => {
    expect(said(401, ['Bearer'], undefined, 'nobody came')).toBe(
      'not authorized: nobody came (the server answered 401 Unauthorized)',
    );
  });

  it.each([
    [403, 'access is forbidden (403 Forbidden)'],
    [407, 'put user and password into the proxy URL'],
  ] as const)('%d', (status, expected) => {
    expect(said(status, [], 'Bearer s3cret')).toContain(expected);
  });
});

describe('an Authorization header without a token', () => {
  it.each([
    ['', 'is empty'],
    ['Bearer', 'contains no token after "Bearer"'],
    ['bearer ', 'contains no token after "bearer"'],
    ['Bearer undefined', 'contains undefined instead of a token'],
    ['Bearer $TOKEN', 'contains $TOKEN instead of a token'],
    ['Bearer %TOKEN%', 'contains %TOKEN% instead of a token'],
  ])('%j %s', (header, expected) => {
    expect(emptyToken(header)).toContain(`the Authorization header ${expected}`);
  });

  it.each(['Bearer x', 'secretinletters', 'Basic eDp5', 'Bearer undefined-behaviour'])(
    'is not %j',
    (header) => {
      expect(emptyToken(header)).toBeUndefined();
    },
  );
});
