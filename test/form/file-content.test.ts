import { describe, expect, it } from 'vitest';
import { fileContent, fileEncoding } from '../../src/form/file-content.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

describe('the encoding of a file', () => {
  it.each([
    [{}, 'text'],
    [{ contentEncoding: 'base64' }, 'base64'],
    [{ contentEncoding: 'BASE64URL' }, 'base64url'],
    [{ contentEncoding: 'base16' }, 'base16'],
    [{ contentEncoding: '7bit' }, 'text'],
    [{ formatHint: 'byte' }, 'base64'],
    [{ formatHint: 'date' }, 'text'],
  ])('of %j is %s', (schema, encoding) => {
    expect(fileEncoding(schema)).toBe(encoding);
  });
});

describe('the content of a file', () => {
  it.each([
    ['text', bytes(0xef, 0xbb, 0xbf, 0x68, 0xc3, 0xa9), 'hé'],
    ['base64', bytes(0xfb, 0xff, 0xfe, 0x00), '+//+AA=='],
    ['base64url', bytes(0xfb, 0xff, 0xfe, 0x00), '-__-AA'],
    ['base16', bytes(0x00, 0x0a, 0xff), '000aff'],
  ] as const)('as %s', (encoding, content, text) => {
    expect(fileContent(content, encoding)).toEqual({ text });
  });

  it('in base64 is that of Node.js, over many chunks', () => {
    const large = Uint8Array.from({ length: 20_000 }, (_, i) => (i * 7) % 256);
    expect(fileContent(large, 'base64')).toEqual({ text: Buffer.from(large).toString('base64') });
  });

  it('is refused where it is no text', () => {
    expect(fileContent(bytes(0xff, 0xfe), 'text')).toEqual({
      problem: 'is not UTF-8 text, and the schema names no contentEncoding for other bytes',
    });
  });
});
