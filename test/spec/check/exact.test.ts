import { describe, expect, it } from 'vitest';
import { checkExactness } from '../../../src/spec/check/exact.ts';

const rules = (text: string) => checkExactness(text, parsed(text)).map(({ rule, path }) => `${rule} ${path}`);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe('what most readers lose', () => {
  it.each([
    ['{"a":9007199254740991,"b":-9007199254740991,"c":1.0,"d":1e300,"e":"12345678901234567890"}', []],
    ['{"a":[0,9007199254740993]}', ['lint/big-number /a/1']],
    ['{"a":9007199254740992}', ['lint/big-number /a']],
    ['-12345678901234567890', ['lint/big-number ']],
    ['{"a":{"b":1,"b":2},"b":3}', ['lint/duplicate-key /a/b']],
    ['{"a":1,"\\u0061":2}', ['lint/duplicate-key /a']],
    ['[{"a":1},{"a":1}]', []],
    ['{"__proto__":1,"constructor":2}', []],
    ['{"a":', []],
  ])('%s', (text, expected) => expect(rules(text)).toEqual(expected));

  it('is told a few times of each message', () => {
    expect(rules(`[${Array(50).fill('12345678901234567890').join()}]`)).toHaveLength(5);
  });
});
