import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { width } from '../../../src/text/width.ts';
import { plain, sevenBits } from '../../../src/tui/terminal/seven-bits.ts';

test('punctuation keeps its cells, letters stay', () => {
  const text = 'a · “b” … ×2 – it’s — 日本語 é \u001b[1m';
  expect(plain(text)).toBe('a - "b" ~ x2 - it\'s - 日本語 é \u001b[1m');
  expect(width('·…×–—‘’“”')).toBe(9);
});

test('the stream is the same but for what is written', () => {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { columns: 80, rows: 24 });
  const bits = sevenBits(stream as unknown as NodeJS.WriteStream);
  let resized = 0;
  bits.on('resize', () => resized++);
  stream.emit('resize');
  bits.write('1/3 · more…');
  expect([bits.columns, bits.rows, resized, stream.read()]).toEqual([80, 24, 1, '1/3 - more~']);
});
