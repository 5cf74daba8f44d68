import { describe, expect, test } from 'vitest';
import { createStderrLines } from '../../src/transport/stderr-lines.ts';

const linesOf = (chunks: readonly (string | Buffer)[], limit?: number): string[] => {
  const lines: string[] = [];
  const stderr = createStderrLines((line) => lines.push(line), limit);
  for (const chunk of chunks) stderr.push(Buffer.from(chunk));
  stderr.end();
  return lines;
};

describe('stderr', () => {
  const cases: readonly (readonly [text: string, lines: readonly string[]])[] = [
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\n\nb', ['a', '', 'b']],
    ['a\r\nb\r\n', ['a', 'b']],
    ['1%\r2%\r\n3%\rdone\n', ['1%', '2%', '3%', 'done']],
    ['\r\n\r\n', ['', '']],
    ['a\r\n\nb', ['a', '', 'b']],
    ['\r1%\r2%\ndone\n', ['1%', '2%', 'done']],
    ['a\n\rb\r\r\nc', ['a', 'b', '', 'c']],
    ['é€😀\r\n', ['é€😀']],
  ];
  test.each(cases)('%j, cut anywhere', (text, lines) => {
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(linesOf([bytes.subarray(0, cut), bytes.subarray(cut)]), `cut at ${cut}`).toEqual(lines);
    }
    expect(linesOf(Array.from(bytes, (byte) => Buffer.of(byte)))).toEqual(lines);
  });

  test('a line without end comes in pieces', () => {
    expect(linesOf(['abc', 'def', 'g\nhi'], 3)).toEqual(['abc', 'def', 'g', 'hi']);
    expect(linesOf(['abcdefg'], 3).join('')).toBe('abcdefg');
  });

  test('megabytes without a line end are one line', () => {
    expect(linesOf([`${'x'.repeat(3_000_000)}\n`]).join('')).toHaveLength(3_000_000);
  });

  test('a prompt is handed over in silence, and its line ends once', () => {
    const lines: string[] = [];
    const stderr = createStderrLines((line) => lines.push(line));
    stderr.push(Buffer.from('Password: '));
    expect(stderr.waiting()).toBe(true);
    stderr.giveUp();
    expect(stderr.waiting()).toBe(false);
    stderr.push(Buffer.from('\n\nok\n'));
    expect(lines).toEqual(['Password: ', '', 'ok']);
  });

  test('what is no UTF-8 does not stop it', () => {
    expect(linesOf([Buffer.from('a\xff\nb\xe2', 'latin1')])).toEqual(['a\uFFFD', 'b\uFFFD']);
  });
});
