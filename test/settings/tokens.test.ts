import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Credentials } from '../../src/session/authorization.ts';
import { createTokens } from '../../src/settings/tokens.ts';
import { scratch } from '../support/cli.ts';

const NOW = (): Date => new Date('2026-11-27T12:04:31.250Z');

const ONE: Credentials = {
  issuer: 'https://as.example',
  resource: 'https://a.example/mcp',
  client: { client_id: 'client-1' },
  redirect: 'http://127.0.0.1:4711/callback',
  tokens: { access_token: 'access-1', token_type: 'Bearer', refresh_token: 'refresh-1', scope: 'read' },
};

describe('tokens', () => {
  it('need not be there', () => {
    const vault = createTokens(join(scratch(), 'auth'), NOW);
    expect([vault.find(ONE.resource), vault.known(ONE.issuer), vault.forget(ONE.resource)]).toEqual([
      undefined,
      undefined,
      0,
    ]);
    expect(vault.remarks()).toEqual([]);
  });

  it('are kept for issuer and resource, in files of the person alone', () => {
    const folder = join(scratch(), 'state', 'auth');
    const other = { ...ONE, resource: 'https://b.example/mcp' };
    const vault = createTokens(folder, NOW);
    expect([vault.keep(ONE), vault.keep(other)]).toEqual([undefined, undefined]);
    const again = createTokens(folder, NOW);
    expect(again.find('https://a.example/mcp/sub')).toEqual(ONE);
    expect(again.find('https://b.example/mcp')).toEqual(other);
    expect(again.find('https://c.example/mcp')).toBeUndefined();
    expect(again.known(ONE.issuer)?.client).toEqual(ONE.client);
    const names = readdirSync(folder);
    expect(names).toHaveLength(2);
    for (const name of names) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('replace those before them, and the newest are found', () => {
    const folder = scratch();
    const vault = createTokens(folder, NOW);
    vault.keep(ONE);
    const newer = { ...ONE, tokens: { access_token: 'access-2', token_type: 'Bearer' } };
    vault.keep(newer);
    expect(vault.find(ONE.resource)).toEqual(newer);
    const [name = ''] = readdirSync(folder);
    utimesSync(join(folder, name), 1, 1);
    const elsewhere = { ...ONE, issuer: 'https://other.example' };
    vault.keep(elsewhere);
    expect(vault.find(ONE.resource)).toEqual(elsewhere);
  });

  it('are forgotten for a server, and for no other', () => {
    const folder = scratch();
    const vault = createTokens(folder, NOW);
    vault.keep(ONE);
    vault.keep({ ...ONE, resource: 'https://b.example/mcp' });
    expect(vault.forget('https://a.example/mcp')).toBe(1);
    expect(vault.find(ONE.resource)).toBeUndefined();
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it.each([
    ['{"version": 1, "issu', 'is not JSON; it was renamed to '],
    ['{"version": 1, "issuer": "x"}', 'holds no tokens: resource is not valid; it was renamed to '],
    ['{"issuer": "x"}', 'holds no tokens: version is '],
    [
      '{"version": 1, "issuer": "x", "resource": "y", "client": {"client_id": "z"}, "tokens": {}}',
      'holds no tokens: tokens.access_token is ',
    ],
    [
      '{"version": 1, "issuer": "x", "resource": "y", "client": {"client_id": 1}, "tokens": {}}',
      'holds no tokens: client.client_id is ',
    ],
    ['[]', 'holds no tokens: '],
    ['null', 'holds no tokens: '],
  ])('that are corrupt are set aside: %s', (text, said) => {
    const folder = scratch();
    writeFileSync(join(folder, 'a.json'), text);
    const vault = createTokens(folder, NOW);
    expect(vault.find(ONE.resource)).toBeUndefined();
    expect(vault.remarks()).toEqual([expect.stringContaining(`a.json ${said}`)]);
    expect(vault.remarks()).toEqual([]);
    expect(readdirSync(folder)).toEqual(['a.json.corrupt-2026-11-27T12-04-31']);
    expect(readFileSync(join(folder, 'a.json.corrupt-2026-11-27T12-04-31'), 'utf8')).toBe(text);
  });

  it('of a later version are left alone', () => {
    const folder = scratch();
    writeFileSync(join(folder, 'a.json'), '{"version": 2}');
    const vault = createTokens(folder, NOW);
    expect(vault.find(ONE.resource)).toBeUndefined();
    expect(vault.remarks()).toEqual([expect.stringContaining('a.json is of version 2')]);
    expect(readdirSync(folder)).toEqual(['a.json']);
  });

  it('that cannot be written say why', () => {
    const folder = join(scratch(), 'auth');
    writeFileSync(folder, '');
    expect(createTokens(folder, NOW).keep(ONE)).toMatch(/cannot be written: /);
  });
});
