import { expect, it } from 'vitest';
import { jsonOf } from '../../src/json/json-of.ts';

/** A value within so many arrays and objects. */
function within(levels: number, value: unknown): unknown {
  let whole = value;
  for (let level = 0; level < levels; level += 1) whole = level % 2 === 0 ? [whole] : { 'a"': whole };
  return whole;
}

it.each([[undefined], [null], ['a\n"'], [1.5], [[]], [{}], [{ a: [1, { b: undefined, c: '' }], '': [[]] }]])(
  'is what JSON.stringify writes: %j',
  (value) => expect(jsonOf(value)).toBe(JSON.stringify(value) ?? 'null'),
);

it('is the same however deep the value is', () => {
  const inner = { b: [1, { c: '\u2028"' }, [], {}], d: null, e: undefined };
  const text = jsonOf(within(100_000, inner));
  // Written from the inside: the outermost of an even number of levels is an object.
  expect(text.startsWith('{"a\\"":['.repeat(2))).toBe(true);
  expect(text).toContain(`[${JSON.stringify(inner)}]`);
  expect(text.endsWith(']}'.repeat(2))).toBe(true);
  expect(text).toHaveLength(50_000 * '[{"a\\"":]}'.length + JSON.stringify(inner).length);
});

it('is the same however wide the value is as well', () => {
  const wide = Array.from({ length: 300_000 }, (_, at) => at);
  expect(jsonOf(within(20_000, wide))).toContain(JSON.stringify(wide));
});
