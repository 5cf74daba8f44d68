import { expect, test } from 'vitest';
import { capabilitiesOf } from '../../src/session/capabilities.ts';

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
