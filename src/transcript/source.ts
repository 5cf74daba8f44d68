import { type Entry, textOf } from '../session/frame.ts';
import type { EntrySource } from '../session/log/log.ts';
import { readLine } from './line.ts';
import { createPieces, type ReadBytes } from './pieces.ts';

/** Up to this many bytes, a line is simply read whole; of a longer frame this much is its head before `msg`. */
const small = 4096;
/** How the line of a frame begins, and what is before its message. */
const FRAME = '{"type":"frame"';
const MESSAGE = '"msg":';
/** The member of a line in which something was hidden. */
const HIDDEN = '"redacted":';

/** The log's way back to the lines of a file. `restore` undoes what was hidden in it, when that is known. */
export function createSource(read: ReadBytes, restore?: (entry: Entry) => Entry | undefined): EntrySource {
  const pieces = createPieces(read);
  const entry = (offset: number, length: number): Entry | undefined => {
    const line = readLine(pieces.text(offset, length) ?? '');
    return line.kind === 'entry' ? (restore?.(line.entry) ?? line.entry) : undefined;
  };
  return {
    entry,
    head(offset, length, limit) {
      if (length > small + limit * 4) {
        const text = read(offset, small + limit * 4)?.toString('utf8') ?? '';
        const at = text.startsWith(FRAME) ? text.indexOf(MESSAGE) : -1;
        if (at >= 0 && text.length >= at + MESSAGE.length + limit)
          return text.slice(at + MESSAGE.length, at + MESSAGE.length + limit);
      }
      const whole = entry(offset, length);
      return whole === undefined ? '' : textOf(whole).slice(0, limit);
    },
    text(offset, length) {
      const line = pieces.text(offset, length);
      const at = line?.startsWith(FRAME) ? line.indexOf(MESSAGE) : -1;
      if (line !== undefined && at >= 0 && !line.slice(0, at).includes(HIDDEN))
        return line.slice(at + MESSAGE.length, -1).trim();
      const whole = entry(offset, length);
      return whole && textOf(whole);
    },
    mayHold: (offset, length, word) =>
      pieces.mayHold(offset, length, word) ||
      (restore !== undefined && pieces.mayHold(offset, length, HIDDEN)),
  };
}
