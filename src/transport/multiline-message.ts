import { parse } from '../json/parse.ts';
import { createValueScanner, type ValueScan } from '../json/value-scanner.ts';
import { isMarked } from './recovered-messages.ts';

/** Bytes of the shortest message. */
const SHORTEST = '{"jsonrpc":"2.0","method":""}'.length;

/** Lines that may be one JSON value, pretty-printed; more may follow. */
export interface Spread {
  /** The number of the first. */
  readonly line: number;
  readonly lines: () => number;
  /** Bytes of all lines. */
  readonly size: () => number;
  /** The lines as they came, with the LFs between them. */
  readonly bytes: () => Buffer;
  /** Follows the value through the next line, without taking it; its `end` is in bytes. */
  readonly follow: (bytes: Buffer) => ValueScan;
  readonly push: (bytes: Buffer) => void;
}

/** Begins with a line that is the beginning of a JSON object or array; undefined when it is not. */
export function startSpread(bytes: Buffer, line: number): Spread | undefined {
  if (!/^\s*[[{]/.test(bytes.toString('latin1', startsWithBom(bytes) ? 3 : 0, 100))) return undefined;
  const scan = createValueScanner();
  // Latin-1 has a character a byte, and what the grammar knows is ASCII.
  const follow = (next: Buffer, from = 0) => scan(next.toString('latin1'), from);
  if (follow(bytes, startsWithBom(bytes) ? 3 : 0).kind !== 'open') return undefined;
  // Copied: there may be millions of lines, and each would keep the chunk that it came in.
  let all = Buffer.allocUnsafe(4096);
  let size = 0;
  let lines = 0;
  const push = (next: Buffer) => {
    if (size + next.length + 1 > all.length)
      all = Buffer.concat([all.subarray(0, size)], 2 * (size + next.length + 1));
    next.copy(all, size);
    size += next.length;
    all[size] = LF;
    size += 1;
    lines += 1;
  };
  push(bytes);
  const joined = () => all.subarray(0, size - 1);
  return { line, lines: () => lines, size: () => size, bytes: joined, follow, push };
}

const LF = 0x0a;

/** The lines as they came, with the LFs between them. */
export function joinLines(lines: readonly Buffer[]): Buffer {
  const size = lines.reduce((sum, bytes) => sum + bytes.length + 1, -1);
  const joined = Buffer.alloc(Math.max(0, size), '\n');
  let at = 0;
  for (const bytes of lines) {
    bytes.copy(joined, at);
    at += bytes.length + 1;
  }
  return joined;
}

/** Whether a line is a message by itself, however well it would go on with lines before it. */
export function isWholeMessage(bytes: Buffer): boolean {
  if (bytes.length < SHORTEST) return false;
  const text = bytes.toString().trim();
  return text.startsWith('{') && text.endsWith('}') && isMarked(parse(text));
}

function startsWithBom(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
