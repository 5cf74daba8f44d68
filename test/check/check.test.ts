import { describe, expect, it } from 'vitest';
import { checkRules, findingsOf } from '../../src/check/check.ts';
import { checkCases, checkFaults } from '../support/check-cases.ts';

describe('findingsOf', () => {
  it.each(checkCases.map((one) => [one.id, one] as const))('%s', (_, one) => {
    expect(checkFaults(one, findingsOf(one.subject))).toEqual([]);
  });

  it('finds only what there are rules of', () => {
    const rules = checkRules();
    for (const { subject } of checkCases)
      for (const { rule } of findingsOf(subject)) expect(rules.has(rule), rule).toBe(true);
  });

  it('is the same each time', () => {
    for (const { subject } of checkCases) expect(findingsOf(subject)).toEqual(findingsOf(subject));
  });
});
