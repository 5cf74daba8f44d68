import { expect, it } from 'vitest';
import { wordLine } from '../../src/text/word-diff.ts';

const many = 'a b c d e f g h i j k l m n o p q r s t';

it('shows some places of two long texts', () => {
  const long = (word: string) =>
    Array.from({ length: 60 }, (_, at) => `${word}${at} - - - - - - - - - - -`).join(' ');
  const line = wordLine(long('a'), long('b'), 200);
  expect(line).toMatch(/^\[-a0-\] \{\+b0\+\} .* … and \d+ more changes$/);
  expect(line.length).toBeLessThan(400);
  expect(wordLine('', long('a'), 200).length).toBeLessThan(200);
});

it.each([
  ['the old words', 'the new words', 'the [-old-] {+new+} words'],
  ['the same\nwords', 'the  same words here', 'the same words {+here+}'],
  ['', 'all of it', '{+all of it+}'],
  [`x ${many} y`, `z ${many} w`, '[-x-] {+z+} a b c d e f … o p q r s t [-y-] {+w+}'],
  [`${many} y`, `${many} w`, '… o p q r s t [-y-] {+w+}'],
  [`x ${many}`, `z ${many}`, '[-x-] {+z+} a b c d e f …'],
])('%j, then %j', (before, after, said) => {
  expect(wordLine(before, after)).toBe(said);
});
