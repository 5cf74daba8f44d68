import { describe, expect, test } from 'vitest';
import { act } from '../../src/form/act.ts';
import { argumentsText, openForm } from '../../src/form/form.ts';
import { go, said, schema } from './sample.ts';

describe('opening', () => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['true', true],
    ['an empty object', {}],
    ['a text', 'x'],
    ['a type only', { type: 'object' }],
    ['another type', { type: 'array' }],
  ])('%s for a schema sends an empty object', (_, none) => {
    expect(argumentsText(openForm(none))).toBe('{}');
  });

  test('required constants are there and are no problem', () => {
    const form = openForm({ properties: { v: { enum: [2] }, w: { const: 'x' } }, required: ['v'] });
    expect([argumentsText(form), said(form)]).toEqual(['{"v":2}', []]);
  });

  test('a constant alone brings no group', () => {
    const group = {
      type: 'object',
      properties: { kind: { const: 'x' }, a: { type: 'string' } },
      required: ['kind'],
    };
    const form = openForm({ properties: { group } });
    const typed = act(form, go('text', ['group', 'a'], 'y'));
    const cleared = act(typed, go('text', ['group', 'a'], ''));
    expect([form, typed, cleared].map(argumentsText)).toEqual(['{}', '{"group":{"kind":"x","a":"y"}}', '{}']);
  });

  test('defaults are filled in only where a form asks for it, and can be removed', () => {
    const of = {
      properties: { a: { default: 5 }, b: { type: 'boolean', default: true }, c: { type: 'string' } },
    };
    const form = openForm(of, { defaults: true });
    expect(argumentsText(openForm(of))).toBe('{}');
    expect(argumentsText(form)).toBe('{"a":5,"b":true}');
    expect(argumentsText(act(form, go('unset', ['a'])))).toBe('{"b":true}');
  });

  test('remembered arguments come back exactly; what is no JSON does not', () => {
    expect(argumentsText(openForm(schema, { initial: '{"count": 1.0, "own": [1]}' }))).toBe(
      '{"count":1.0,"own":[1]}',
    );
    expect(argumentsText(openForm(schema, { initial: '{"count": ' }))).toBe('{}');
  });

  test('an action that changes nothing gives the same form', () => {
    const form = openForm(schema);
    expect(act(form, go('move', ['tags', 0], 1))).toBe(form);
  });
});
