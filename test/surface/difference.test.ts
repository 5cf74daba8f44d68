import { describe, expect, it } from 'vitest';
import { wholeDifference } from '../../src/clients/difference.ts';
import { listDifference, surfaceDifference } from '../../src/surface/difference.ts';
import { listItem, toolItem } from '../support/items.ts';
import { faultsOf, pairs } from '../support/pairs.ts';

describe('surfaceDifference', () => {
  it.each(pairs.map((pair) => [pair.id, pair] as const))('%s', (_, pair) => {
    expect(faultsOf(pair, wholeDifference(pair.before, pair.after))).toEqual([]);
  });

  it('finds nothing between a surface and itself', () => {
    for (const { before, after } of pairs) {
      expect(surfaceDifference(before, before)).toEqual([]);
      expect(surfaceDifference(after, structuredClone(after))).toEqual([]);
    }
  });

  it('tells a schema that refers to itself from another one, and comes to an end', () => {
    const tree = (of: object) => ({
      $defs: { node: { type: 'object', properties: { value: of, next: { $ref: '#/$defs/node' } } } },
      $ref: '#/$defs/node',
    });
    const change = (before: object, after: object) =>
      listDifference(
        'tools',
        [toolItem({ name: 'a', inputSchema: tree(before) })],
        [toolItem({ name: 'a', inputSchema: tree(after) })],
      );
    expect(change({ type: 'string' }, { type: 'string', minLength: 0 })).toEqual([]);
    expect(change({ type: 'string' }, { type: 'number' })).toMatchObject([
      { group: 'breaking', at: { name: 'value', keyword: 'type' } },
    ]);
  });

  it.each(['constructor', '__proto__', 'toString', 'properties', 'a/b~c'])(
    'takes a parameter called %s',
    (name) => {
      const schema = (type: string) =>
        JSON.parse(`{"properties":{${JSON.stringify(name)}:{"type":"${type}"}}}`);
      const found = listDifference(
        'tools',
        [toolItem({ name: 'a', inputSchema: schema('string') })],
        [toolItem({ name: 'a', inputSchema: schema('number') })],
      );
      const path = `/inputSchema/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}/type`;
      expect(found).toMatchObject([
        { path, group: 'breaking', before: 'string', after: 'number', at: { name } },
      ]);
    },
  );

  it.each([
    [
      'prompts',
      { name: 'p', arguments: [{ name: 'a', required: true }] },
      { name: 'p', arguments: [{ name: 'a' }] },
    ],
    ['resources', { uri: 'a:b', name: 'a' }, { uri: 'a:b', name: 'a', mimeType: 'text/plain' }],
    ['resources', { uri: 'a:b', name: 'a', icons: [] }, { uri: 'a:b', name: 'a' }],
  ] as const)('%s: what is taken or told in addition is safe', (list, before, after) => {
    const found = listDifference(list, [listItem(list, before)], [listItem(list, after)]);
    expect(found.map(({ group }) => group)).toEqual(['safe']);
  });

  it('holds the variants of a large union each against its own, and enums up to a size against each other', () => {
    const variants = Array.from({ length: 300 }, (_, nth) => ({
      properties: { kind: { const: `k${nth}` }, n: { type: 'number' } },
      required: ['kind'],
    }));
    const choices = Array.from({ length: 3_000 }, (_, nth) => `choice ${nth}`);
    const tool = (more: object, last: string) => {
      const properties = { u: { anyOf: variants }, e: { enum: [...choices, last] }, ...more };
      return toolItem({ name: 'a', inputSchema: { properties } });
    };
    expect(listDifference('tools', [tool({}, 'x')], [tool({ more: {} }, 'y')])).toMatchObject([
      { group: 'safe', path: '/inputSchema/properties/more' },
      { group: 'review', path: '/inputSchema/properties/e/enum', isUnclear: true },
    ]);
  });

  it.each([
    ['no object any more', { name: 'a' }, 7],
    ['no object before', 7, { name: 'a' }],
  ])('takes an item that is %s', (_, before, after) => {
    const found = listDifference('tools', [listItem('tools', before)], [listItem('tools', after)]);
    expect(found.map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });
});

it.each([
  ['a zero width space', 'Adds\u200b it up', 'error'],
  ['nothing hidden', 'Adds it up 👩\u200d👩\u200d👧 at once\n\tand tells', undefined],
])('of a tool that is new with %s in its description', (_, description, level) => {
  const [added] = listDifference('tools', [], [toolItem({ name: 'a', description })]);
  expect([added?.kind, added?.group, added?.level]).toEqual(['added', 'safe', level]);
});
