import { describe, expect, test } from 'vitest';
import { compileSchema } from '../../src/form/compile.ts';
import { completeJson, memberAt, missingIn } from '../../src/form/json-cursor.ts';

const circle = {
  type: 'object',
  properties: {
    kind: { const: 'circle' },
    radius: { type: 'number', description: 'From the middle.' },
    unit: { enum: ['deg', 'arcmin'] },
  },
  required: ['kind', 'radius'],
};
const box = {
  type: 'object',
  properties: {
    kind: { const: 'box' },
    width: { type: 'number', description: 'From side to side.' },
    unit: { enum: ['px', 'mm'] },
  },
  required: ['kind', 'width'],
};

const document = compileSchema({
  type: 'object',
  properties: {
    region: { oneOf: [{ $ref: '#/$defs/circle' }, { $ref: '#/$defs/box' }], description: 'Where to look.' },
    regions: { type: 'array', items: { $ref: '#/$defs/region' } },
    target: {
      anyOf: [
        { type: 'object', properties: { star: { type: 'string' } }, required: ['star'] },
        { type: 'object', properties: { ra: { type: 'number' }, dec: { type: 'number' } }, required: ['ra'] },
      ],
    },
    band: { anyOf: [{ enum: ['red', 'blue'] }, { type: 'boolean' }, { type: 'null' }] },
    named: { type: 'object', additionalProperties: { $ref: '#/$defs/region' } },
    lamps: {
      type: 'object',
      patternProperties: { '^l': { enum: ['on', 'off'], description: 'What the lamp does.' } },
      additionalProperties: false,
    },
    nights: {
      type: 'object',
      propertyNames: { enum: ['monday', 'friday'] },
      additionalProperties: { type: 'boolean' },
    },
    tree: { $ref: '#/$defs/tree' },
  },
  $defs: {
    circle,
    box,
    region: { oneOf: [{ $ref: '#/$defs/circle' }, { $ref: '#/$defs/box' }] },
    tree: {
      anyOf: [
        { type: 'object', properties: { left: { $ref: '#/$defs/tree' } }, required: ['left'] },
        { type: 'object', properties: { leaf: { enum: ['oak', 'ash'] } }, required: ['leaf'] },
      ],
    },
  },
});

/** A text with its cursor as `|`. */
const spot = (marked: string) => ({ text: marked.replace('|', ''), cursor: marked.indexOf('|') });

function completed(marked: string): string | undefined {
  const found = completeJson(document, spot(marked), new Date(0));
  return (
    found && `${found.text.slice(0, found.cursor)}|${found.text.slice(found.cursor)}`.replace(/\s+/g, ' ')
  );
}

describe('in a union', () => {
  test.each([
    ['what tells the variants apart comes first', '{ "region": {|} }', '{ "region": { "kind": "circle"| } }'],
    [
      'its other value is offered, too',
      '{ "region": { "kind": "circle|" } }',
      '{ "region": { "kind": "box"| } }',
    ],
    ['a value that is begun', '{ "region": { "kind": "b|" } }', '{ "region": { "kind": "box"| } }'],
    [
      'names are those of the variant',
      '{ "region": { "kind": "box",| } }',
      '{ "region": { "kind": "box", "width": 0| } }',
    ],
    [
      'so is what the variant is told by where it stands behind the cursor',
      '{ "region": { "u|", "kind": "box" } }',
      '{ "region": { "unit": "px"|, "kind": "box" } }',
    ],
    ['a name of any variant while none is decided', '{ "region": { wi| } }', '{ "region": { "width": 0| } }'],
    ['values are those of the variant', '{ "region": { "kind": "box", "unit": "m|" } }', '"mm"|'],
    ['values of any variant while none is decided', '{ "region": { "unit": "m|" } }', '"mm"|'],
    ['a value that only another variant takes', '{ "region": { "kind": "box", "unit": "d|" } }', undefined],
    ['a name that only another variant has', '{ "region": { "kind": "box", "ra|" } }', undefined],
    [
      'a variant is known by its names',
      '{ "target": { "ra": 1,| } }',
      '{ "target": { "ra": 1, "dec": 0| } }',
    ],
    [
      'of the first variant, when nothing tells them apart',
      '{ "target": {|} }',
      '{ "target": { "star": "|" } }',
    ],
    ['values of all kinds', '{ "band": "b|" }', '{ "band": "blue"| }'],
    ['values of another kind', '{ "band": t| }', '{ "band": true| }'],
    ['the value after the last of a kind', '{ "band": "blue"| }', '{ "band": true| }'],
    ['a value where none stands', '{ "region": | }', '{ "region": {|} }'],
    ['in a list', '{ "regions": [{ "kind": "box" }, { "kind": "circle", r|}] }', '"radius": 0|'],
    [
      'of itself',
      '{ "tree": { "left": { "left": { "leaf": "a|" } } } }',
      '{ "tree": { "left": { "left": { "leaf": "ash"| } } } }',
    ],
  ])('%s', (_, marked, expected) => {
    if (expected === undefined) expect(completed(marked)).toBeUndefined();
    else expect(completed(marked)).toContain(expected);
  });
});

