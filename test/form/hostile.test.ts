import { describe, expect, test } from 'vitest';
import { act } from '../../src/form/act.ts';
import { argumentsText, type Form, openForm } from '../../src/form/form.ts';
import { visibleFields } from '../../src/form/rows.ts';
import { constraintWords } from '../../src/form/sentence.ts';
import { portion } from '../support/portion.ts';
import { hasCorpus, samples } from './corpus.ts';
import { schema } from './sample.ts';

/** Numbers that look random and are the same in every run (a linear congruential generator). */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * sides);
  };
}

const junk: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  Number.MAX_VALUE,
  '',
  'x',
  '#',
  '#/',
  '#/properties',
  '#/properties/a',
  [],
  [null],
  {},
  { $ref: '#' },
  { type: 'x' },
  { enum: [] },
  { anyOf: [] },
  { anyOf: [{ $ref: '#' }, {}] },
  { not: {} },
  ['string', 'null'],
  [[]],
  { properties: { a: { $ref: '#' } }, required: ['a'] },
  { items: { $ref: '#' } },
  { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#' } }] },
  { additionalProperties: { $ref: '#' } },
  { const: null },
  '(',
  '[',
];

/** A copy of a JSON value in which some members are replaced, removed or moved. */
function spoil(value: unknown, roll: (sides: number) => number): unknown {
  if (roll(25) === 0) return junk[roll(junk.length)];
  if (Array.isArray(value)) return value.map((item) => spoil(item, roll));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, member]) => {
    const chance = roll(40);
    if (chance === 0) return [];
    return [[chance === 1 ? keywords[roll(keywords.length)] : key, spoil(member, roll)]];
  });
  return Object.fromEntries(entries);
}

const keywords = (
  'type const enum anyOf oneOf allOf not if then else properties patternProperties required items ' +
  'additionalProperties propertyNames prefixItems $ref default nullable minimum pattern dependentSchemas'
).split(' ');

/** Does to every row whatever can be done, and draws after each. */
function exercise(form: Form, roll: (sides: number) => number): void {
  let now = form;
  for (let i = 0; i < 12; i += 1) {
    const rows = visibleFields(now);
    const row = rows[roll(Math.max(1, rows.length))];
    if (row === undefined) return;
    constraintWords(row.edited.schema);
    const { path } = row;
    const variants = 'variants' in row.field ? row.field.variants.length : 1;
    const actions = [
      { do: 'text', path, text: '{"a": 1' },
      { do: 'text', path, text: '12' },
      { do: 'json', path, text: '[1, {"a": null}]' },
      { do: 'open', path, open: true },
      { do: 'pick', path, variant: roll(variants) },
      { do: 'add', path },
      { do: 'add', path, name: '__proto__' },
      { do: 'toggle', path, option: 0 },
      { do: 'choose', path, option: 0 },
      { do: 'empty', path },
      { do: 'remove', path },
      { do: 'null', path },
    ] as const;
    now = act(now, actions[roll(actions.length)] as (typeof actions)[number]);
    JSON.parse(argumentsText(now));
  }
  visibleFields(now);
}

describe('no schema makes a form throw', () => {
  test.each(junk.map((one) => [JSON.stringify(one), one]))('%s', (_, one) => {
    exercise(openForm(one), dice(1));
    exercise(openForm({ type: 'object', properties: { a: one, b: one }, required: ['a'] }), dice(2));
  });

  test('one with a parameter of every kind, spoilt three hundred times', () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const roll = dice(seed);
      const spoilt = spoil(schema, roll);
      expect(() => exercise(openForm(spoilt), roll), JSON.stringify(spoilt)).not.toThrow();
    }
  });

  test.skipIf(!hasCorpus)(
    'those of real servers, each spoilt',
    () => {
      portion(samples()).forEach(({ name, schema: real }, i) => {
        const roll = dice(i);
        const spoilt = spoil(real, roll);
        expect(
          () => exercise(openForm(spoilt), roll),
          `${name} ${JSON.stringify(spoilt).slice(0, 2000)}`,
        ).not.toThrow();
      });
    },
    120_000,
  );
});
