import { expect, test } from 'vitest';
import { urlOf } from '../../src/text/url.ts';

test.each([
  ['https://example.com/a?b#c', undefined, 'https://example.com/a?b#c'],
  ['https://exämple.com/ä', undefined, 'https://xn--exmple-cua.com/%C3%A4'],
  ['/a', 'https://example.com/b', 'https://example.com/a'],
  ['/a', undefined, undefined],
  ['', undefined, undefined],
  ['http://[', undefined, undefined],
  ['a', '', undefined],
])('the URL that %j is beside %j', (text, base, href) => {
  expect(urlOf(text, base)?.href).toBe(href);
});

test('a text with an umlaut is a URL however often it is asked', () => {
  const denied = Array.from({ length: 50_000 }, () => urlOf('https://exämple.com/')).filter((url) => !url);
  expect(denied).toEqual([]);
});
