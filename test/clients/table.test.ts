import { describe, expect, it } from 'vitest';
import type { Client, Evidence, Limit } from '../../src/clients/client.ts';
import { CLIENTS, clientNamed } from '../../src/clients/clients.ts';
import { evidenceWords } from '../../src/clients/evidence.ts';

/** Everything about a client that is known from somewhere. */
const rows = ({ naming, schemas, results, deferred, identity, remarks = [], rules }: Client) =>
  [
    naming,
    schemas,
    results,
    results?.ofErrors,
    ...(results?.most ?? []),
    deferred,
    identity,
    ...remarks,
    ...rules,
  ].filter((row): row is Exclude<typeof row, undefined> => row !== undefined);

/** What a rule is about, without its numbers. */
const subjectOf = (limit: Limit): string => (limit.on === 'schema' ? limit.trait : limit.on);

describe('the table of clients', () => {
  it.each(CLIENTS.map((client) => [client.id, client] as const))(
    'says of each row of %s where it is known from, since when and how surely',
    (_, client) => {
      for (const row of rows(client)) {
        expect(row.source).toMatch(/^(?:https:\/\/\S+\.\S+|[\w.-]+\/[\w.-]+#\d+)$/);
        expect(row.seen).toMatch(/^20\d\d-\d\d-\d\d$/);
        expect(['source', 'docs', 'reports']).toContain(row.sure);
        // Nobody is told of a report without its month, and only reports have one.
        if (row.sure === 'reports') expect(row.reported).toMatch(/^20\d\d-\d\d$/);
        else expect(row.reported).toBeUndefined();
      }
    },
  );

  it('means the same by an id in all clients', () => {
    const known = new Map<string, string>();
    for (const { id, rules } of CLIENTS)
      for (const rule of rules) {
        const subject = subjectOf(rule.limit);
        expect(`${rule.id}: ${known.get(rule.id) ?? subject}`, id).toBe(`${rule.id}: ${subject}`);
        known.set(rule.id, subject);
      }
  });

  it('has errors for what makes every request fail, or leaves a tool out, unless a client may do otherwise', () => {
    for (const { id, rules } of CLIENTS)
      for (const { id: rule, level, effect, besides = '' } of rules)
        if (['refused', 'left out'].includes(effect) && !besides.startsWith('unless '))
          expect(`${id} ${rule} ${level}`).toBe(`${id} ${rule} error`);
  });

  it('has each client once, by all names that it goes by', () => {
    const names = CLIENTS.flatMap(({ id, also = [] }) => [id, ...also]);
    expect(new Set(names).size).toBe(names.length);
    for (const { id, also = [] } of CLIENTS)
      for (const word of [id, ...also]) expect(clientNamed(word)?.id).toBe(id);
    expect(clientNamed('nobody')).toBeUndefined();
  });

  it('knows whom at least six clients say they are', () => {
    for (const id of ['claude-code', 'claude-desktop', 'vscode', 'cursor', 'gemini-cli', 'zed']) {
      const identity = clientNamed(id)?.identity;
      expect(identity?.clientInfo.name, id).toMatch(/\S/);
      expect(identity?.clientInfo.version, id).toMatch(/\d/);
      expect(identity?.protocolVersion, id).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  });
});

describe('how something is known, in words', () => {
  const seen = '2026-11-29';
  it.each<[Evidence, string]>([
    [
      { source: 'awslabs/mcp#1283', seen, sure: 'reports', reported: '2025-09' },
      '(reported 2025-09, awslabs/mcp#1283)',
    ],
    [{ source: 'awslabs/mcp#1283', seen, sure: 'reports' }, '(reported 2026-11, awslabs/mcp#1283)'],
    [
      { source: 'https://code.claude.com/docs/en/mcp#limits', seen, sure: 'docs' },
      '(documented: code.claude.com/docs/en/mcp)',
    ],
    [
      { source: 'https://github.com/openai/codex/blob/main/codex-rs/src/tools.rs#L4', seen, sure: 'source' },
      '(in its code: openai/codex tools.rs)',
    ],
  ])('%j', (evidence, words) => {
    expect(evidenceWords(evidence)).toBe(words);
  });
});
