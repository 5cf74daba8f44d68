import type { ByteRange } from '../session/log/log.ts';

/** A line of a file with its place in bytes; `whole` when an LF ended it. */
export interface PlacedLine {
  /** Empty where the line is longer than is read. */
  readonly text: string;
  readonly place: ByteRange;
  readonly whole: boolean;
}

/**
 * Bytes of the longest line that is read: a little more than the longest that is recorded. What is longer is passed over
 * without being held.
 */
export const LONGEST = 260 * 1024 * 1024;

/** Splits the chunks of a file into lines. A line over many chunks is put together once, when it ends. */
export interface LineSplitter {
  push(chunk: Buffer): PlacedLine[];
  /** The last line, when no LF ended it. */
  end(): PlacedLine[];
}

export function createLineSplitter(): LineSplitter {
  let begun: Buffer[] = [];
  let begunLength = 0;
  let offset = 0;

  function begin(piece: Buffer): void {
    begunLength += piece.length;
    if (begunLength > LONGEST) begun = [];
    else begun.push(piece);
  }

  function take(chunk: Buffer, from: number, end: number, whole: boolean): PlacedLine {
    const length = begunLength + end - from;
    const text = length > LONGEST ? '' : textOf(chunk, from, end);
    begun = [];
    begunLength = 0;
    const line = { text, place: { offset, length }, whole };
    offset += length + 1;
    return line;
  }

  /** Nearly all lines are within a chunk. */
  function textOf(chunk: Buffer, from: number, end: number): string {
    if (begunLength === 0) return chunk.toString('utf8', from, end);
    return Buffer.concat([...begun, chunk.subarray(from, end)]).toString('utf8');
  }

  return {
    push(chunk) {
      const lines: PlacedLine[] = [];
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        lines.push(take(chunk, from, end, true));
        from = end + 1;
      }
      if (from < chunk.length) begin(chunk.subarray(from));
      return lines;
    },
    end: () => (begunLength === 0 ? [] : [take(Buffer.alloc(0), 0, 0, false)]),
  };
}
