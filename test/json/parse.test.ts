import { expect, it } from 'vitest';
import { depthOf } from '../../src/json/parse.ts';

it.each([
  ['1', 0],
  ['{}', 1],
  ['{"a":[1,{"b":[]}],"c":[[[]]]}', 4],
  ['{"a":"[[[{{{"}', 1],
  [String.raw`{"a\"[[":"\\","b":["\\\"]]","x"]}`, 2],
  ['["', 1],
  ['["\\"', 1],
])('%s is %d deep', (text, depth) => expect(depthOf(text)).toBe(depth));
