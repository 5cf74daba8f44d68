import { describe, expect, it } from 'vitest';
import { type Motion, target } from '../../src/text/motion.ts';

/** `|` marks the cursor before, `^` after; where they are one it is `|`. */
const cases: readonly [Motion, string][] = [
  ['left', 'a^b|c'],
  ['left', '|abc'],
  ['left', '^👩‍👩‍👧‍👦|x'],
  ['left', 'x^e\u0301|'],
  ['left', '日^本|'],
  ['left', 'a^\n|b'],
  ['left', '🇯🇵^🇫🇷|'],
  ['right', 'a|b^c'],
  ['right', 'abc|'],
  ['right', '|👩‍👩‍👧‍👦^x'],
  ['right', '|e\u0301^x'],
  ['right', 'a|\n^b'],
  ['word left', 'one ^two|'],
  ['word left', 'one ^two  |'],
  ['word left', '^one|'],
  ['word left', '|'],
  ['word left', '^  |'],
  ['word left', 'a.^b/|c'],
  ['word left', 'one ^größe_1|'],
  ['word left', '^𝒜𝒷 👍|'],
  ['word right', 'one| two^ three'],
  ['word right', '|one^ two'],
  ['word right', 'one|'],
  ['word right', 'a|/b^'],
  ['word right', '|日本^ x'],
  ['blank left', 'see ^https://a.b/c|'],
  ['blank left', 'see ^x  |'],
  ['blank left', '^x|'],
  ['line start', 'one\n^tw|o'],
  ['line start', 'one\n|two'],
  ['line start', '^one|\ntwo'],
  ['line end', 'o|ne^\ntwo'],
  ['line end', 'one|\ntwo'],
  ['line end', 'one\nt|wo^'],
  ['start', '^one\ntw|o'],
  ['end', 'o|ne\ntwo^'],
];

describe('a motion', () => {
  it.each(cases)('%s: %j', (motion, drawing) => {
    const text = drawing.replace(/[|^]/g, '');
    const from = drawing.replace('^', '').indexOf('|');
    const to = drawing.includes('^') ? drawing.replace('|', '').indexOf('^') : from;
    expect(target(text, from, motion)).toBe(to);
  });
});
