import { describe, expect, it } from 'vitest';
import { surfaceDifference } from '../../src/surface/difference.ts';
import { faultsOf, pairs } from '../support/pairs.ts';

describe('surfaceDifference', () => {
  it.each(pairs.map((pair) => [pair.id, pair] as const))('%s', (_, pair) => {
    expect(faultsOf(pair, surfaceDifference(pair.before, pair.after))).toEqual([]);
  });

  it('finds nothing between a surface and itself', () => {
    for (const { before, after } of pairs) {
      expect(surfaceDifference(before, before)).toEqual([]);
      expect(surfaceDifference(after, structuredClone(after))).toEqual([]);
    }
  });
});