describe('in a map', () => {
  test.each([
    ['a value takes the schema of all', '{ "named": { "m31": | } }', '{ "named": { "m31": {|} } }'],
    ['and its names', '{ "named": { "m31": { "kind": "box", w| } } }', '"width": 0|'],
    ['a value takes the schema of its pattern', '{ "lamps": { "left": "of|" } }', '"off"|'],
    ['names that are prescribed', '{ "nights": { "f| } }', '{ "nights": { "friday": false| } }'],
    ['the next of them', '{ "nights": {|} }', '{ "nights": { "monday": false| } }'],
    ['a name that is free', '{ "named": { "m| } }', undefined],
    ['a value that no pattern has', '{ "lamps": { "right": | } }', undefined],
  ])('%s', (_, marked, expected) => {
    if (expected === undefined) expect(completed(marked)).toBeUndefined();
    else expect(completed(marked)).toContain(expected);
  });
});

describe('the member at the cursor', () => {
  test.each([
    ['{ "region": {|} }', 'region', 'Where to look.', false],
    ['{ "region": { "kind": "box", "width": | } }', 'region.width', 'From side to side.', true],
    ['{ "region": { "width": | } }', 'region.width', 'From side to side.', true],
    ['{ "named": { "m31": { "radius": 1| } } }', 'named.m31.radius', 'From the middle.', true],
    ['{ "lamps": { "left": "on|" } }', 'lamps.left', 'What the lamp does.', false],
    ['{ "regions": [{ "radius": 1| }] }', 'regions[0].radius', 'From the middle.', true],
  ])('%s', (marked, name, description, required) => {
    const member = memberAt(document, spot(marked));
    expect(member).toMatchObject({ name, required });
    expect(member?.field.schema.description).toBe(description);
  });

  test.each([
    '{ "region": { "kind": "box", "radius": 1| } }',
    '{ "lamps": { "right": 1| } }',
    '{ "region": 1, "own": { "kind": | } }',
  ])('is nothing that the schema knows: %s', (marked) => {
    expect(memberAt(document, spot(marked))).toBeUndefined();
  });
});

test('a whole that is a union lacks the names of its variant', () => {
  const whole = compileSchema({ type: 'object', oneOf: [circle, box] });
  const names = (text: string) => missingIn(whole, text).map(({ name }) => name);
  expect(names('{}')).toEqual(['kind', 'unit', 'radius', 'width']);
  expect(names('{ "kind": "box" }')).toEqual(['width', 'unit']);
  expect(names('{ "radius": 1 }')).toEqual(['kind', 'unit']);
});

test('a text that is nested deeper than any form says nothing', () => {
  const text = '{ "tree": '.concat('{ "left": '.repeat(50_000));
  expect(memberAt(document, { text, cursor: text.length })).toBeUndefined();
  expect(completeJson(document, { text, cursor: text.length }, new Date(0))).toBeUndefined();
});
