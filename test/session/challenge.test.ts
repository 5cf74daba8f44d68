import { describe, expect, it } from 'vitest';
import { readChallenge, schemesIn, scopesTogether } from '../../src/session/challenge.ts';

const CHALLENGES: readonly (readonly [header: string, expected: object | undefined])[] = [
  ['', undefined],
  ['Basic realm="x"', undefined],
  ['Bearer', {}],
  ['bearer realm="x"', {}],
  ['Bearer resource_metadata="https://a/b?c=1,2"', { metadata: 'https://a/b?c=1,2' }],
  ['Bearer resource_metadata=https://a/b', { metadata: 'https://a/b' }],
  [
    'Bearer error="insufficient_scope", scope="read write", error_description="say \\"please\\""',
    { error: 'insufficient_scope', scope: 'read write', description: 'say "please"' },
  ],
  ['Basic realm="a, Bearer b", Bearer scope="read"', { scope: 'read' }],
  ['Basic realm="x", Bearer scope="read"', { scope: 'read' }],
  ['Bearer scope="read", Basic realm="x", scope="other"', { scope: 'read' }],
  ['Bearer scope=read error=invalid_token', { scope: 'read', error: 'invalid_token' }],
  ['Bearer SCOPE = "read"', { scope: 'read' }],
  ['Bearer scope="", error="invalid_token"', { error: 'invalid_token' }],
  ['Bearer scope="read", scope="write"', { scope: 'read' }],
  ['Bearertoken scope="read"', undefined],
];

describe('WWW-Authenticate', () => {
  it.each([
    ['', []],
    ['Bearer', ['bearer']],
    ['Basic realm="a, Digest b", BEARER scope = "x", error=y', ['basic', 'bearer']],
    ['Negotiate, NTLM', ['negotiate', 'ntlm']],
    ['Digest qop="auth", nonce = 1, realm=x', ['digest']],
  ])('%s names its schemes', (header, expected) => {
    expect(schemesIn(header)).toEqual(expected);
  });

  it.each(CHALLENGES)('%s', (header, expected) => {
    expect(readChallenge(header)).toEqual(expected);
  });
});

describe('scopes together', () => {
  it.each([
    [['read', 'write'], 'read write'],
    [['read write', 'write  all'], 'read write all'],
    [[undefined, 'read'], 'read'],
    [[undefined, ''], undefined],
  ] as const)('%j', (lists, expected) => {
    expect(scopesTogether(...lists)).toBe(expected);
  });
});
