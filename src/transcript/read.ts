import { closeSync, createReadStream, fstatSync, read, readSync } from 'node:fs';
import { openOrdinary } from '../disk/file.ts';
import type { Entry } from '../session/frame.ts';
import type { ByteRange, EntrySource } from '../session/log/log.ts';
import { bytes } from '../text/measure.ts';
import { reason } from '../text/reason.ts';
import { CHUNK, type Growing, growingChunks } from './growing.ts';
import type { Header } from './header.ts';
import { readLine } from './line.ts';
import { createLineSplitter, LONGEST, type PlacedLine } from './lines.ts';
import { readSeparateNotes } from './notes.ts';
import { readHeader, TranscriptError } from './read-header.ts';
import { createSource } from './source.ts';

/** An entry as it was read. */
export interface ReadEntry {
  readonly entry: Entry;
  /** The message of a frame, parsed. */
  readonly message?: unknown;
  /** Absent for notes in a file of their own. */
  readonly place?: ByteRange;
}

/** What one chunk of a file held. */
export interface Batch {
  readonly entries: readonly ReadEntry[];
  /** What was left out and why, in sentences. */
  readonly notes: readonly string[];
  /** Bytes read so far. */
  readonly read: number;
  /** All there was has been read, of a file that is still written. */
  readonly isIdle: boolean;
}

/** What is known of a log of another program as a whole. */
export interface LogFacts {
  /** What it is, in a sentence: `a log of VS Code`. */
  readonly name: string;
  /** What its server is called. */
  readonly server: string;
}

/** A file opened for reading. */
export interface Transcript {
  readonly path: string;
  /** What it is called in place of its path, which is that of a copy. */
  readonly name?: string;
  /** Whose log it is, where that is not ours. */
  readonly log?: LogFacts;
  readonly header: Header;
  /** Bytes. */
  readonly size: number;
  /** When it was written last, in ms since 1970. */
  readonly written: () => number;
  /**
   * All entries in order, a chunk at a time; the next one is read when it is asked for.
   *
   * @param growing of a file that is still written, which is read until that is over
   */
  batches(growing?: Growing): AsyncGenerator<Batch>;
  /** The way back to lines that were read. */
  readonly source: EntrySource;
  close(): void;
}

/** Opens a file and reads its header. Throws a {@link TranscriptError} that names the file. */
export function openTranscript(path: string): Transcript {
  const fd = openFile(path);
  try {
    const header = readHeader(readFirstLine(fd));
    const chunks = (growing: Growing | undefined) =>
      growing === undefined ? fileChunks(fd, path) : growingChunks(fd, path, growing);
    return {
      path,
      header,
      size: fstatSync(fd).size,
      written: () => fstatSync(fd).mtimeMs,
      batches: (growing) => readBatches(chunks(growing), path),
      source: createSource((offset, length) => {
        const bytes = Buffer.allocUnsafe(length);
        return bytes.subarray(0, readSync(fd, bytes, 0, length, offset));
      }),
      close: () => closeSync(fd),
    };
  } catch (error) {
    closeSync(fd);
    throw new TranscriptError(`cannot open ${path}: ${reason(error)}`, { cause: error });
  }
}

/** The bytes of an open file from its beginning. */
export const fileChunks = (fd: number, path: string): AsyncIterable<Buffer> =>
  createReadStream(path, { fd, fs: { read, close: keep }, start: 0, highWaterMark: CHUNK });

/** Who stops reading before the end destroys the stream, which must leave the file open: by then its number may be that of another. */
const keep = (_: number, done: (error: null) => void): void => done(null);

