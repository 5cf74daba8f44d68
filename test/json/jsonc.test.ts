import { describe, expect, it } from 'vitest';
import { parseJsonc } from '../../src/json/jsonc.ts';

describe('parseJsonc', () => {
  it.each([
    ['{"a": 1}', { a: 1 }],
    ['// first\n{"a": [1, 2,], /* b */ "c": "//"}', { a: [1, 2], c: '//' }],
    ['null', null],
  ])('%j', (text, value) => {
    expect(parseJsonc(text)).toEqual({ value });
  });

  it.each([
    ['', { line: 1, column: 1, message: 'value expected' }],
    ['{"a" 1}', { line: 1, column: 6, message: 'colon expected' }],
    ['{\n  "a": tru\n}', { line: 2, column: 8, message: 'invalid symbol' }],
    ['[1', { line: 1, column: 3, message: 'close bracket expected' }],
  ])('says where %j is wrong', (text, problem) => {
    expect(parseJsonc(text)).toEqual({ problem });
  });
});
