import { expect, test } from 'vitest';
import type { Capture } from '../../src/session/frame.ts';
import { createFraming } from '../../src/transport/framing.ts';
import { createJunk } from '../../src/transport/rejects.ts';

const MESSAGE = '{"jsonrpc":"2.0","method":"x"}';

/** What is handed over of some text in one piece. */
function handed(text: string | Buffer): readonly Capture[] {
  const captures: Capture[] = [];
  const junk = createJunk((capture) => captures.push(capture));
  const framing = createFraming('s2c', junk.emit);
  framing.push(Buffer.from(text));
  junk.flush();
  return captures;
}

/** The texts of the lines, put together again. */
const textOf = (captures: readonly Capture[]): string =>
  captures
    .flatMap((capture) =>
      capture.type === 'frame' ? capture.msg : capture.type === 'invalid' ? capture.text : [],
    )
    .join('\n');

test('a few lines without a message are handed over one by one', () => {
  const text = 'oops\n'.repeat(100);
  expect(handed(text)).toHaveLength(100);
});

test('of a long row, many are one, and nothing of the text is lost', () => {
  const text = `${Array.from({ length: 5_000 }, (_, i) => `line ${i}`).join('\n')}\n${MESSAGE}\noops\n`;
  const captures = handed(text);
  expect(captures.length).toBeLessThan(110);
  expect(`${textOf(captures)}\n`).toBe(text);
  expect(captures.at(100)).toMatchObject({
    ...{ type: 'invalid', line: 101, lines: 1_000, why: '1000 lines: stdout is not JSON' },
    findings: [
      { rule: 'stdio/not-json', message: '1000 lines: stdout is not JSON; print to stderr instead' },
    ],
  });
  expect(captures.slice(-2)).toMatchObject([
    { type: 'frame' },
    { type: 'invalid', line: 5_002, text: 'oops' },
  ]);
});

test('blank lines in masses are no finding', () => {
  const captures = handed('\n'.repeat(10_000));
  expect(captures.length).toBeLessThan(120);
  expect(captures.flatMap((capture) => ('findings' in capture ? (capture.findings ?? []) : []))).toEqual([]);
  expect(captures.at(-1)).toMatchObject({
    type: 'invalid',
    why: expect.stringMatching(/ lines: a blank line$/),
  });
});

test('lines of different kinds are told by kind', () => {
  const [last] = handed('oops\nnull\n'.repeat(550)).slice(-1);
  expect(last).toMatchObject({
    ...{ lines: 1_000, why: '1000 lines that hold no message' },
    findings: [{ rule: 'stdio/not-json' }, { rule: 'message/not-protocol' }],
  });
});

test('lines that are no text keep their bytes', () => {
  const [last] = handed(Buffer.concat(Array(200).fill(Buffer.from([0xff, 0x41, 0x0a])))).slice(-1);
  expect(last).toMatchObject({ lines: 100, n: 299 });
  const bytes = Buffer.from((last?.type === 'invalid' && last.base64) || '', 'base64');
  expect(bytes.equals(Buffer.concat(Array(100).fill(Buffer.from([0xff, 0x41, 0x0a]))).subarray(0, -1))).toBe(
    true,
  );
});
