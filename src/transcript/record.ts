import { closeSync, fchmodSync, ftruncateSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { insistOrdinary } from '../disk/file.ts';
import { makeFolders } from '../disk/folders.ts';
import type { Entry } from '../session/frame.ts';
import type { ByteRange, EntrySource } from '../session/log/log.ts';
import type { Redactor } from '../session/redaction/redaction.ts';
import { isTaken, reason } from '../text/reason.ts';
import type { Header } from './header.ts';
import { writeLine } from './line.ts';
import { createOriginals } from './originals.ts';
import { redactEntry } from './redact-entry.ts';
import { createSource } from './source.ts';

/**
 * Appends to a transcript.
 *
 *   write(entry) ─▶ redacted ─▶ a line waits ─▶ (end of the tick) one write to the kernel
 *
 * Nothing here throws after the start: when the file cannot be written, the recording stops and says why.
 */
export interface Recorder {
  readonly path: string;
  /** Why it stopped before the end. */
  readonly stopped: () => string | undefined;
  /** Takes an entry; undefined when the recording has stopped. */
  write(entry: Entry): ByteRange | undefined;
  /**
   * Where the log reads older entries back from: as they were before their secrets were hidden, as long as these
   * are held, else with `redacted`. Nothing comes from beyond where a recording stopped, or once it is closed.
   */
  readonly source: EntrySource;
  /** Writes what waits. Synchronous, so that an exit handler can call it. */
  flush(): void;
  close(): void;
}

export interface RecorderOptions {
  readonly path: string;
  readonly header: Header;
  /** Absent with `--no-redact`. */
  readonly redactor?: Redactor | undefined;
  /** Whether an existing file may be replaced. */
  readonly overwrite?: boolean;
  /** Called once, with a sentence. */
  readonly onStop?: (why: string) => void;
  /** Runs the flush when the tick is over. */
  readonly schedule?: (flush: () => void) => void;
}

/** The recording could not be started; the message names the file and the next step. */
export class RecordError extends Error {
  override name = 'RecordError';
}

/** Bytes of lines that are kept back at most, whatever the tick. */
const most = 256 * 1024;
const LF = 0x0a;

/** Creates the file (0600, missing folders 0700) and writes the header. Throws a {@link RecordError}. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { path, redactor, schedule = (flush) => setImmediate(flush) } = options;
  const fd = openFile(path, options.overwrite ?? false);
  const originals = createOriginals();
  const waiting = Buffer.allocUnsafe(most);
  let waitingLength = 0;
  let written = 0;
  let offset = 0;
  let stopped: string | undefined;
  let closed = false;

  function flush(): void {
    if (waitingLength === 0) return;
    const bytes = waiting.subarray(0, waitingLength);
    waitingLength = 0;
    save(bytes);
  }

  function save(bytes: Buffer): void {
    // Where the recording has just stopped, nothing more is written behind the gap.
    if (stopped !== undefined) return;
    let done = 0;
    try {
      while (done < bytes.length) done += writeSync(fd, bytes, done);
      written += done;
    } catch (error) {
      // What came of a line is taken back, so that the file ends in one that is whole.
      written += bytes.subarray(0, done).lastIndexOf(LF) + 1;
      takeBack(fd, written);
      stopped = `the recording stopped: ${reason(error)} (${path})`;
      options.onStop?.(stopped);
    }
  }

  function append(line: string): ByteRange {
    const mostBytes = line.length * 3 + 1;
    if (waitingLength + mostBytes > most) flush();
    const length = mostBytes > most ? saveAlone(line) : wait(line);
    const place = { offset, length };
    offset += length + 1;
    return place;
  }

  function wait(line: string): number {
    if (waitingLength === 0) schedule(flush);
    const length = waiting.write(line, waitingLength);
    waiting[waitingLength + length] = LF;
    waitingLength += length + 1;
    return length;
  }

  function saveAlone(line: string): number {
    const bytes = Buffer.from(`${line}\n`);
    save(bytes);
    return bytes.length - 1;
  }

  function read(offset: number, length: number): Buffer | undefined {
    if (offset + length > written) flush();
    if (closed) return undefined;
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, written - offset)));
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, offset));
  }

  append(JSON.stringify(options.header));
  return {
    path,
    stopped: () => stopped,
    write(entry) {
      if (stopped !== undefined || closed) return undefined;
      const done = redactor && redactEntry(redactor, entry);
      if (done !== undefined) originals.keep(done);
      return append(writeLine(done?.entry ?? entry));
    },
    source: createSource(read, redactor && originals.restore),
    flush,
    close() {
      if (closed) return;
      flush();
      closed = true;
      closeSync(fd);
    },
  };
}

/** A disk that fails may refuse this as well: then the last line is torn, and left out by whoever reads it. */
function takeBack(fd: number, length: number): void {
  try {
    ftruncateSync(fd, length);
  } catch {
    return;
  }
}

function openFile(path: string, overwrite: boolean): number {
  try {
    makeFolders(dirname(path));
    const found = overwrite ? statSync(path, { throwIfNoEntry: false }) : undefined;
    // A device accepts what is written; a pipe may have no reader at its other end.
    if (found?.isCharacterDevice() === false) insistOrdinary(found);
    const fd = openSync(path, overwrite ? 'w+' : 'wx+', 0o600);
    // An overwritten file keeps its mode otherwise.
    if (found?.isFile()) fchmodSync(fd, 0o600);
    return fd;
  } catch (error) {
    if (isTaken(error)) {
      throw new RecordError(`${path} exists: name another file, or overwrite it with --force`, {
        cause: error,
      });
    }
    throw new RecordError(`cannot record to ${path}: ${reason(error)}`, { cause: error });
  }
}
