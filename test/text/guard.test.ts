import { beforeAll, describe, expect, test } from 'vitest';
import { createTimeLimit } from '../../src/host/time-limit.ts';
import { guard, stepsOf } from '../../src/text/guard.ts';
import { endWorkWith } from '../../src/text/in-time.ts';

beforeAll(() => {
  endWorkWith(createTimeLimit());
});

describe('a guarded pattern', () => {
  test.each<[RegExp, string, boolean]>([
    [/b+/, 'abba', true],
    [/^b/, 'abba', false],
    [/(a|b)+c/, 'ababc', true],
    [/a.*z/s, `a${'b'.repeat(10_000)}z`, true],
  ])('%s', (pattern, text, found) => {
    expect(guard(pattern).test(text)).toBe(found);
  });

  test('is stopped for good when it takes too long', () => {
    const pattern = guard(/^(a+)+$/);
    expect(pattern.test('aaa')).toBe(true);
    expect(pattern.isSlow()).toBe(false);
    expect(pattern.test(`${'a'.repeat(60)}!`)).toBeUndefined();
    expect(pattern.isSlow()).toBe(true);
    expect(pattern.test('aaa')).toBeUndefined();
  });
});

describe('the steps of a pattern are bounded only where that is certain', () => {
  test.each<[RegExp, number]>([
    [/^abc$/, 4],
    [/^a{20}$/, 21],
    [/abc/, 4 * 11],
    [/^[a-z]+$/, 2 * 11],
    [/^\d{4}-\d{2}$/, 8],
    [/^a*b*/, 3 * 11 ** 2],
    [/^a{2,}b/, 3 * 11],
    [/^a/m, 2 * 11],
    [/^[^\]+*]\*$/, 3],
    [/^(a+)+$/, Number.POSITIVE_INFINITY],
    [/a|b/, Number.POSITIVE_INFINITY],
    [/(?=a)b/, Number.POSITIVE_INFINITY],
    [/(.)\1/, Number.POSITIVE_INFINITY],
    [/\bword/, Number.POSITIVE_INFINITY],
  ])('%s', (pattern, steps) => {
    expect(stepsOf(pattern)(10)).toBe(steps);
  });
});