async function* readBatches(chunks: AsyncIterable<Buffer>, path: string): AsyncGenerator<Batch> {
  const splitter = createLineSplitter();
  const sieve = createSieve();
  let read = 0;
  for await (const chunk of chunks) {
    read += chunk.length;
    yield { ...sieve.take(splitter.push(chunk)), read, isIdle: chunk.length === 0 };
  }
  const last = sieve.take(splitter.end());
  const { entries: separate, remarks } = readSeparateNotes(path);
  const entries = separate.map((entry) => ({ entry }));
  const notes = [...last.notes, ...sieve.sum(), ...remarks];
  yield { entries: [...last.entries, ...entries], notes, read, isIdle: false };
}

/** More than this between two lines is a broken number rather than a gap. */
const widestGap = 10_000_000;
/** Lines are numbered with 32 bits. */
const lastSeq = 2 ** 31 - 1;

/** So many unusable lines are reported one by one: when a file holds two recordings, half of it is unusable. */
const mostTold = 100;

/** Keeps what can be used of the lines of a file, and says what cannot. */
interface Sieve {
  take(lines: readonly PlacedLine[]): Pick<Batch, 'entries' | 'notes'>;
  /** When all are taken: what is said of many lines at once. */
  sum(): readonly string[];
}

function createSieve(): Sieve {
  let number = 0;
  let last = 0;
  /** Lines since the last entry whose place in the order is not known. */
  let passed = 0;
  let told = 0;
  let untold = { count: 0, last: 0 };
  let missing = { count: 0, first: 0 };

  /** A recording has no gaps: what is not there was taken out of it, or is lost. */
  const miss = (count: number): void => {
    if (count > 0) missing = { count: missing.count + count, first: missing.first || number };
    passed = 0;
  };

  function use({ text, place, whole }: PlacedLine, entries: ReadEntry[]): string | undefined {
    number++;
    if (place.length > LONGEST) {
      passed++;
      return `line ${number} was left out: it has ${bytes(place.length)}, and lines of up to ${bytes(LONGEST)} are read`;
    }
    if (number === 1 || text.trim() === '') return undefined;
    const line = readLine(text);
    if (line.kind !== 'entry') passed++;
    if (line.kind === 'unknown') return undefined;
    if (line.kind === 'broken' && !whole) {
      return `line ${number} is torn and was left out: the recording ended in the middle of it`;
    }
    if (line.kind === 'broken') return `line ${number} was left out: ${line.why}`;
    const { seq } = line.entry;
    if (seq <= last || seq - last > widestGap || seq > lastSeq) {
      if (seq > last) passed++;
      return `line ${number} was left out: its seq ${seq} does not follow ${last}`;
    }
    miss(seq - last - 1 - passed);
    last = seq;
    entries.push({ entry: line.entry, message: line.message, place });
    return undefined;
  }

  return {
    take(lines) {
      const entries: ReadEntry[] = [];
      const notes: string[] = [];
      for (const line of lines) {
        const note = use(line, entries);
        if (note === undefined) continue;
        if (told++ < mostTold) notes.push(note);
        else untold = { count: untold.count + 1, last: number };
      }
      return { entries, notes };
    },
    sum() {
      const notes: string[] = [];
      if (untold.count > 0) notes.push(`left out as well: ${untold.count} more, down to line ${untold.last}`);
      const { count, first } = missing;
      if (count > 0) {
        const lines = count === 1 ? '1 line is' : `${count} lines are`;
        notes.push(
          `${lines} missing from line ${first} on: some findings may be caused by the missing lines`,
        );
      }
      return notes;
    },
  };
}

function openFile(path: string): number {
  try {
    return openOrdinary(path);
  } catch (error) {
    throw new TranscriptError(`cannot open ${path}: ${reason(error)}`, { cause: error });
  }
}

/** A header is short: what has no end within a megabyte is something else. */
function readFirstLine(fd: number): string {
  const bytes = Buffer.alloc(1024 * 1024);
  const length = readSync(fd, bytes, 0, bytes.length, 0);
  const end = bytes.subarray(0, length).indexOf(10);
  return bytes.toString('utf8', 0, end < 0 ? length : end);
}
