import { expect, test } from 'vitest';
import { capabilitiesOf } from '../../src/spec/capabilities.ts';
import { clientCapabilities, serverCapabilities } from '../../src/spec/shapes/capabilities.ts';

/** In one line: `+` announced, `-` not, `?` unknown to the specification. */
const drawn = (...given: Parameters<typeof capabilitiesOf>): string =>
  capabilitiesOf(...given)
    .map(({ name, announced, known }) => `${known ? (announced ? '+' : '-') : '?'}${name}`)
    .join(' ');

test.each<[Parameters<typeof capabilitiesOf>, string]>([
  [['server', { tools: {} }, 'legacy'], '+tools -resources -prompts -completions -logging -tasks'],
  [['client', {}, undefined], '-roots -sampling -elicitation -tasks'],
  // Since 2026-07-28 tasks are an extension.
  [['client', { extensions: {} }, 'modern'], '-roots -sampling -elicitation +extensions'],
  [
    ['server', { tools: {}, tasks: {}, vendorX: 1, experimental: {} }, 'modern'],
    '+tools -resources -prompts -completions -logging ?tasks ?vendorX +experimental',
  ],
])('%j', (given, expected) => {
  expect(drawn(...given)).toBe(expected);
});

test.each([
  ['client', clientCapabilities],
  ['server', serverCapabilities],
] as const)('says of every capability of the %s what it is for', (side, { members }) => {
  const announced = Object.fromEntries(Object.keys(members).map((name) => [name, {}]));
  expect(capabilitiesOf(side, announced, 'legacy').filter(({ known }) => !known)).toEqual([]);
});

test('says of extensions what they are about, and with which settings', () => {
  const extensions = {
    'io.modelcontextprotocol/skills': {},
    'io.modelcontextprotocol/ui': { mimeTypes: ['text/html'] },
    'com.example/own': {},
  };
  const last = capabilitiesOf('server', { extensions }, 'modern').at(-1);
  expect(last?.lets).toBe('skills · views (MCP Apps) {"mimeTypes":["text/html"]} · com.example/own');
});
