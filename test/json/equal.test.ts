import { describe, expect, it } from 'vitest';
import { compareNumbers, equal } from '../../src/json/equal.ts';

describe('two JSON texts', () => {
  it.each([
    ['1', '1.0'],
    ['100', '1e2'],
    ['-0', '0'],
    ['12.50', '125e-1'],
    ['"A"', '"\\u0041"'],
    ['{"a":1,"b":[2]}', ' { "b": [ 2 ], "a": 1 }'],
    ['{"a":1,"a":2}', '{"a":2}'],
    ['[]', '[ ]'],
    ['not JSON', 'not JSON'],
  ])('%s is %s', (one, other) => expect(equal(one, other)).toBe(true));

  it.each([
    ['9007199254740992', '9007199254740993'],
    ['0.1', '0.10000000000000001'],
    ['1', '"1"'],
    ['1', 'true'],
    ['null', '{}'],
    ['[1,2]', '[2,1]'],
    ['[]', '{}'],
    ['{"a":1}', '{"a":1,"b":null}'],
    ['"é"', '"e\\u0301"'],
    ['{"a":1}', '{"A":1}'],
    ['not JSON', 'no JSON'],
  ])('%s is not %s', (one, other) => expect(equal(one, other)).toBe(false));
});

describe('two numbers', () => {
  it.each([
    ['1', '2'],
    ['-2', '-1'],
    ['-1', '0'],
    ['0', '0.001'],
    ['9', '10'],
    ['0.9', '1'],
    ['9007199254740992', '9007199254740993'],
    ['1e3', '1001'],
    ['1e-400', '1e-399'],
    ['0.05', '0.5'],
    ['99e-1', '10'],
  ])('%s is less than %s', (one, other) => {
    expect(Math.sign(compareNumbers(one, other))).toBe(-1);
    expect(Math.sign(compareNumbers(other, one))).toBe(1);
  });
  it.each([
    ['1.0', '1'],
    ['-0', '0'],
    ['1e3', '1000'],
    ['0.10e1', '1'],
  ])('%s is %s', (one, other) => expect(compareNumbers(one, other)).toBe(0));
});
