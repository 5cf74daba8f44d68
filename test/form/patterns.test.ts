import { beforeAll, describe, expect, test } from 'vitest';
import { checkAgainst, checkValue } from '../../src/form/check.ts';
import { compileSchema } from '../../src/form/compile.ts';
import { openForm } from '../../src/form/form.ts';
import { visibleFields } from '../../src/form/rows.ts';
import { verdictOf } from '../../src/form/verdict.ts';
import { createTimeLimit } from '../../src/host/time-limit.ts';
import { endWorkWith } from '../../src/text/in-time.ts';

beforeAll(() => {
  endWorkWith(createTimeLimit());
});

/** A pattern that takes longer than anybody lives with the text below. */
const SLOW = '^(a+)+$';
const TEXT = `${'a'.repeat(60)}!`;
const unchecked = `the pattern ${SLOW} takes too long`;

/** Schemas in which the slow pattern meets the text, each with a value. */
const TRAPS: readonly (readonly [string, object, unknown])[] = [
  ['pattern', { properties: { a: { pattern: SLOW } } }, { a: TEXT }],
  ['patternProperties', { patternProperties: { [SLOW]: { type: 'number' } } }, { [TEXT]: 'x' }],
  [
    'what no pattern takes',
    { patternProperties: { [SLOW]: {} }, additionalProperties: false },
    { [TEXT]: 1 },
  ],
  [
    'what nothing looks at',
    { patternProperties: { [SLOW]: {} }, unevaluatedProperties: false },
    { [TEXT]: 1 },
  ],
  ['propertyNames', { propertyNames: { pattern: SLOW } }, { [TEXT]: 1 }],
  ['not', { properties: { a: { not: { pattern: SLOW } } } }, { a: TEXT }],
  ['one of two', { properties: { a: { oneOf: [{ pattern: SLOW }, { minLength: 1 }] } } }, { a: TEXT }],
  ['any of two', { properties: { a: { anyOf: [{ pattern: SLOW }, { type: 'number' }] } } }, { a: TEXT }],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  ['a condition', { if: { properties: { a: { pattern: SLOW } } }, then: false, else: false }, { a: TEXT }],
  ['items', { properties: { a: { contains: { pattern: SLOW }, maxContains: 0 } } }, { a: [TEXT] }],
  ['another way to be slow', { properties: { a: { pattern: '^(\\w|[a-z])+$' } } }, { a: TEXT }],
];

describe('a pattern that takes too long is ended, and refuses nothing', () => {
  test.each(TRAPS)('%s', (_, schema, value) => {
    const { problems, unchecked: why } = checkAgainst(schema, value);
    expect(problems).toEqual([]);
    expect(why).toMatch(/^the pattern .* takes too long$/);
  });

  test.each(TRAPS)('%s in a form', (_, schema, value) => {
    const form = openForm(schema, { initial: JSON.stringify(value) });
    expect(visibleFields(form).length).toBeGreaterThan(0);
    expect(verdictOf(form).problems).toEqual([]);
  });
});

test('what else is wrong is told all the same', () => {
  const schema = { properties: { a: { pattern: SLOW }, b: { pattern: '^x' } }, required: ['c'] };
  expect(checkAgainst(schema, { a: TEXT, b: 'y' })).toEqual({
    problems: [
      { path: ['c'], sentence: 'is required' },
      { path: ['b'], sentence: 'must match ^x' },
    ],
    unchecked,
  });
});

test('a slow pattern is tried once; a right text is right before that', () => {
  const document = compileSchema({ pattern: SLOW });
  expect(checkValue(document, document.root, 'aaa')).toEqual({ problems: [] });
  expect(checkValue(document, document.root, TEXT)).toEqual({ problems: [], unchecked });
  expect(checkValue(document, document.root, 'b')).toEqual({ problems: [], unchecked });
});

test('of a hundred slow ones only the first few are tried', () => {
  const names = Array.from({ length: 100 }, (_, i) => `p${i}`);
  const properties = Object.fromEntries(names.map((name, i) => [name, { pattern: `^(a+)+${i}$` }]));
  const value = Object.fromEntries(names.map((name) => [name, TEXT]));
  const document = compileSchema({ properties, required: ['z'] });
  checkValue(document, document.root, value);
  checkValue(document, document.root, value);
  expect(checkValue(document, document.root, value)).toEqual({
    problems: [{ path: ['z'], sentence: 'is required' }],
    unchecked: 'the pattern ^(a+)+0$ takes too long',
  });
});

test('a format that takes too long says nothing', () => {
  const schema = { properties: { a: { type: 'string', format: 'url' } } };
  const form = openForm(schema, { initial: JSON.stringify({ a: `http://${'a'.repeat(60)}!` }) });
  expect(visibleFields(form)[0]?.hint).toBeUndefined();
});

describe('a pattern that JavaScript does not read refuses nothing', () => {
  test.each<[string, object, unknown]>([
    ['pattern', { pattern: '(?i)a' }, 'A'],
    ['not', { not: { pattern: '(?i)b' } }, 'A'],
    ['patternProperties', { patternProperties: { '\\Aa': {} }, additionalProperties: false }, { a: 1 }],
    ['characters beyond U+FFFF without the u flag', { pattern: '^(?=.)?[\\w-.😀]$' }, '😀'],
  ])('%s', (_, schema, value) => {
    expect(checkAgainst(schema, value).problems).toEqual([]);
  });
});

describe('a long text and a harmless pattern', () => {
  test.each<[string, string, boolean]>([
    ['^[a-z]+$', 'a'.repeat(100_000), true],
    ['^[a-z]+$', `${'a'.repeat(100_000)}!`, false],
    ['^\\d{4}-\\d{2}$', '2026-01', true],
    ['^(?:[a-z]+-)*[a-z]+$', 'a-b-c', true],
  ])('%s', (pattern, text, right) => {
    expect(checkAgainst({ pattern }, text).problems.length === 0).toBe(right);
  });
});
