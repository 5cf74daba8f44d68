import { expect, it } from 'vitest';
import { createLines } from '../../src/tap/lines.ts';

it.each([
  ['lines in one piece', ['a\nb\r\n\n'], ['a', 'b\r', ''], ''],
  ['a line in many pieces', ['a', 'b', '', 'c\nd'], ['abc'], 'd'],
  ['a character in two pieces', [Buffer.from([0xc3]), Buffer.from([0xa4, 0x0a])], ['ä'], ''],
  ['nothing', [], [], ''],
] as const)('cuts %s', (_, chunks, expected, rest) => {
  const got: string[] = [];
  const lines = createLines((line) => got.push(String(line)));
  for (const chunk of chunks) lines.push(Buffer.from(chunk));
  expect(got).toEqual(expected);
  expect(String(lines.rest())).toBe(rest);
  expect(lines.rest()).toHaveLength(0);
});
