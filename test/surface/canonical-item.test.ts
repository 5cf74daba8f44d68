import { describe, expect, it } from 'vitest';
import { canonicalItem } from '../../src/surface/canonical-item.ts';
import { toolItem as item } from '../support/items.ts';

describe('canonicalItem', () => {
  it('has its members in one order', () => {
    const tool = item({ title: 'T', name: 'a' });
    expect(canonicalItem('tools', tool)).toBe(
      '{"inputSchema":{"properties":{},"type":"object"},"name":"a","title":"T"}',
    );
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
