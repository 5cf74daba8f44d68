import { expect, it } from 'vitest';
import { strictText } from '../../src/json/strict.ts';

it.each([
  ['[1, 2,]', '[1, 2 ]'],
  ['[1,\n]', '[1 \n]'],
  ['[1, // one,\n 2, /* , */ ]', '[1,        \n 2          ]'],
  ['{"a": ["//", "/* \\" */", "x,]",],}', '{"a": ["//", "/* \\" */", "x,]" ] }'],
  ['// é\r\n[]/* two\nlines */', '    \r\n[]      \n        '],
  ['[1,,]', '[1, ]'],
  ['[] /* open', '[]        '],
  ['["open, // ]', '["open, // ]'],
])('%j as strict JSON', (text, strict) => {
  expect(strictText(text)).toBe(strict);
  expect(strict).toHaveLength(text.length);
});
