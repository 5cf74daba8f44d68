import { expect, it } from 'vitest';
import { listDifference } from '../../src/surface/difference.ts';
import { LONG, listWords } from '../../src/surface/words.ts';
import { toolItem as item } from '../support/items.ts';

const changes = (before: readonly string[], after: readonly string[]) =>
  listDifference(
    'tools',
    before.map((name) => item({ name })),
    after.map((name) => item({ name })),
  );

it('names what came, what went and what changed', () => {
  const found = listDifference(
    'tools',
    [item({ name: 'a' }), item({ name: 'b' })],
    [item({ name: 'b', description: 'new' }), item({ name: 'c' })],
  );
  expect(listWords(found)).toBe('1 added (c), 1 removed (a), 1 changed (b: description added)');
});

it('counts names that are too many to tell', () => {
  const nine = Array.from({ length: 9 }, (_, nth) => `t${nth}`);
  expect(listWords(changes([], nine))).toBe('9 added (t0, t1, t2, t3, t4, and 4 more)');
  expect(listWords(changes([], nine), LONG)).toBe('9 added (t0, t1, t2, t3, t4, t5, t6, t7, t8)');
});
