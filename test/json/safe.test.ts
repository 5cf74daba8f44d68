import { describe, expect, it } from 'vitest';
import { safeJson } from '../../src/json/safe.ts';

describe('safeJson', () => {
  it.each([
    ['{"a":"plain ü 😀 \\u001b"}', '{"a":"plain ü 😀 \\u001b"}'],
    ['"\u007f"', '"\\u007f"'],
    ['"\u0085\u009b31m"', '"\\u0085\\u009b31m"'],
    ['"\u2028\u2029"', '"\\u2028\\u2029"'],
    ['"\u202epay\u2066x\u2069\u200e\u200f\u061c"', '"\\u202epay\\u2066x\\u2069\\u200e\\u200f\\u061c"'],
    ['"\ud800x\udfff"', '"\\ud800x\\udfff"'],
    ['"\u200bpay\u00ad\ufeff\u{e0001}\ufff9"', '"\\u200bpay\\u00ad\\ufeff\\udb40\\udc01\\ufff9"'],
    ['{\t"a":\t"👩‍🚀"}', '{ "a": "👩‍🚀"}'],
    ['{\r\n  "a": 1.0\n}', '{    "a": 1.0 }'],
    ['{"n":12345678901234567890,"n":1e3}', '{"n":12345678901234567890,"n":1e3}'],
  ])('%j', (text, safe) => {
    expect(safeJson(text)).toBe(safe);
    expect(JSON.parse(safe)).toEqual(JSON.parse(text));
  });
});
