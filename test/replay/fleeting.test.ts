import { expect, it } from 'vitest';
import { fleetingKind, fleetingPieces } from '../../src/replay/fleeting.ts';

it.each([
  ['2026-11-29T20:16:55Z', 'time'],
  ['2026-11-29T20:16:55.123+01:00', 'time'],
  ['2026-11-29 20:16', 'time'],
  ['2026-11-29', undefined],
  ['20:16:55', undefined],
  ['a83dbc98-7224-4ea5-907c-a6de4e5e994c', 'uuid'],
  ['A83DBC98-7224-4EA5-907C-A6DE4E5E994C', 'uuid'],
  ['a83dbc9872244ea5907ca6de4e5e994c', undefined],
  ['PT0.25S', 'duration'],
  ['P1DT2H', 'duration'],
  ['P3W', 'duration'],
  ['PT', undefined],
  ['P', undefined],
  ['POST', undefined],
  ['1.0.0', undefined],
  ['', undefined],
])('%s is of the kind %s', (text, kind) => {
  expect(fleetingKind(text)).toBe(kind);
});

it.each([
  ['saved at 2026-11-29T20:16:55.123Z.', ['saved at ', '.']],
  ['2026-11-29 20:16–2026-11-29 21:16', ['', '–', '']],
  ['id=a83dbc98-7224-4ea5-907c-a6de4e5e994c', ['id=', '']],
  ['PT5M', ['', '']],
  ['a83dbc98-7224-4ea5-907c-a6de4e5e994c-1', ['a83dbc98-7224-4ea5-907c-a6de4e5e994c-1']],
  ['in PT5M, 12026-11-29T20:16', ['in PT5M, 12026-11-29T20:16']],
])('of %s the same stays', (text, pieces) => {
  const all = fleetingPieces(text);
  expect(all.filter((piece) => typeof piece === 'string')).toEqual(pieces);
  expect(all).toHaveLength(2 * pieces.length - 1);
});
