import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { wholeDifference } from '../../src/clients/difference.ts';
import { createRedactor } from '../../src/session/redaction/redactor.ts';
import { surfaceDifference } from '../../src/surface/difference.ts';
import { lockText as lockWith, looksLikeLock, maskedSurface, readLock } from '../../src/surface/lock.ts';
import type { Surface } from '../../src/surface/surface.ts';
import { listItem, toolItem } from '../support/items.ts';
import { faultsOf, pairs } from '../support/pairs.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** As the program writes it. */
const lockText = (surface: Surface): string =>
  lockWith(maskedSurface(surface, createRedactor().mask), sha256);

/** The hash of everything listed. */
const hashOf = (surface: Surface): unknown => JSON.parse(lockText(surface)).hash;

function locked(surface: Surface): Surface {
  const read = readLock(lockText(surface), sha256);
  if ('problem' in read) throw new Error(read.problem);
  return read.surface;
}

const offering = (...tools: readonly object[]): Surface => ({
  capabilities: { client: {}, server: { tools: {} } },
  server: { name: 'shop', version: '1.0.0' },
  revision: '2025-11-25',
  instructions: 'Two\nlines',
  lists: {
    tools: tools.map(toolItem),
    resources: undefined,
    resourceTemplates: [],
    prompts: [],
    skills: [],
  },
});

describe('a lock', () => {
  it.each(pairs.map((pair) => [pair.id, pair] as const))('says of %s what the surfaces say', (_, pair) => {
    const [before, after] = [locked(pair.before), locked(pair.after)];
    expect(faultsOf(pair, wholeDifference(before, after))).toEqual([]);
    expect(surfaceDifference(pair.before, before)).toEqual([]);
    expect(lockText(before)).toBe(lockText(pair.before));
  });

  it('has an item a line, sorted, and leaves out what is not known', () => {
    const text = lockText(offering({ name: 'b', title: 'B' }, { name: 'a' }));
    expect(text).toBe(lockText(offering({ name: 'a' }, { title: 'B', name: 'b' })));
    expect(text.replace(/[0-9a-f]{64}/g, 'HASH')).toMatchInlineSnapshot(`
      "{
      "format":"mcp-lock",
      "version":1,
      "hash":"HASH",
      "protocolVersion":"2025-11-25",
      "serverInfo":{"name":"shop","version":"1.0.0"},
      "capabilities":{"tools":{}},
      "instructions":"Two\\nlines",
      "tools":[
      {"name":"a","hash":"HASH","item":{"inputSchema":{"properties":{},"type":"object"},"name":"a"}},
      {"name":"b","hash":"HASH","item":{"inputSchema":{"properties":{},"type":"object"},"name":"b","title":"B"}}
      ],
      "resourceTemplates":[],
      "prompts":[],
      "skills":[]
      }
      "
    `);
    expect(locked(offering()).lists.resources).toBeUndefined();
  });

  it('keeps all digits, no secret, and nothing that differs in each listing', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const [tool] = offering({ name: 'a', description: `use ${secret}`, _meta: { 'x.y/at': 1 } }).lists.tools!;
    const text = JSON.stringify(tool?.raw).replace('"properties":{}', '"maxProperties":9007199254740993');
    const written = lockText({
      ...offering(),
      lists: { ...offering().lists, tools: [{ ...tool!, text }] },
    });
    expect(written).toContain('9007199254740993');
    expect(written).not.toContain(secret);
    expect(written).not.toContain('x.y/at');
    expect(readLock(written, sha256)).toHaveProperty('surface');
  });

  it('does not tell the age and the size of a resource', () => {
    const at = (size: number, lastModified: string): Surface => {
      const raw = { uri: 'a:b', name: 'a', size, annotations: { lastModified } };
      return { ...offering(), lists: { ...offering().lists, resources: [listItem('resources', raw)] } };
    };
    expect(lockText(at(1, '2026-01-01'))).toBe(lockText(at(2, '2026-01-02')));
  });

  it('has the same hash in any order, and another one for another list', () => {
    const hash = hashOf(offering({ name: 'a' }, { name: 'b' }));
    expect(hashOf(offering({ name: 'b' }, { name: 'a' }))).toBe(hash);
    expect(hashOf(offering({ name: 'a' }))).not.toBe(hash);
    expect(hashOf(offering({ name: 'a' }, { name: 'b' }, { name: 'b' }))).not.toBe(hash);
  });

  it('has the same hash wherever only the text is written differently', () => {
    const spelled = pairs.filter(({ id }) => id.startsWith('spelling-') || id === 'items-order-of-tools');
    expect(spelled.length).toBeGreaterThan(5);
    for (const { before, after } of spelled) {
      const isSame = surfaceDifference(before, after).length === 0;
      expect(hashOf(before) === hashOf(after)).toBe(isSame);
    }
  });

  it('may be formatted', () => {
    const pretty = JSON.stringify(JSON.parse(lockText(offering({ name: 'a' }))), null, 2);
    expect(readLock(pretty, sha256)).toHaveProperty('surface');
  });

  const good = lockText(offering({ name: 'a' }, { name: 'b' }));
  it.each([
    ['is not JSON', 'hello', /^is not a lock: .*line 1/],
    ['is something else', '{"tools":[]}', /"format": "mcp-lock"/],
    ['is newer', good.replace('"version":1', '"version":2'), /version 2.*update it/],
    ['does not fit its hash', good.replace('"name":"a"}}', '"name":"A"}}'), /by hand: the hash of tool:A/],
    ['lacks an item', good.replace(/\{"name":"a".*,\n/, ''), /by hand: its hash/],
    ['lacks a hash', good.replace(/"hash":"\w{64}","item"/, '"item"'), /an entry of its tools/],
    ['has no list', good.replace('"prompts":[]', '"prompts":{}'), /its prompts are not a list/],
    ['is in a merge', good.replace('"tools":[', '<<<<<<< HEAD\n"tools":['), /merge/],
  ])('that %s is refused with a reason', (_, text, says) => {
    expect(readLock(text, sha256)).toEqual({ problem: expect.stringMatching(says) });
  });

  it('is told from a recording by its first line', () => {
    expect(looksLikeLock(good)).toBe(true);
    expect(looksLikeLock('{"type":"header","seq":0,"t":0,"format":"mcp-transcript"}\n')).toBe(false);
  });
});
