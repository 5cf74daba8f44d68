import { createHash } from 'node:crypto';
import { closeSync, fstatSync } from 'node:fs';
import { basename } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { openOrdinary, readHead } from '../../disk/file.ts';
import { bytes } from '../../text/measure.ts';
import { type Growing, growingChunks } from '../growing.ts';
import { createLineSplitter, LONGEST, type PlacedLine } from '../lines.ts';
import { fileChunks } from '../read.ts';
import { TranscriptError } from '../read-header.ts';
import {
  type Assumed,
  type ForeignKind,
  HEAD,
  type IsKnown,
  LONGER_HEAD,
  type LogItem,
  type LogOutput,
  subjectOf,
} from './kind.ts';
import { kindOf } from './kinds.ts';
import { unknownLog } from './unknown.ts';

/** What was assumed, at its place among what the log holds. */
export interface Assumption {
  readonly type: 'assumed';
  readonly about: Assumed;
  readonly conn?: string | undefined;
  readonly sentence: string;
}

/** What one chunk of a log held. */
export interface LogBatch {
  readonly items: readonly (LogItem | Assumption)[];
  /** What was left out and why, in sentences. */
  readonly notes: readonly string[];
  /** Bytes read so far. */
  readonly read: number;
  /** All there was has been read, of a log that is still written. */
  readonly isIdle: boolean;
}

/** One file of another program. */
export interface LogFile {
  readonly path: string;
  readonly kind: ForeignKind;
  /** Who wrote it, as the header of a transcript says it. */
  readonly tool: { readonly name: string; readonly version: string };
  /** Of one of several servers in a file: what the file calls it. */
  readonly name?: string;
  /** Bytes. */
  readonly size: number;
  /** The same for the same content, wherever it lies. */
  readonly id: string;
  /** What it begins with: of a document all that it holds. */
  readonly beginning: readonly LogItem[];
  /** When it was written last, in ms since 1970. */
  readonly written: () => number;
  /**
   * All that it holds in order, a chunk at a time; from its beginning, each time it is asked for.
   *
   * @param isKnown without the messages of which that is said (`LogOutput`)
   */
  batches(growing?: Growing, isKnown?: IsKnown): AsyncGenerator<LogBatch>;
  close(): void;
}

/**
 * Opens a log of a kind that is known.
 *
 * @param first its first bytes, by which its kind is recognized
 * @throws TranscriptError what it looks like, and what was looked for
 */
