import { type Entry, textOf } from '../session/frame.ts';
import type { EntrySource } from '../session/log/log.ts';
import { readLine } from './line.ts';

/** Reads so many bytes at an offset of a transcript, as UTF-8; undefined when they are not there. */
export type ReadText = (offset: number, length: number) => string | undefined;

/** Up to this many bytes, a line is simply read whole; of a longer frame this much is its head before `msg`. */
const small = 4096;

/** The log's way back to the lines of a file. `restore` undoes what was hidden in it, when that is known. */
export function createSource(
  read: ReadText,
  restore: (entry: Entry) => Entry | undefined = (entry) => entry,
): EntrySource {
  const entry = (offset: number, length: number): Entry | undefined => {
    const line = readLine(read(offset, length) ?? '');
    return line.kind === 'entry' ? (restore(line.entry) ?? line.entry) : undefined;
  };
  return {
    entry,
    head(offset, length, limit) {
      if (length > small + limit * 4) {
        const text = read(offset, small + limit * 4) ?? '';
        const at = text.startsWith('{"type":"frame"') ? text.indexOf('"msg":') : -1;
        if (at >= 0 && text.length >= at + 6 + limit) return text.slice(at + 6, at + 6 + limit);
      }
      const whole = entry(offset, length);
      return whole === undefined ? '' : textOf(whole).slice(0, limit);
    },
  };
}
