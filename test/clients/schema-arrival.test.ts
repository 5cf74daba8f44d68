import { describe, expect, it } from 'vitest';
import type { Client, SchemaHandling } from '../../src/clients/client.ts';
import { arrivingSchema } from '../../src/clients/schema-arrival.ts';

/** A client that does this to schemas. */
const doing = (schemas: Omit<SchemaHandling, 'source' | 'seen' | 'sure'>): Client => ({
  id: 'kimi',
  name: 'one',
  kind: 'client',
  schemas: { ...schemas, source: 'a/b#1', seen: '2026-11-29', sure: 'source' },
  rules: [],
});

describe('arrivingSchema', () => {
  it.each<[string, unknown, unknown]>([
    ['a keyword', { title: 'A', type: 'string' }, { type: 'string' }],
    ['one further within', { items: { title: 'A' } }, { items: {} }],
    ['one in a list', { anyOf: [{ title: 'A' }, {}] }, { anyOf: [{}, {}] }],
    ['one in $defs', { $defs: { title: { title: 'A' } } }, { $defs: { title: {} } }],
    [
      'a keyword of a parameter called like it',
      { properties: { title: { title: 'A' } } },
      { properties: { title: {} } },
    ],
    [
      'nothing of a value',
      { default: { title: 'A' }, enum: [{ title: 'A' }] },
      { default: { title: 'A' }, enum: [{ title: 'A' }] },
    ],
    ['nothing of another value', 'title', 'title'],
  ])('leaves out %s', (_, schema, arriving) => {
    expect(arrivingSchema(doing({ drops: ['title'] }), schema)).toEqual(arriving);
  });

  it('is the very same object where nothing is changed', () => {
    const schema = { type: 'object', properties: { title: { items: [{ const: 1 }] } } };
    expect(arrivingSchema(doing({ drops: ['title'] }), schema)).toBe(schema);
    expect(arrivingSchema(doing({ adds: { type: 'array' } }), schema)).toBe(schema);
    expect(arrivingSchema({ ...doing({}), rules: [] }, schema)).toBe(schema);
  });

  it('adds what is missing at the root alone', () => {
    const adds = { type: 'object', properties: {} };
    expect(arrivingSchema(doing({ adds }), { type: null, items: {} })).toEqual({
      type: null,
      items: {},
      properties: {},
    });
    expect(arrivingSchema(doing({ adds }), undefined)).toBeUndefined();
  });

  it('comes to an end in a very deep schema', () => {
    let deep: object = { title: 'A' };
    for (let level = 0; level < 20_000; level += 1) deep = { items: deep };
    expect(arrivingSchema(doing({ drops: ['title'] }), deep)).toBe(deep);
  });
});
