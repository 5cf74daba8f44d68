import { expect, it } from 'vitest';
import { wordsOf } from '../../src/text/name-words.ts';

it.each<[string, readonly string[]]>([
  ['list_orders', ['list', 'orders']],
  ['listOrders', ['list', 'orders']],
  ['HTTPServer', ['http', 'server']],
  ['AWS_ACCESS_KEY_ID', ['aws', 'access', 'key', 'id']],
  ['token2', ['token', '2']],
  ['v2', ['v2']],
  ['größe.in-cm', ['größe', 'in', 'cm']],
  ['__', []],
])('%s', (name, words) => {
  expect(wordsOf(name)).toEqual(words);
});
