import { describe, expect, it } from 'vitest';
import { redirect } from '../../src/transport/redirect.ts';

/** Where a response to a POST leads. */
function led(status: number, from: string, location: string): string {
  const message = { statusCode: status, statusMessage: '', headers: { location } };
  const step = redirect(message as never, new URL(from), 'POST', 0, false);
  if (step === undefined) return 'nowhere';
  return 'refused' in step ? step.refused : step.to.href;
}

const LOGIN = / was not followed: it leads to a login page, .* — send a token or cookie with -H$/;

describe('a redirect', () => {
  it.each<[status: number, from: string, to: string, expected: string | RegExp]>([
    [307, 'http://h/mcp', '/mcp/', 'http://h/mcp/'],
    [308, 'http://h/mcp', 'http://h/v1', 'http://h/v1'],
    [302, 'http://h/mcp', '/login', 'http://h/login'],
    [200, 'http://h/mcp', '/mcp/', 'nowhere'],
    [303, 'http://h/mcp', '/done', / was not followed: it would turn a POST into a GET$/],
    [303, 'http://h/mcp', '/users/sign_in', LOGIN],
    [302, 'https://h/mcp', 'https://login.example.com/authorize?x=1', LOGIN],
    [302, 'https://h/mcp', 'https://team.cloudflareaccess.com/cdn-cgi/access/login/h', LOGIN],
    [302, 'https://h/mcp', 'https://other/sso', LOGIN],
    [301, 'http://h/mcp', 'https://h/mcp', / was not followed: the server wants TLS — use https:\/\/h\/mcp$/],
    [
      307,
      'https://h:8443/mcp',
      'http://h/mcp/',
      /it leads from https to http — use https:\/\/h:8443\/mcp\/$/,
    ],
    [
      301,
      'https://h/mcp',
      'https://www.h/mcp',
      /the server has moved to another origin — use that URL if you trust it$/,
    ],
    [
      302,
      'https://h/mcp',
      'https://other/',
      /leads to another origin, often a login page or a website — look at it in a browser$/,
    ],
    [302, 'https://h/mcp', 'http://[', /, which is not a URL$/],
  ])('%i from %s to %s', (status, from, to, expected) => {
    if (expected instanceof RegExp) expect(led(status, from, to)).toMatch(expected);
    else expect(led(status, from, to)).toBe(expected);
  });
});
