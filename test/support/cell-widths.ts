import type { IUnicodeVersionProvider } from '@xterm/headless';
import { eastAsianWidth } from 'get-east-asian-width';

/** What the code point before leaves behind: nothing, a joiner that binds the next picture, half a flag. */
const PLAIN = 0;
const JOINER = 1;
const HALF_FLAG = 2;

const MARK = /[\p{Mn}\p{Me}\p{Cf}\p{Emoji_Modifier}]/u;
const PICTURE = /\p{Extended_Pictographic}/u;
const INDICATOR = /\p{Regional_Indicator}/u;

/**
 * The widths that terminals of today have, for the emulator, whose own are those of 2010: a grapheme is drawn in the
 * cells of its base, and an emoji made of several code points in two.
 */
export const cellWidths: IUnicodeVersionProvider = {
  version: 'graphemes',
  wcwidth: (code) => (eastAsianWidth(code) === 2 ? 2 : 1),
  charProperties(code, before) {
    const character = String.fromCodePoint(code);
    const state = before >> 3;
    const width = ((before >> 1) & 3) as 0 | 1 | 2;
    if (before !== 0) {
      if (code === 0xfe0f) return packed(PLAIN, 2, true);
      if (INDICATOR.test(character) && state === HALF_FLAG) return packed(PLAIN, 2, true);
      if (MARK.test(character)) return packed(code === 0x200d ? JOINER : PLAIN, width, true);
      if (state === JOINER && PICTURE.test(character)) return packed(PLAIN, 2, true);
    }
    const own = eastAsianWidth(code) === 2 ? 2 : 1;
    return packed(INDICATOR.test(character) ? HALF_FLAG : PLAIN, own, false);
  },
};

/** The form that the emulator keeps them in. */
function packed(state: number, width: 0 | 1 | 2, joins: boolean): number {
  return (state << 3) | (width << 1) | Number(joins);
}
