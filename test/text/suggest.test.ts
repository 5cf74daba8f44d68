import { expect, it } from 'vitest';
import { closest } from '../../src/text/suggest.ts';

const verbs = ['list', 'call', 'read', 'prompt', 'complete', 'ping', 'run', 'open'];

it.each<[string, string | undefined]>([
  ['list', 'list'],
  ['lsit', 'list'],
  ['lst', 'list'],
  ['LIST', 'list'],
  ['lists', 'list'],
  ['promt', 'prompt'],
  ['complte', 'complete'],
  ['completion', 'complete'],
  ['rnu', 'run'],
  ['node', undefined],
  ['x', undefined],
  ['', undefined],
  ['server.js', undefined],
])('for %j it suggests %j', (word, verb) => expect(closest(word, verbs)).toBe(verb));

it('takes the first of equals and the nearest of all', () => {
  expect(closest('get-sun', ['get-sum', 'get-son'])).toBe('get-sum');
  expect(closest('get-sum', ['get-sun', 'get-sum'])).toBe('get-sum');
});
