import { describe, expect, it } from 'vitest';
import { createRedactor } from '../src/session/redaction/redactor.ts';
import { visibleLines } from '../src/text/visible.ts';
import { wrap } from '../src/text/wrap.ts';
import { readLine } from '../src/transcript/line.ts';
import { createFraming } from '../src/transport/framing.ts';
import { createStderrLines } from '../src/transport/stderr-lines.ts';
import { textSection } from '../src/tui/kit/sheet/sections.ts';
import { isMarkdown } from '../src/tui/kit/sheet/window.ts';

/** What, repeated, makes a search begin at every place and come to nothing at the end. */
const PIECES = [
  ...['x', ' ', '\t', '\r', '[', '{', '<', '"', '`', '\\', '-', '://', 'token', 'Bearer ', '{"a":'],
  ...['🧑‍🚀', '\u001b['],
];

/** So long that what looks through the rest of the text from every place of it does not end within a test. */
const LENGTH = 250_000;

const redactor = createRedactor(['known-value']);
const section = (text: string) => textSection('text', text, { content: { kind: 'text', text } });
const isSame = (one: string, other: string): boolean => letters(one) === letters(other);
const letters = (text: string): string => text.replace(/\s/g, '');

function inChunks(text: string, take: (chunk: Buffer) => void): void {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += 65_536) take(bytes.subarray(from, from + 65_536));
}

/** Whether all of the text was worked through, and came to what it should. */
const WORK: Readonly<Record<string, (text: string) => boolean>> = {
  'is made visible': (text) => letters(visibleLines(text).join('')).length >= letters(text).length,
  'is wrapped': (text) => isSame(wrap(text, 80).join(''), text),
  'is looked through for Markdown': (text) => isMarkdown(section(text)) === /^(?:`|- )/.test(text),
  'is looked through for secrets': (text) => redactor.plain(text) === undefined,
  'is looked through for secrets in JSON': (text) => redactor.json(JSON.stringify({ text })) === undefined,
  'is looked through for secrets in JSON within JSON': (text) =>
    redactor.json(JSON.stringify({ json: JSON.stringify({ text }) })) === undefined,
  'comes on stdout': (text) => {
    let captured = 0;
    const framing = createFraming('s2c', (capture) => {
      if ('n' in capture) captured += capture.n;
    });
    inChunks(text, framing.push);
    framing.end();
    return captured === Buffer.byteLength(text);
  },
  'comes on stderr': (text) => {
    const lines: string[] = [];
    const stderr = createStderrLines((line) => lines.push(line));
    inChunks(text, stderr.push);
    stderr.end();
    return isSame(lines.join(''), text);
  },
  'stands in a transcript': (text) => readLine(`{"type":"frame","msg":${text}`).kind === 'broken',
};

describe.each(Object.entries(WORK))('a text that %s', (_, work) => {
  it('costs no more than its length, whatever it repeats', () => {
    const wrong = PIECES.filter((piece) => !work(piece.repeat(Math.ceil(LENGTH / piece.length))));
    expect(wrong).toEqual([]);
  });
});
