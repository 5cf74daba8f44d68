import { describe, expect, it } from 'vitest';
import { patternOf } from '../../../../src/tui/kit/sheet/flow.ts';

describe('patternOf', () => {
  it.each([
    ['sum', 'get-SUM', 'SUM'],
    ['Sum', 'get-sum', ''],
    ['Sum', 'getSum', 'Sum'],
    ['a.b', 'axb a.b', 'a.b'],
    ['straße', 'STRASSE Straße', 'Straße'],
    ['\ud83d', '😀', ''],
  ])('%s in %s', (query, text, found) => {
    expect(text.match(patternOf(query))?.[0] ?? '').toBe(found);
  });

  it('takes every character as it is', () => {
    for (let code = 0x20; code < 0x7f; code += 1) {
      const character = String.fromCharCode(code);
      expect('a-b'.replace(patternOf(character), ''), character).toBe('a-b'.replaceAll(character, ''));
    }
    expect('x\\^$.*+?()[]{}|/-y'.replace(patternOf('\\^$.*+?()[]{}|/-'), '')).toBe('xy');
  });
});
