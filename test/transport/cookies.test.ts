import { describe, expect, it } from 'vitest';
import { createCookieJar } from '../../src/transport/cookies.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

/** What is sent to a URL after responses from others have set cookies. */
function sent(
  set: readonly (readonly [url: string, cookie: string])[],
  url: string,
  given: readonly (readonly [string, string])[] = [],
  later = 0,
): readonly (readonly [string, string])[] {
  let now = NOW;
  const jar = createCookieJar(() => now);
  for (const [from, cookie] of set) jar.keep(new URL(from), [['Set-Cookie', cookie]]);
  now += later;
  return jar.apply(new URL(url), given);
}

const HERE = 'https://host.test/mcp';
const one = (cookie: string, url = HERE, from = HERE) => sent([[from, cookie]], url)[0]?.[1];

describe('a cookie', () => {
  it.each<[cookie: string, sent: string | undefined]>([
    ['a=1', 'a=1'],
    ['a=1; Path=/; HttpOnly; SameSite=Lax', 'a=1'],
    ['  a = "x y" ; path=/', 'a="x y"'],
    ['a=b=c==; Path=/', 'a=b=c=='],
    ['a=', 'a='],
    ['a=1; Path=/mcp', 'a=1'],
    ['a=1; Path=/mc', undefined],
    ['a=1; Path=/mcp/deeper', undefined],
    ['a=1; Path=no-slash', 'a=1'],
    ['a=1; Domain=host.test', 'a=1'],
    ['a=1; Domain=.HOST.test', 'a=1'],
    ['a=1; Domain=test', 'a=1'],
    ['a=1; Domain=other.test', undefined],
    ['a=1; Domain=st.test', undefined],
    ['a=1; Max-Age=60', 'a=1'],
    ['a=1; Max-Age=0', undefined],
    ['a=1; Max-Age=-1', undefined],
    ['a=1; Max-Age=soon', 'a=1'],
    ['a=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT', 'a=1'],
    ['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT', undefined],
    ['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60', 'a=1'],
    ['a=1; Expires=some day', 'a=1'],
    ['a=1; Secure', 'a=1'],
    ['no cookie', undefined],
    ['=1', undefined],
    [`a=${'x'.repeat(5000)}`, undefined],
  ])('%s', (cookie, expected) => {
    expect(one(cookie)).toBe(expected);
  });

  it.each([
    ['a=1; Secure', 'http://host.test/mcp', undefined],
    ['a=1; Secure', 'http://localhost:3000/mcp', 'a=1'],
    ['a=1; Secure', 'http://127.0.0.1:3000/mcp', 'a=1'],
    ['a=1; Domain=0.0.1', 'http://127.0.0.1:3000/mcp', undefined],
  ])('%s at %s', (cookie, url, expected) => {
    expect(one(cookie, url, url)).toBe(expected);
  });

  it('goes to its own origin alone', () => {
    for (const other of ['https://host.test:8443/mcp', 'http://host.test/mcp', 'https://sub.host.test/mcp'])
      expect(one('a=1; Path=/; Domain=host.test', other)).toBeUndefined();
  });

  it('is for the folder of what set it, where it names no path', () => {
    expect(one('a=1', 'https://host.test/a/other', 'https://host.test/a/b')).toBe('a=1');
    expect(one('a=1', 'https://host.test/ab', 'https://host.test/a/b')).toBeUndefined();
  });

  it('is replaced by the next of its name and path, and taken back', () => {
    const set = (...cookies: string[]) =>
      sent(
        cookies.map((cookie) => [HERE, cookie] as const),
        HERE,
      );
    expect(set('a=1; Path=/', 'b=2', 'a=3; Path=/')).toEqual([['Cookie', 'a=3; b=2']]);
    expect(set('a=1; Path=/', 'a=2; Path=/mcp')).toEqual([['Cookie', 'a=2; a=1']]);
    expect(set('a=1; Path=/', 'a=; Path=/; Max-Age=0')).toEqual([]);
  });

  it('ends with its time', () => {
    expect(sent([[HERE, 'a=1; Max-Age=60']], HERE, [], 59_000)).toHaveLength(1);
    expect(sent([[HERE, 'a=1; Max-Age=60']], HERE, [], 61_000)).toEqual([]);
  });
});

describe('the cookies of the user', () => {
  it('stay, and win by name', () => {
    const set = [
      [HERE, 'a=server'],
      [HERE, 'b=server'],
    ] as const;
    expect(
      sent(set, HERE, [
        ['X', '1'],
        ['cookie', 'a=mine; c=mine;'],
      ]),
    ).toEqual([
      ['X', '1'],
      ['cookie', 'a=mine; c=mine; b=server'],
    ]);
  });
});

it('bears a flood of cookies', () => {
  const flood = Array.from({ length: 1000 }, (_, at) => [HERE, `c${at}=1`] as const);
  expect(sent(flood, HERE)[0]?.[1].split('; ')).toHaveLength(50);
});
