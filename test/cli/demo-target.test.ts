import { expect, it } from 'vitest';
import { isDemo } from '../../src/cli/demo-target.ts';

it.each([
  ['demo', true],
  ['demo --fault bad-output', true],
  ['mcp-loupe demo', true],
  ['mcp-loupe demo --http 3000', true],
  ['npx mcp-loupe demo', true],
  ['npx -y mcp-loupe demo --fault bad-output', true],
  ['npx --yes mcp-loupe@1.0.0 demo', true],
  ['npx -y mcp-loupe mock demo', false],
  ['npx -y other demo', false],
  ['node demo', false],
  ['', false],
])('%s is the demonstration: %s', (words, is) => {
  expect(isDemo(words.split(' '), { env: {} })).toBe(is);
});
