import { expect, it } from 'vitest';
import { covers } from '../../src/session/credentials.ts';

it.each([
  ['https://a.example/mcp', 'https://a.example/mcp', true],
  ['https://a.example/mcp', 'https://a.example/mcp?x=1', true],
  ['https://a.example/mcp', 'https://a.example/mcp/sub', true],
  ['https://a.example', 'https://a.example/mcp', true],
  ['https://a.example/mcp/', 'https://a.example/mcp', true],
  ['https://a.example/mcp', 'https://a.example/mcp2', false],
  ['https://a.example/mcp', 'https://a.example/', false],
  ['https://a.example/mcp', 'http://a.example/mcp', false],
  ['https://a.example/mcp', 'https://a.example:8443/mcp', false],
  ['https://a.example/mcp', 'https://b.example/mcp', false],
  ['no url', 'https://a.example/mcp', false],
])('tokens for %s go to %s: %s', (resource, url, expected) => {
  expect(covers(resource, url)).toBe(expected);
});
