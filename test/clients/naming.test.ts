import { describe, expect, it } from 'vitest';
import type { ClientId } from '../../src/clients/client.ts';
import { clientNamed } from '../../src/clients/clients.ts';
import { givenName } from '../../src/clients/naming.ts';

const given = (id: ClientId, server: string, tool: string) => {
  const client = clientNamed(id);
  if (client === undefined) throw new Error(id);
  return givenName(client, server, tool);
};

describe('the name that a client gives a tool', () => {
  it.each<[ClientId, string, string, string]>([
    ['claude-code', 'crm', 'find', 'mcp__crm__find'],
    ['claude-code', 'my crm.v2', 'orders.find', 'mcp__my_crm_v2__orders_find'],
    ['claude-code', 'crm-eu', 'find', 'mcp__crm-eu__find'],
    ['vscode', 'crm', 'find', 'mcp_crm_find'],
    // The server as it calls itself, 13 characters of it, and no dots anywhere.
    ['vscode', 'Customer Relations', 'find', 'mcp_customer_rela_find'],
    ['vscode', 'io.github.acme/crm', 'orders.find', 'mcp_io_github_acm_orders_find'],
    ['vscode', 'a  b', 'find', 'mcp_a_b_find'],
    ['cursor', 'crm', 'find', 'crmfind'],
    ['openai', 'crm', 'orders.find', 'mcp__crm__orders_find'],
    ['openai', 'mcp__crm', 'find', 'mcp__crm__find'],
    ['gemini-cli', 'crm.eu-1', 'orders.find', 'mcp_crm.eu-1_orders.find'],
    ['gemini-cli', 'mcp_crm', 'find', 'mcp_crm_find'],
    ['gemini-cli', 'crm', '2fa codes', 'mcp_crm_2fa_codes'],
    ['opencode', 'my crm', 'orders.find', 'my_crm_orders_find'],
    ['zed', 'crm', 'orders.find', 'orders.find'],
    ['kimi', 'crm', 'find', 'find'],
    // `$&` of a server's name is no pattern.
    ['cursor', '$&', 'find', '$&find'],
    ['claude-code', '', '', 'mcp____'],
  ])('%s of %s: %s is %s', (id, server, tool, name) => {
    expect(given(id, server, tool).name).toBe(name);
  });

  it.each<[ClientId, number, number, string]>([
    ['claude-code', 54, 64, 'same'],
    ['claude-code', 55, 65, 'refused'],
    ['vscode', 56, 64, 'same'],
    ['vscode', 57, 64, 'cut'],
    ['cursor', 57, 60, 'same'],
    ['cursor', 58, 61, 'left out'],
    ['openai', 54, 64, 'same'],
    ['openai', 55, 64, 'cut'],
    ['gemini-cli', 55, 63, 'same'],
    ['gemini-cli', 56, 63, 'cut'],
    ['zed', 64, 64, 'same'],
    ['zed', 65, 64, 'cut'],
    ['mcp', 200, 200, 'same'],
  ])('%s of a name of %d characters has %d: %s', (id, letters, length, fate) => {
    const name = given(id, 'crm', 'n'.repeat(letters));
    expect([name.name.length, name.fate]).toEqual([length, fate]);
  });

  it('keeps both ends where it cuts in the middle', () => {
    expect(given('gemini-cli', 'crm', `begin${'-'.repeat(70)}end`).name).toMatch(
      /^mcp_crm_begin-+\.\.\.-+end$/,
    );
  });

  it('tells apart what a hash ends', () => {
    const [one, other] = ['a', 'b'].map((end) => given('openai', 'crm', `${'n'.repeat(80)}${end}`).name);
    expect(one).toMatch(/^mcp__crm__n+_[0-9a-f]{12}$/);
    expect(one).not.toBe(other);
  });

  it('counts UTF-16 units', () => {
    expect(given('zed', 'crm', '😀'.repeat(33))).toMatchObject({ length: 66, fate: 'cut' });
  });
});
