import { expect, it } from 'vitest';
import { textSection } from '../../../../src/tui/kit/sheet/sections.ts';

const joined = (lines: readonly string[]) => lines.join('');

it.each([
  ['words', 'lorem ipsum dolor '.repeat(1_000_000)],
  ['one word', 'x'.repeat(20_000_000)],
])('lays a line of many megabytes of %s out in pieces, in time proportional to it, and whole', (_, text) => {
  const section = textSection('a', [text]);
  expect(joined(section.lines)).toBe(text);
  expect(section.lines.every((piece) => piece.length <= 4_096)).toBe(true);
});
