const LF = Buffer.from('\n');

/** A stream that is cut into lines, whatever is in them. */
export interface Lines {
  push(chunk: Buffer): void;
  /** Takes what has begun and not ended. */
  rest(): Buffer;
}

/** @param take called with each line, without its break */
export function createLines(take: (line: Buffer) => void): Lines {
  let parts: Buffer[] = [];
  return {
    push(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, from)) {
        const line = chunk.subarray(from, at);
        from = at + 1;
        take(parts.length === 0 ? line : Buffer.concat([...parts, line]));
        parts = [];
      }
      if (from < chunk.length) parts.push(chunk.subarray(from));
    },
    rest() {
      const rest = Buffer.concat(parts);
      parts = [];
      return rest;
    },
  };
}

/** The line as it was in its stream. */
export const withBreak = (line: Buffer): Buffer => Buffer.concat([line, LF]);
