import { closeSync, fstatSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { MOST, openOrdinary, readBytes, textOf } from '../disk/file.ts';
import { append } from '../disk/write.ts';
import { safeJson } from '../json/safe.ts';
import type { NoteEntry } from '../session/frame.ts';
import { codeOf, isMissing, reason } from '../text/reason.ts';
import type { Header } from './header.ts';
import { readLine, writeLine } from './line.ts';

/** Keeps what a person writes about a recording that is over. */
export interface Notebook {
  /** Appends a note and returns the file it went to. Throws what the disk says. */
  write(note: NoteEntry): string;
}

/** What {@link createNotebook} needs to know of the recording. */
export interface Noted {
  readonly path: string;
  readonly header: Header;
  /** The files that are still being written to (`liveFiles`). */
  readonly live: ReadonlySet<string>;
}

/**
 * Notes go to the end of the recording when this program wrote it, it is finished and it may be written to; else
 * to a file beside it ({@link notesFile}).
 */
export function createNotebook({ path, header, live }: Noted): Notebook {
  const ours = header.tool.name === 'mcp-loupe' && !live.has(resolve(path));
  return {
    write(note) {
      const line = `${safeJson(writeLine(note))}\n`;
      if (ours && appendToOurs(path, line)) return path;
      const beside = notesFile(path);
      append(beside, line);
      return beside;
    },
  };
}

/** Where notes on somebody else's recording are kept: `NAME.notes.jsonl` for `NAME.mcp.jsonl`. */
export const notesFile = (path: string): string => `${path.replace(/(?:\.mcp)?\.jsonl$/, '')}.notes.jsonl`;

/** The notes in the file beside a recording, empty without that file; or why it cannot be read. */
export function readSeparateNotes(path: string): {
  readonly entries: readonly NoteEntry[];
  readonly remarks: readonly string[];
} {
  const beside = notesFile(path);
  try {
    const lines = textOf(readBytes(beside, MOST.small)).split('\n').map(readLine);
    const entries = lines.flatMap((line) =>
      line.kind === 'entry' && line.entry.type === 'note' ? [line.entry] : [],
    );
    return { entries, remarks: [] };
  } catch (error) {
    if (isMissing(error)) return { entries: [], remarks: [] };
    return { entries: [], remarks: [`the notes in ${beside} cannot be read: ${reason(error)}`] };
  }
}

/** Appends unless it is not allowed to. A line torn by a crash is ended first, so that the note is one of its own. */
function appendToOurs(path: string, line: string): boolean {
  try {
    append(path, endsInLine(path) ? line : `\n${line}`);
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) return false;
    throw error;
  }
}

function endsInLine(path: string): boolean {
  const fd = openOrdinary(path);
  try {
    const last = Buffer.alloc(1);
    readSync(fd, last, 0, 1, fstatSync(fd).size - 1);
    return last[0] === 10;
  } finally {
    closeSync(fd);
  }
}
