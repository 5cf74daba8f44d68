import { isUtf8 } from 'node:buffer';
import { bytes as bytesText } from '../../text/measure.ts';
import { LONGEST } from '../../transcript/lines.ts';
import { UsageError } from '../exit.ts';

/** A text as it stands in a file: its bytes, and those of what it becomes. */
export interface TextOfFile {
  readonly bytes: Buffer;
  readonly text: string;
  readonly bytesOf: (text: string) => Buffer;
}

/** Lines of a file that follow each other, with what ends them. */
export interface Piece extends TextOfFile {
  /** Of its first line, from 1. */
  readonly number: number;
}

/** Two bytes a character, as Windows writes files; `undefined` stands for all other encodings. */
type Wide = 'utf16le' | 'utf16be' | undefined;

const MARK = /^(?:\ufeff|\xef\xbb\xbf)/;

/** A text without the mark that a file begins with. */
export const unmarked = (text: string): string => text.replace(MARK, '');

/** How a file is encoded that begins with these bytes. */
function wideOf([first, second, third, fourth]: Uint8Array): Wide {
  if (first === 0xff && second === 0xfe) return 'utf16le';
  if (first === 0xfe && second === 0xff) return 'utf16be';
  if (first === undefined || second === undefined || third === undefined) return undefined;
  if (first !== 0 && third !== 0 && second === 0 && fourth === 0) return 'utf16le';
  return first === 0 && third === 0 && second !== 0 && fourth !== 0 ? 'utf16be' : undefined;
}

/** The text of a file, or of what it begins with. */
export const decoded = (bytes: Buffer): TextOfFile => decodedAs(bytes, wideOf(bytes));

/** The text of bytes: what is no UTF-8 is one character a byte. */
function decodedAs(bytes: Buffer, wide: Wide): TextOfFile {
  if (wide === undefined) {
    const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
    return { bytes, text: bytes.toString(encoding), bytesOf: (text) => Buffer.from(text, encoding) };
  }
  // A byte that is half a character stays.
  const half = bytes.subarray(bytes.length & ~1);
  const turned = (from: Buffer): Buffer =>
    wide === 'utf16be' ? Buffer.from(from.subarray(0, from.length & ~1)).swap16() : from;
  return {
    bytes,
    text: turned(bytes).toString('utf16le'),
    bytesOf: (text) => Buffer.concat([turned(Buffer.from(text, 'utf16le')), half]),
  };
}

/** A file in pieces of whole lines; where some are no UTF-8, in pieces that are and that are not. */
export async function* piecesOf(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Piece> {
  let rest: Buffer[] = [];
  let length = 0;
  let number = 1;
  let wide: Wide;
  const take = function* (bytes: Buffer): Generator<Piece> {
    const parts = wide === undefined && !isUtf8(bytes) ? sorted(bytes) : [decodedAs(bytes, wide)];
    for (const part of parts) {
      yield { ...part, number };
      number += part.text.split('\n').length - 1;
    }
  };
  let seen = 0;
  for await (const bytes of cut(chunks)) {
    if (seen === 0) wide = wideOf(bytes);
    rest.push(bytes);
    length += bytes.length;
    seen += bytes.length;
    if (seen % PIECE === 0) {
      const all = Buffer.concat(rest);
      const end = endOfLines(all, wide);
      if (end > 0) yield* take(all.subarray(0, end));
      rest = [all.subarray(end)];
      length = all.length - end;
    }
    if (length > LONGEST)
      throw new UsageError(`${name}: line ${number} has more than ${bytesText(LONGEST)}, the limit`);
  }
  if (length > 0) yield* take(Buffer.concat(rest));
}

const LF = 10;
/** Bytes that are looked at together. */
const PIECE = 1024 * 1024;

/** Chunks cut where a piece ends, so that it does not matter in what chunks a file comes. */
async function* cut(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let seen = 0;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + PIECE - (seen % PIECE));
      at += part.length;
      seen += part.length;
      yield part;
    }
  }
}

/** Behind the last byte that ends a line. */
function endOfLines(bytes: Buffer, wide: Wide): number {
  if (wide === undefined) return bytes.lastIndexOf(LF) + 1;
  const high = wide === 'utf16le' ? 1 : 0;
  for (let at = (bytes.length & ~1) - 2; at >= 0; at -= 2)
    if (bytes[at + 1 - high] === LF && bytes[at + high] === 0) return at + 2;
  return 0;
}

/** Lines that are UTF-8 apart from those that are not. */
function sorted(bytes: Buffer): TextOfFile[] {
  const parts: TextOfFile[] = [];
  let from = 0;
  let at = 0;
  let isText = true;
  while (at < bytes.length) {
    const end = bytes.indexOf(LF, at) + 1 || bytes.length;
    const isOne = isUtf8(bytes.subarray(at, end));
    if (isOne !== isText && at > from) {
      parts.push(decodedAs(bytes.subarray(from, at), undefined));
      from = at;
    }
    isText = isOne;
    at = end;
  }
  parts.push(decodedAs(bytes.subarray(from), undefined));
  return parts;
}
