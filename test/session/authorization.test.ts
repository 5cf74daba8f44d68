import { describe, expect, it } from 'vitest';
import {
  type AuthorizationState,
  authorizing,
  covers,
  exchanged,
  readChallenge,
  schemesIn,
  scopesTogether,
} from '../../src/session/authorization.ts';
import type { AuthorizationStep, HttpEntry, HttpPurpose, LifeEntry } from '../../src/session/frame.ts';

type Told =
  | readonly [step: AuthorizationStep, detail: string, url?: string]
  | (Pick<HttpEntry, 'x' | 'phase'> & {
      readonly for?: HttpPurpose;
      readonly status?: number;
      readonly detail?: string;
    });

/** What becomes of the lines, numbered from 1. */
function fold(lines: readonly Told[]): AuthorizationState | undefined {
  let now: AuthorizationState | undefined;
  for (const [at, line] of lines.entries()) {
    const numbered = { seq: at + 1, t: at, conn: 1, session: 0 };
    if ('x' in line) {
      now = exchanged(now, { ...numbered, type: 'http', method: 'GET', url: 'https://as/x', ...line });
    } else {
      const [step, detail, url] = line;
      const entry: LifeEntry = { ...numbered, type: 'life', at: '', event: 'authorization', step, detail };
      now = authorizing(now, url === undefined ? entry : { ...entry, url });
    }
  }
  return now;
}

const WANTED: Told = ['wanted', '401'];
const ASKED: Told = ['asked', 'open this page', 'https://as/authorize'];

describe('authorization', () => {
  it.each<readonly [name: string, lines: readonly Told[], phase: AuthorizationState['phase'] | undefined]>([
    ['is nothing before it is wanted', [{ x: 1, phase: 'request', for: 'token' }], undefined],
    ['is kept from before', [['kept', 'a token']], 'kept'],
    ['is not wanted for a remark alone', [['remark', 'a file']], 'kept'],
    ['runs when it is wanted', [['kept', 'a token'], WANTED], 'running'],
    ['waits for a person', [WANTED, ASKED], 'waiting'],
    ['goes on when the person has answered', [WANTED, ASKED, ['answered', 'came back']], 'running'],
    ['waits on whatever is remarked', [WANTED, ASKED, ['remark', 'a file']], 'waiting'],
    ['is granted', [WANTED, ASKED, ['answered', ''], ['granted', '']], 'granted'],
    ['fails', [WANTED, ['failed', 'no']], 'failed'],
    ['is forgotten', [WANTED, ['granted', ''], ['forgotten', '']], 'forgotten'],
  ])('%s', (_, lines, phase) => {
    expect(fold(lines)?.phase).toBe(phase);
  });

  it('has the page only while it is waited for', () => {
    expect(fold([WANTED, ASKED])?.url).toBe('https://as/authorize');
    expect(fold([WANTED, ASKED, ['answered', '']])).not.toHaveProperty('url');
  });

  it('has the exchanges among its steps, with how they ended, and no others', () => {
    const now = fold([
      WANTED,
      { x: 2, phase: 'request', for: 'resource metadata' },
      { x: 3, phase: 'request' },
      { x: 2, phase: 'response', status: 404 },
      { x: 3, phase: 'response', status: 500 },
      { x: 2, phase: 'end' },
      { x: 4, phase: 'request', for: 'token' },
      { x: 4, phase: 'error', detail: 'cut off' },
    ]);
    expect(now?.steps).toEqual([
      { seq: 1, what: 'wanted', text: '401' },
      { seq: 2, what: 'resource metadata', text: 'GET https://as/x', x: 2, status: 404 },
      { seq: 7, what: 'token', text: 'GET https://as/x', x: 4, broken: 'cut off' },
    ]);
  });

  it('begins anew when it is wanted again', () => {
    const now = fold([WANTED, ['granted', 'one'], WANTED]);
    expect(now?.steps.map(({ seq }) => seq)).toEqual([3]);
  });

  it('does not grow without end', () => {
    const now = fold([WANTED, ...Array.from({ length: 500 }, (): Told => ['client', 'again'])]);
    expect(now?.steps.length).toBeLessThan(100);
    expect(now?.steps.at(-1)?.seq).toBe(501);
  });
});

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

it.each([
  ['https://a.example/mcp', 'https://a.example/mcp', true],
  ['https://a.example/mcp', 'https://a.example/mcp?x=1', true],
  ['https://a.example/mcp', 'https://a.example/mcp/sub', true],
  ['https://a.example', 'https://a.example/mcp', true],
  ['https://a.example/mcp/', 'https://a.example/mcp', true],
  ['https://a.example/mcp', 'https://a.example/mcp2', false],
  ['https://a.example/mcp', 'https://a.example/', false],
  ['https://a.example/mcp', 'http://a.example/mcp', false],
  ['https://a.example/mcp', 'https://a.example:8443/mcp', false],
  ['https://a.example/mcp', 'https://b.example/mcp', false],
  ['no url', 'https://a.example/mcp', false],
])('tokens for %s go to %s: %s', (resource, url, expected) => {
  expect(covers(resource, url)).toBe(expected);
});
