import { describe, expect, it } from 'vitest';
import { fitsPattern, meansRule } from '../../src/check/pattern.ts';
import { verdictOn } from '../../src/check/verdict.ts';
import { finding, USUAL } from '../support/check-report.ts';

describe('fitsPattern', () => {
  it.each([
    ['a', 'a', true],
    ['a', 'ab', false],
    ['*', '', true],
    ['a*', 'ab', true],
    ['*b', 'ab', true],
    ['a*a', 'a', false],
    ['a*b*c', 'axbxc', true],
    ['a*bb*b', 'abb', false],
    ['a.c', 'abc', false],
    ['tool:get_*', 'tool:get_x', true],
  ])('%s of %s: %s', (pattern, text, fits) => {
    expect(fitsPattern(pattern, text)).toBe(fits);
  });

  it('means rules by their family as well', () => {
    expect(meansRule('client', 'client/name-length')).toBe(true);
    expect(meansRule('cli', 'client/name-length')).toBe(false);
  });
});

describe('verdictOn', () => {
  const [error, warning, note] = [
    finding(),
    finding({ rule: 'advice/no-description', level: 'warning' }),
    finding({ rule: 'cost/list', level: 'note', item: 'server' }),
  ];
  const all = [note, warning, error];

  it('puts the worst first, and counts', () => {
    const { findings, counts } = verdictOn(all, USUAL);
    expect(findings).toEqual([error, warning, note]);
    expect(counts).toEqual({ error: 1, warning: 1, note: 1 });
  });

  it('takes levels from the last word that means the rule', () => {
    const levels = [
      ['advice/*', 'off'],
      ['client', 'note'],
      ['advice/no-description', 'error'],
    ] as const;
    const { findings } = verdictOn(all, { ...USUAL, levels });
    expect(findings.map(({ rule, level }) => [rule, level])).toEqual([
      ['advice/no-description', 'error'],
      ['cost/list', 'note'],
      ['client/name-length', 'note'],
    ]);
    expect(verdictOn(all, { ...USUAL, levels: [['advice/*', 'off']] }).findings).toEqual([error, note]);
  });

  it('suppresses with the reason, and tells what fits nothing', () => {
    const suppressions = [
      { rule: 'client/*', item: 'tool:*', reason: 'renamed by the gateway' },
      { rule: 'safety/*', item: '*', reason: 'old' },
    ];
    const { findings, suppressed, counts } = verdictOn(all, { ...USUAL, suppressions });
    expect(suppressed).toEqual([{ ...error, reason: 'renamed by the gateway' }]);
    expect(counts).toEqual({ error: 0, warning: 1, note: 2 });
    expect(findings.at(-1)).toMatchObject({ rule: 'check/unused-suppression', item: 'server' });
  });

  it('suppresses what concerns one client alone', () => {
    const [cursor, kimi] = [finding({ client: 'cursor' }), finding({ client: 'kimi' })];
    const suppressions = [{ rule: 'client', item: '*', client: 'kimi', reason: 'x' }];
    const { findings, suppressed } = verdictOn([cursor, kimi, error], { ...USUAL, suppressions });
    expect([findings, suppressed]).toEqual([[cursor, error], [{ ...kimi, reason: 'x' }]]);
  });

  it.each([
    [{ level: 'error', words: [] }, ['client/name-length']],
    [{ level: 'note', words: [] }, ['client/name-length', 'advice/no-description', 'cost/list']],
    [{ level: undefined, words: ['cost', 'advice/*'] }, ['advice/no-description', 'cost/list']],
    [{ level: undefined, words: [] }, []],
  ] as const)('fails on %j', (failOn, rules) => {
    const { findings, isFailure } = verdictOn(all, { ...USUAL, failOn });
    expect(findings.filter(isFailure).map(({ rule }) => rule)).toEqual(rules);
  });
});