export async function openLogFile(path: string, first: Buffer): Promise<LogFile> {
  const { kind, head } = recognized(path, first);
  if (kind === undefined) throw new TranscriptError(unknownLog(first));
  const isWide = isUtf16(head);
  const text = headText(head);
  const fd = openOrdinary(path);
  let isOpen = true;
  try {
    const { size } = fstatSync(fd);
    const chunks = (growing?: Growing): AsyncIterable<Buffer> => {
      const read =
        growing === undefined ? fileChunks(fd, path) : growingChunks(fd, path, { ...growing, rotates: true });
      return isWide ? fromUtf16(read) : read;
    };
    if (kind.form === 'document' && size > MOST_OF_DOCUMENT)
      throw new TranscriptError(
        `it has ${bytes(size)}, and ${kind.name} is read as a whole, up to ${bytes(MOST_OF_DOCUMENT)}`,
      );
    const document = kind.form === 'document' ? await readDocument(kind, chunks()) : undefined;
    const beginning = document ?? glance(kind, isWide ? Buffer.from(head.toString('utf16le')) : head);
    return {
      path,
      kind,
      tool: toolOf(kind, text),
      size,
      id: idOf(head, size),
      beginning: beginning.filter((item) => item.type !== 'assumed'),
      written: () => fstatSync(fd).mtimeMs,
      batches(growing, isKnown) {
        if (document === undefined) return readLines(kind, chunks(growing), isKnown);
        growing?.remark(`${kind.name} is one document: it is shown as it is now, and not followed`);
        return slices(document, size);
      },
      close() {
        if (isOpen) closeSync(fd);
        isOpen = false;
      },
    };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** The kind of a log, and as many of its first bytes as tell it. */
export function recognized(
  path: string,
  head: Buffer,
): { readonly kind: ForeignKind | undefined; readonly head: Buffer } {
  const kind = kindOf(basename(path), headText(head));
  if (kind !== undefined || head.length < HEAD) return { kind, head };
  const longer = readHead(path, LONGER_HEAD);
  return { kind: kindOf(basename(path), headText(longer)), head: longer };
}

/** Bytes of a document: no string holds many more. */
const MOST_OF_DOCUMENT = 400_000_000;

function toolOf(kind: ForeignKind, beginning: string): LogFile['tool'] {
  const writer = kind.writer?.(beginning);
  if (writer === undefined) return { name: kind.tool, version: '' };
  return { name: `${kind.tool} (${writer.name})`, version: writer.version };
}

async function* readLines(
  kind: ForeignKind,
  chunks: AsyncIterable<Buffer>,
  isKnown?: IsKnown,
): AsyncGenerator<LogBatch> {
  const { out, taken } = createOutput(isKnown);
  const feed = createFeed(kind, out);
  let read = 0;
  for await (const chunk of chunks) {
    read += chunk.length;
    const notes = feed.push(chunk);
    yield { items: taken(), notes, read, isIdle: chunk.length === 0 };
  }
  const notes = feed.end();
  yield { items: taken(), notes, read, isIdle: false };
}

/** Things of a document that are taken before a key is looked at again. */
const SLICE = 500;

async function* slices(items: LogBatch['items'], size: number): AsyncGenerator<LogBatch> {
  for (let from = 0; from < items.length; from += SLICE) {
    const read = (size * from) / items.length;
    yield { items: items.slice(from, from + SLICE), notes: [], read, isIdle: false };
  }
}

async function readDocument(kind: ForeignKind, chunks: AsyncIterable<Buffer>): Promise<LogBatch['items']> {
  const read: Buffer[] = [];
  for await (const chunk of chunks) read.push(chunk);
  const { out, taken } = createOutput();
  const reader = kind.read(out);
  await reader.take(bare(Buffer.concat(read).toString('utf8'), true), true);
  reader.end();
  return taken();
}

/** What the first bytes hold. */
function glance(kind: ForeignKind, head: Buffer): LogBatch['items'] {
  const { out, taken } = createOutput();
  createFeed(kind, out).push(head);
  return taken();
}

/** Keeps what a reader adds until it is taken. */
function createOutput(isKnown?: IsKnown): { readonly out: LogOutput; taken(): LogBatch['items'] } {
  let items: (LogItem | Assumption)[] = [];
  const said = new Set<string>();
  return {
    out: {
      isKnown,
      add: (item) => void items.push(item),
      assume(about, sentence, conn) {
        const subject = subjectOf(about, conn);
        if (said.has(subject)) return;
        said.add(subject);
        items.push({ type: 'assumed', about, sentence, conn });
      },
    },
    taken() {
      const now = items;
      items = [];
      return now;
    },
  };
}

/** Reads lines as a kind, a chunk at a time; what could not be read is returned in sentences. */
interface Feed {
  push(chunk: Buffer): readonly string[];
  end(): readonly string[];
}

function createFeed(kind: ForeignKind, out: LogOutput): Feed {
  const splitter = createLineSplitter();
  const reader = kind.read(out);
  let number = 0;
  const take = (lines: readonly PlacedLine[]): readonly string[] => {
    const notes: string[] = [];
    for (const { text, place, whole } of lines) {
      number += 1;
      if (place.length <= LONGEST) reader.take(bare(text, number === 1), whole);
      else
        notes.push(
          `line ${number} was left out: it has ${bytes(place.length)}, and lines of up to ${bytes(LONGEST)} are read`,
        );
    }
    return notes;
  };
  return {
    push: (chunk) => take(splitter.push(chunk)),
    end() {
      const notes = take(splitter.end());
      reader.end();
      return notes;
    },
  };
}

/** A line without a CR at its end, the first one without a BOM. */
function bare(line: string, isFirst: boolean): string {
  const text = isFirst && line.startsWith('\ufeff') ? line.slice(1) : line;
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

/** The first bytes of a log as text. */
const headText = (head: Buffer): string => head.toString(isUtf16(head) ? 'utf16le' : 'utf8');

/** What Windows PowerShell writes where its output goes to a file. */
const isUtf16 = (head: Buffer): boolean => head[0] === 0xff && head[1] === 0xfe;

async function* fromUtf16(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new StringDecoder('utf16le');
  for await (const chunk of chunks) yield Buffer.from(decoder.write(chunk));
  yield Buffer.from(decoder.end());
}

const idOf = (head: Buffer, size: number): string =>
  createHash('sha256').update(`${size} `).update(head).digest('hex').slice(0, 32);
