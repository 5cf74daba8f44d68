import { expect, it } from 'vitest';
import { countErrors } from '../../src/form/check.ts';
import { compileSchema } from '../../src/form/compile.ts';
import { isObject } from '../../src/json/shape.ts';
import type { InnerChange } from '../../src/surface/change.ts';
import { schemaDifference } from '../../src/surface/schema-difference.ts';

/** Numbers from 0 to 1 that are the same each time. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const NAMES = ['a', 'b', 'c'];
const LEAVES: readonly unknown[] = [
  { type: 'string' },
  { type: 'string', minLength: 2 },
  { type: ['string', 'null'] },
  { type: 'integer', minimum: 0 },
  { type: 'integer', multipleOf: 2 },
  { type: 'number', maximum: 5 },
  { type: 'number', exclusiveMinimum: 0 },
  { type: 'boolean' },
  { type: 'null' },
  { enum: ['x', 'y'] },
  { enum: [1, 2, 'x'] },
  { const: 'x' },
  true,
];
const VALUES: readonly unknown[] = ['', 'x', 'y', 'xyzzy', 0, 1, 2, -1, 6, 1.5, true, false, null];

/** Makes schemas, others that differ from them in one place, and values. */
function createMaker(roll: () => number) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(roll() * from.length)] as T;
  const some = (chance: number) => NAMES.filter(() => roll() < chance);
  const members = (inner: () => unknown) => Object.fromEntries(some(0.6).map((name) => [name, inner()]));

  function schema(levels: number): unknown {
    if (levels === 0) return pick(LEAVES);
    const inner = () => schema(levels - 1);
    switch (pick(['object', 'object', 'array', 'anyOf', 'oneOf', 'allOf', 'not', 'if'])) {
      case 'object': {
        const closed = pick([
          {},
          {},
          { additionalProperties: false },
          { additionalProperties: { type: 'string' } },
        ]);
        return { type: 'object', properties: members(inner), required: some(0.3), ...closed };
      }
      case 'array':
        return {
          type: 'array',
          items: inner(),
          ...pick([{}, { minItems: 1 }, { maxItems: 2 }, { prefixItems: [true] }]),
        };
      case 'anyOf':
        return { anyOf: [inner(), inner()] };
      case 'oneOf':
        return { oneOf: [inner(), inner(), inner()] };
      case 'allOf':
        return { allOf: [inner(), inner()] };
      case 'not':
        return { not: inner() };
      case 'if':
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
        return { if: { properties: { a: { const: 'x' } } }, then: { required: ['b'] } };
    }
    return {};
  }

  /** The schema with one part of it exchanged, or with a keyword more. */
  function changed(from: unknown): unknown {
    if (!isObject(from) || roll() < 0.25) return schema(1);
    const parts = ['items', 'additionalProperties', 'not'].filter((key) => isObject(from[key]));
    const lists = ['anyOf', 'oneOf', 'allOf'].filter((key) => key in from);
    const [part, list] = [parts[0], lists[0]];
    if (part !== undefined && roll() < 0.6) return { ...from, [part]: changed(from[part]) };
    if (list !== undefined && roll() < 0.8) {
      const variants = from[list] as readonly unknown[];
      const at = Math.floor(roll() * variants.length);
      return {
        ...from,
        [pick([list, list, 'anyOf'])]: variants.map((one, nth) => (nth === at ? changed(one) : one)),
      };
    }
    if (isObject(from['properties']) && roll() < 0.6) {
      const properties = Object.entries(from['properties']);
      const at = Math.floor(roll() * properties.length);
      const others = properties.map(([name, one], nth) => [name, nth === at ? changed(one) : one]);
      return { ...from, properties: Object.fromEntries(others) };
    }
    const more = [
      { required: some(0.5) },
      { minimum: 1 },
      { minLength: 1 },
      { enum: ['x', 1] },
      { uniqueItems: true },
    ];
    return {
      ...from,
      ...pick([...more, { additionalProperties: false }, { type: 'object' }, { maxItems: 1 }]),
    };
  }

  // A caller sends only names that it knows: all of them are declared somewhere.
  function value(levels: number): unknown {
    if (levels === 0 || roll() < 0.4) return pick(VALUES);
    if (roll() < 0.3) return Array.from({ length: Math.floor(roll() * 3) }, () => value(levels - 1));
    return members(() => value(levels - 1));
  }

  return { schema: () => schema(2), changed, value: () => value(3) };
}

/** Whether new names are among the changes: what they took before, when nobody declared them, is not held against them. */
const declares = (changes: readonly InnerChange[]) =>
  changes.some(({ kind, at }) => kind === 'added' && at?.keyword === '');
const isHarmless = (changes: readonly InnerChange[]) => changes.every(({ group }) => group === 'safe');

const PAIRS = process.env['THOROUGH'] === '1' ? 5_000 : 300;

it.each([
  ['inputSchema', 'is still taken'],
  ['outputSchema', 'was taken before'],
] as const)('what is called safe in an %s is so: every value that is tried %s', (of, _) => {
  const maker = createMaker(dice(of.length));
  let tried = 0;
  for (let nth = 0; nth < PAIRS; nth += 1) {
    const before = maker.schema();
    const after = maker.changed(before);
    const changes = schemaDifference(of, before, after);
    if (!isHarmless(changes) || declares(changes)) continue;
    const [old, now] = [compileSchema(before), compileSchema(after)];
    const [one, other] = of === 'inputSchema' ? [old, now] : [now, old];
    for (let at = 0; at < 40; at += 1) {
      const value = maker.value();
      if (countErrors(one, one.root, value) > 0) continue;
      tried += 1;
      const errors = countErrors(other, other.root, value);
      expect(errors, JSON.stringify({ before, after, value, changes })).toBe(0);
    }
  }
  expect(tried).toBeGreaterThan(1_000);
});
