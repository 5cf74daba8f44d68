import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { graphemes, isOneCellEach, width } from '../../src/text/width.ts';

describe('width', () => {
  it.each<[string, number]>([
    ['', 0],
    ['plain', 5],
    ['日本語ツール', 12],
    ['한국어', 6],
    ['\u1112\u1161\u11ab', 2],
    ['👩‍👩‍👧‍👦', 2],
    ['🇯🇵', 2],
    ['e\u0301a\u0308', 2],
    ['ｆｕｌｌ', 8],
    ['ｶﾞ', 2],
    ['สวัสดี', 4],
    ['مرحبا', 5],
    ['✔️ ok', 5],
    ['✔ ok', 4],
    ['1️⃣', 2],
    ['☝🏽', 2],
    ['╭─ ❯ …│', 7],
    ['का', 2],
  ])('of %j is %i', (text, cells) => {
    expect(width(text)).toBe(cells);
    expect(width(`a${text}b`)).toBe(cells + 2);
  });

  it('is that of string-width for every code point, alone and with marks', () => {
    const distinct = /[^\p{Unassigned}\p{Ideographic}\p{Surrogate}\p{Private_Use}\uAC00-\uD7A3]/u;
    const different: string[] = [];
    for (let code = 0x20; code <= 0xeffff; code += 1) {
      const character = String.fromCodePoint(code);
      if (!distinct.test(character) && code % 997 !== 0) continue;
      const forms = [character];
      if (code % 16 === 0) forms.push(`${character}\u0301`);
      if (/\p{Emoji}|\p{Extended_Pictographic}/u.test(character)) forms.push(`${character}\ufe0f`);
      const wrong = forms.filter((form) => width(form) !== stringWidth(form));
      if (wrong.length > 0) different.push(`${code.toString(16)} ${wrong.length}`);
    }
    expect(different).toEqual([]);
  });
});

describe('graphemes', () => {
  it.each([
    ['', []],
    ['abc', ['a', 'b', 'c']],
    ['e\u0301x', ['e\u0301', 'x']],
    ['👩‍👩‍👧‍👦🇯🇵', ['👩‍👩‍👧‍👦', '🇯🇵']],
    ['日本', ['日', '本']],
    ['©x🙂‍↔ y', ['©', 'x', '🙂‍↔', ' ', 'y']],
    ['ab\u0301c', ['a', 'b\u0301', 'c']],
    ['\u06001', ['\u06001']],
  ])('of %j', (text, parts) => expect(graphemes(text)).toEqual(parts));

  it('are those of Intl.Segmenter, in long text too', () => {
    const pieces = ['ab', '日本', '👩‍👩‍👧‍👦', '🇯🇵', 'e\u0301', '\n', '한', 'क्षि', '😀', ' ', '\u200d', 'ﷺ'];
    for (let step = 1; step < pieces.length; step += 1) {
      const order = Array.from({ length: 600 }, (_, n) => pieces[(n * step + (n >> 3)) % pieces.length]!);
      const text = order.join('');
      const expected = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
      expect(graphemes(text)).toEqual(expected);
    }
  });

  it('takes time in proportion to the length', () => {
    expect(width('日本語ツ'.repeat(250_000))).toBe(2_000_000);
  });
});

it('says "one cell each" only where that is so', () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0xffff; code += 1) {
    const character = String.fromCharCode(code);
    if (isOneCellEach(character) && stringWidth(character) !== 1) wrong.push(code.toString(16));
    if (isOneCellEach(character) && stringWidth(`a${character}`) !== 2) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});
