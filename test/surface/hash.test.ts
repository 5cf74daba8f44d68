import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { surfaceDifference } from '../../src/surface/difference.ts';
import { canonicalItem, itemHash, surfaceHash } from '../../src/surface/hash.ts';
import type { Surface } from '../../src/surface/surface.ts';
import { toolItem as item } from '../support/items.ts';
import { pairs } from '../support/pairs.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const offering = (...names: readonly string[]): Surface => ({
  capabilities: { client: {} },
  lists: {
    tools: names.map((name) => item({ name })),
    resources: [],
    resourceTemplates: undefined,
    prompts: [],
    skills: [],
  },
});

describe('itemHash', () => {
  it('is that of the canonical text', () => {
    const tool = item({ title: 'T', name: 'a' });
    expect(canonicalItem('tools', tool)).toBe(
      '{"inputSchema":{"properties":{},"type":"object"},"name":"a","title":"T"}',
    );
    expect(itemHash('tools', tool, sha256)).toBe(sha256(canonicalItem('tools', tool)));
  });

  it('is of the text as it was sent, where that is known', () => {
    const exact = { ...item({ name: 'a' }), text: '{"name":"a", "n":9007199254740993}' };
    expect(canonicalItem('tools', exact)).toBe('{"n":9007199254740993,"name":"a"}');
  });

  it('leaves out of _meta what nobody reads', () => {
    const meta = { 'example.com/at': '2026-01-01T00:00:00Z', ui: { resourceUri: 'ui://a' } };
    expect(canonicalItem('tools', item({ name: 'a', _meta: meta }))).toContain(
      '"_meta":{"ui":{"resourceUri":"ui://a"}}',
    );
    const bare = canonicalItem('tools', item({ name: 'a' }));
    expect(canonicalItem('tools', item({ name: 'a', _meta: { 'example.com/at': 1 } }))).toBe(bare);
    expect(canonicalItem('tools', item({ name: 'a', _meta: {} }))).toBe(bare);
  });
});

describe('surfaceHash', () => {
  it('is the same in any order, and another one for another list', () => {
    const hash = surfaceHash(offering('a', 'b'), sha256);
    expect(surfaceHash(offering('b', 'a'), sha256)).toBe(hash);
    expect(surfaceHash(offering('a'), sha256)).not.toBe(hash);
    expect(surfaceHash(offering('a', 'b', 'b'), sha256)).not.toBe(hash);
  });

  it('is the same wherever only the text is written differently', () => {
    const spelled = pairs.filter(({ id }) => id.startsWith('spelling-') || id === 'items-order-of-tools');
    expect(spelled.length).toBeGreaterThan(5);
    for (const { before, after } of spelled) {
      const isSame = surfaceDifference(before, after).length === 0;
      expect(surfaceHash(before, sha256) === surfaceHash(after, sha256)).toBe(isSame);
    }
  });
});
