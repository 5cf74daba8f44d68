import { describe, expect, it } from 'vitest';
import { visible, visibleLines, visibleText } from '../../src/text/visible.ts';

describe('visible', () => {
  const shown: readonly [string, string, string][] = [
    ['ESC', '\x1b[31mred', '<ESC>[31mred'],
    ['OSC 52', '\x1b]52;c;aGk=\x07', '<ESC>]52;c;aGk=<BEL>'],
    ['line breaks', 'a\r\nb', 'a<CR><LF>b'],
    ['tab', 'a\tb', 'a<TAB>b'],
    ['NUL and DEL', '\0\x7f', '<NUL><DEL>'],
    ['C1', '\x9b31m\x85', '<U+009B>31m<U+0085>'],
    ['bidi override', 'cod\u202egpj.exe', 'cod<U+202E>gpj.exe'],
    ['bidi isolates', '\u2066x\u2069', '<U+2066>x<U+2069>'],
    ['bidi marks', '\u200e\u200f\u061c', '<U+200E><U+200F><U+061C>'],
    ['zero width', 'pay\u200b', 'pay<U+200B>'],
    ['BOM', '\ufeffx', '<U+FEFF>x'],
    ['soft hyphen', 'a\u00adb', 'a<U+00AD>b'],
    ['invisible operators', '\u2060\u2061\u2064', '<U+2060><U+2061><U+2064>'],
    ['deprecated formats', '\u206a\u206f', '<U+206A><U+206F>'],
    ['Mongolian vowel separator', '\u180e', '<U+180E>'],
    ['Hangul fillers', '\u115f\u1160\u3164\uffa0', '<U+115F><U+1160><U+3164><U+FFA0>'],
    ['combining grapheme joiner', 'a\u034fb', 'a<U+034F>b'],
    ['tags', 'x\u{e0073}\u{e0001}', 'x<U+E0073><U+E0001>'],
    ['variation selectors', 'a\ufe00\u{e0100}\u{e01ef}', 'a<U+FE00><U+E0100><U+E01EF>'],
    ['musical formats', '\u{1d173}', '<U+1D173>'],
    ['annotation', '\ufff9\ufffb', '<U+FFF9><U+FFFB>'],
    ['high surrogate alone', 'a\ud83d', 'a<U+D83D>'],
    ['low surrogate alone', '\ude00b', '<U+DE00>b'],
    ['separators', '\u2028\u2029', '<U+2028><U+2029>'],
    ['joiner between Latin letters', 'a\u200db\u200cc', 'a<U+200D>b<U+200C>c'],
    ['joiner at the edge of a word', '\u0645\u200c', '\u0645<U+200C>'],
    ['two joiners', '\u0645\u200c\u200d\u0645', '\u0645<U+200C><U+200D>\u0645'],
    ['joiner after an emoji without another', '👩\u200d', '👩<U+200D>'],
    ['joiner before an emoji', 'a\u200d👩', 'a<U+200D>👩'],
    ['VS16 twice', '✔\ufe0f\ufe0f', '✔\ufe0f<U+FE0F>'],
    ['VS16 after a letter or digit', 'a\ufe0f1\ufe0f', 'a<U+FE0F>1<U+FE0F>'],
    ['tags after a flag that say something', '🏴\u{e0073}\u{e0074}', '🏴<U+E0073><U+E0074>'],
    ['a sentence in a flag', `🏴${tags('stealkeys')}\u{e007f}`, `🏴${escaped('stealkeys')}<U+E007F>`],
  ];
  it.each(shown)('shows %s', (_, text, expected) => expect(visible(text)).toBe(expected));

  const kept = [
    ...['', 'plain', '日本語ツール', '한국어', '한', 'e\u0301', 'สวัสดี', 'مرحبا', '─│╭', 'a\u00a0b', '\ufffd'],
    ...['👩‍👩‍👧‍👦', '❤️‍🔥', '👩🏽‍🚀', '🏳️‍🌈', '🏴‍☠️', '🇯🇵', '✔️ ok', '1️⃣#️⃣', '⌚︎', '👁️‍🗨️'],
    ...[`🏴${tags('gbeng')}\u{e007f}`, `🏴${tags('ustx')}\u{e007f}`],
    ...['می\u200cخواهم', 'क्\u200dष', 'ක්\u200dෂ', 'മലയാളം ന്\u200d\u0d31'],
  ];
  it.each(kept)('keeps %j', (text) => expect(visible(text)).toBe(text));

  it('leaves no hidden character in any text of one code point', () => {
    const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u;
    const left: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (hidden.test(visible(`a${String.fromCodePoint(code)}b`))) left.push(code.toString(16));
    }
    expect(left).toEqual([]);
  });
});

describe('visibleText', () => {
  it.each([
    ['two\nlines\n', 'two\nlines\n'],
    ['\x1b]0;x\x07\n\u202eé', '<ESC>]0;x<BEL>\n<U+202E>é'],
    ['a\r\tb', 'a<CR><TAB>b'],
    ['👩‍🚀\n<ESC>', '👩‍🚀\n<ESC>'],
  ])('of %j', (text, shown) => {
    expect(visibleText(text)).toBe(shown);
    expect(visibleText(shown)).toBe(shown);
  });
});

describe('visibleLines', () => {
  it.each([
    ['one', ['one']],
    ['a\r\nb\rc\nd', ['a', 'b', 'c', 'd']],
    ['end\n', ['end', '']],
    ['\n\r', ['', '', '']],
    ['a\tb', ['a   b']],
    ['\tx\t', ['    x   ']],
    ['日\tb', ['日  b']],
    ['1234\tb', ['1234    b']],
    ['\x1b\tb', ['<ESC>   b']],
    ['a\u2028b', ['a<U+2028>b']],
  ])('%j', (text, lines) => expect(visibleLines(text)).toEqual(lines));
});

function tags(text: string): string {
  return Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
}

function escaped(text: string): string {
  return Array.from(text, (letter) => `<U+E00${letter.charCodeAt(0).toString(16).toUpperCase()}>`).join('');
}
