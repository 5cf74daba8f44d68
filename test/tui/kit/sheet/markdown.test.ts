import { describe, expect, it } from 'vitest';
import { textSection } from '../../../../src/tui/kit/sheet/sections.ts';
import { isMarkdown, markdownPieces } from '../../../../src/tui/kit/sheet/window.ts';
import { createTheme } from '../../../../src/tui/world/theme.ts';
import { but, first, seen, sheetOf } from './looking.ts';

const plain = createTheme({ ascii: false, colour: false });
const colour = createTheme({ ascii: false, colour: true });
const section = (text: string) => textSection('text', text, { content: { kind: 'text', text } });

const TEXT = [
  '# Sky',
  'It is **clear** and `dark`, see [the log](https://x.y/z).',
  '> quoted',
  '```js',
  '# no heading **here**',
  '```',
  '---',
].join('\n');

const drawn = (text: string, theme = colour) => {
  const one = section(text);
  return one.lines.map((line, at) => markdownPieces(one, at, line, theme));
};

describe('Markdown', () => {
  it('is told from text that only has some of its characters', () => {
    expect(
      ['# a', '- a', '1. a', '**a**', 'see `a`', '[a](b)'].map((text) => isMarkdown(section(text))),
    ).toEqual(Array(6).fill(true));
    expect(
      ['a * b', '#a', '2 - 1', 'a ** b', '{"a": 1}', ''].map((text) => isMarkdown(section(text))),
    ).toEqual(Array(6).fill(false));
    expect(isMarkdown(textSection('facts', '# of ours'))).toBe(false);
  });

  it.each([
    ['[', false],
    ['**a', true],
    ['`', true],
    ['- ', true],
    ['~', true],
    ['_', false],
  ])('is told in megabytes of %j, too', (piece, expected) => {
    expect(isMarkdown(section(`${piece.repeat(2_000_000)}x`))).toBe(expected);
  });

  it('is drawn lightly, its marks left out where colour says the same', () => {
    const [heading, text, quote, fence, code, , rule] = drawn(TEXT);
    expect(heading).toEqual([['strong', 'Sky']]);
    expect(text).toEqual([
      [undefined, 'It is '],
      ['strong', 'clear'],
      [undefined, ' and '],
      ['string', 'dark'],
      [undefined, ', see '],
      ['accent', 'the log'],
      ['dim', ' (https://x.y/z)'],
      [undefined, '.'],
    ]);
    expect([quote, fence, code]).toEqual([
      [['dim', '> quoted']],
      [['dim', '```js']],
      [['string', '# no heading **here**']],
    ]);
    expect(rule?.[0]?.[1]).toMatch(/^─+$/);
  });

  it('keeps its marks without colour, and its source when that is asked for', () => {
    const words = drawn(TEXT, plain).map((pieces) => pieces.map(([, piece]) => piece).join(''));
    expect(words.slice(0, 5)).toEqual(TEXT.split('\n').slice(0, 5));
    const look = first(sheetOf(section('# Sky\n\n---')));
    expect(seen(look)).toEqual(
      ['  # Sky', '', expect.stringMatching(/^ {2}─+$/)].map((row, at) => (at === 0 ? '❯ # Sky' : row)),
    );
    expect(seen(but(look, { ...look.ui, source: true })).at(-1)).toBe('  ---');
  });
});
