import type { Place } from '../session/log.ts';

/** A line of a file with its place in bytes; `whole` when an LF ended it. */
export interface PlacedLine {
  readonly text: string;
  readonly place: Place;
  readonly whole: boolean;
}

/** Splits the chunks of a file into lines. A line over many chunks is put together once, when it ends. */
export interface LineSplitter {
  push(chunk: Buffer): PlacedLine[];
  /** The last line, when no LF ended it. */
  end(): PlacedLine[];
}

export function createLineSplitter(): LineSplitter {
  let begun: Buffer[] = [];
  let offset = 0;

  function take(rest: Buffer, whole: boolean): PlacedLine {
    const bytes = begun.length === 0 ? rest : Buffer.concat([...begun, rest]);
    begun = [];
    const line = { text: bytes.toString('utf8'), place: { offset, length: bytes.length }, whole };
    offset += bytes.length + 1;
    return line;
  }

  return {
    push(chunk) {
      const lines: PlacedLine[] = [];
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        lines.push(take(chunk.subarray(from, end), true));
        from = end + 1;
      }
      if (from < chunk.length) begun.push(chunk.subarray(from));
      return lines;
    },
    end: () => (begun.length === 0 ? [] : [take(Buffer.alloc(0), false)]),
  };
}
