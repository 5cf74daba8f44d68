import * as real from '@alcalzone/ansi-tokenize';
import { describe, expect, it } from 'vitest';
import * as ours from '../../scripts/build/stand-ins/ansi-tokenize.mjs';

const TEXTS = [
  '',
  'plain',
  '╭─ Tools ──── 3/13 ─╮',
  '│ \u001b[32m←\u001b[39m   7  result \u001b[2m6 ms\u001b[22m │',
  '\u001b[1;2;38;5;12;48;2;1;2;3mmany at once\u001b[0m and none',
  '\u001b[31mred \u001b[44mon blue\u001b[39m only blue\u001b[49m',
  '\u001b[mreset \u001b[38:2:1:2:3mcolons\u001b[7',
  '\u001b]8;;http://a\u0007link\u001b]8;;\u0007',
  '\u001b]0;title\u0007after',
  '\u001b[2Jcleared',
  'two\nlines',
  '日本 ▶️ ✔️ ❯ é e\u0301 👩‍👩‍👧 🇩🇪 \u200b|',
  `long ${'─'.repeat(13_000)}`,
  Array.from({ length: 90 }, (_, x) => `\u001b[38;2;${x};1;2;48;2;3;${x};4m▀`).join(''),
];

describe('the stand-in for @alcalzone/ansi-tokenize', () => {
  it.each(TEXTS)('takes %j apart as the real one does, and again', (text) => {
    for (let i = 0; i < 2; i++) {
      const tokens = ours.tokenize(text);
      expect(tokens).toEqual(real.tokenize(text));
      const cells = ours.styledCharsFromTokens(tokens);
      expect(cells).toEqual(real.styledCharsFromTokens(real.tokenize(text)));
      expect(ours.styledCharsToString(cells)).toBe(real.styledCharsToString(cells));
    }
  });

  it('writes cells of any styles behind each other as the real one does', () => {
    const cells = TEXTS.flatMap((text) => [
      ...ours.styledCharsFromTokens(ours.tokenize(text)),
      { type: 'char' as const, value: ' ', fullWidth: false, styles: [] },
    ]);
    expect(ours.styledCharsToString(cells)).toBe(real.styledCharsToString(cells));
    expect(ours.styledCharsToString([])).toBe('');
  });

  it('takes single characters of its fast class apart as the real one does', () => {
    const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code));
    const differing = all.filter(
      (text) => JSON.stringify(ours.tokenize(text)) !== JSON.stringify(real.tokenize(text)),
    );
    expect(differing).toEqual([]);
  });

  it('stops where it is told to', () => {
    expect(ours.tokenize('abcdef', 3)).toEqual(real.tokenize('abcdef', 3));
  });

  it('remembers what it has taken apart, and not without end', () => {
    const first = ours.tokenize('remembered');
    expect(ours.tokenize('remembered')).toBe(first);
    for (let i = 0; i < 500; i++) ours.tokenize(`another ${i}`);
    expect(ours.tokenize('remembered')).not.toBe(first);
  });
});
