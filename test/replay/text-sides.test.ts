import { expect, it } from 'vitest';
import { textSides } from '../../src/replay/text-sides.ts';

const long = (middle: string): string => `${'a'.repeat(100)}${middle}${'b'.repeat(103 - middle.length)}`;
const text = (middle: string): string => `${'word '.repeat(30)}${middle}${' word'.repeat(30)}`;

type Row = readonly [was: string, is: string, wanted?: string, got?: string];

it.each<Row>([
  ['one', 'two'],
  ['one word', 'two words'],
  ['a b', 'a  b', '"a b"', String.raw`"a \u0020b"`],
  ['a\nb', 'a\r\nb', String.raw`"a\nb"`, String.raw`"a\u000d\nb"`],
  ['a\u2028b', 'a\u2029b', String.raw`"a\u2028b"`, String.raw`"a\u2029b"`],
  ['caf\u00e9', 'cafe\u0301', String.raw`"caf\u00e9"`, String.raw`"cafe\u0301"`],
  ['pay', 'p\u0430y', '"pay"', String.raw`"p\u0430y"`],
  ['a', 'a\u200b', '"a"', String.raw`"a\u200b"`],
  [
    text('x y'),
    text('x  y'),
    '"…ord word word x y word word word…"',
    String.raw`"…ord word word x \u0020y word word word…"`,
  ],
  [
    long('x'),
    long('yz'),
    `"…${'a'.repeat(16)}x${'b'.repeat(17)}…" (203 characters, other from character 101 on)`,
    `"…${'a'.repeat(16)}yz${'b'.repeat(16)}…" (203 characters, other from character 101 on)`,
  ],
  [
    'A'.repeat(400),
    `${'A'.repeat(399)}B`,
    `"…${'A'.repeat(16)}A" (300 bytes of Base64, other from character 400 on)`,
    `"…${'A'.repeat(16)}B" (300 bytes of Base64, other from character 400 on)`,
  ],
])('%j and %j', (was = '', is = '', wanted, got) => {
  expect(textSides(was, is)).toEqual(wanted === undefined ? undefined : { wanted, got });
});
