import { describe, expect, it } from 'vitest';
import { createIdTexts } from '../../src/session/id-texts.ts';

describe('ids kept packed', () => {
  it('are what they were', () => {
    const ids = createIdTexts();
    const given = [
      '',
      'p1',
      '7',
      1.5,
      2 ** 40,
      -1e300,
      'ä日👩',
      '\ud800',
      '\u0000',
      'x'.repeat(70_000),
      'last',
    ];
    const places = given.map((id) => ids.add(id));
    expect(places.map((place) => ids.at(place))).toEqual(given);
  });
});
