import { createHash } from 'node:crypto';
import { closeSync, fstatSync } from 'node:fs';
import { basename } from 'node:path';
import { openOrdinary } from '../../disk/file.ts';
import { isObject } from '../../json/shape.ts';
import type { ByteRange } from '../../session/log/log.ts';
import { bytes } from '../../text/measure.ts';
import { reason } from '../../text/reason.ts';
import { type Growing, growingChunks } from '../growing.ts';
import type { Header } from '../header.ts';
import { createLineSplitter, LONGEST, type PlacedLine } from '../lines.ts';
import { readSeparateNotes } from '../notes.ts';
import { type Batch, fileChunks, type ReadEntry, type Transcript } from '../read.ts';
import { TranscriptError } from '../read-header.ts';
import { createCopy } from './copy.ts';
import type { ForeignKind, LogItem, LogOutput } from './kind.ts';
import { kindOf } from './kinds.ts';
import { createNumbering } from './numbering.ts';
import { unknownLog } from './unknown.ts';

/**
 * Opens a log of another program as if it were a transcript. Rejects with a {@link TranscriptError} that names the file and, where
 * it is of no kind that is known, what was looked for.
 *
 * @param head its first bytes, by which its kind is recognized
 */
export async function openLog(path: string, head: Buffer): Promise<Transcript> {
  const file = basename(path);
  const kind = kindOf(file, head.toString('utf8'));
  if (kind === undefined) throw new TranscriptError(`cannot open ${path}: ${unknownLog(head)}`);
  let fd: number | undefined;
  try {
    fd = openOrdinary(path);
    const { size } = fstatSync(fd);
    const known = kind.form === 'lines' ? glance(kind, head) : await whole(kind, fileChunks(fd, path));
    return opened(path, fd, kind, known, headerOf(kind, known.items, idOf(head, size)));
  } catch (error) {
    if (fd !== undefined) closeSync(fd);
    throw new TranscriptError(`cannot open ${path}: ${reason(error)}`, { cause: error });
  }
}

/** What was read of a log before it is opened: of a document all of it, of others as much as tells what the header says. */
interface Known {
  readonly items: readonly LogItem[];
  readonly assumed: readonly Parameters<LogOutput['assume']>[];
}

function opened(path: string, fd: number, kind: ForeignKind, known: Known, header: Header): Transcript {
  const copy = createCopy(header);
  const { size } = fstatSync(fd);
  const began = known.items.find(({ at }) => at !== undefined)?.at;
  const numbering = createNumbering(began, kind.tool);
  let entries: ReadEntry[] = [];
  const keep = (made: readonly Omit<ReadEntry, 'place'>[]): void => {
    for (const one of made) {
      const { entry, message } = one;
      const place: ByteRange = copy.write(entry);
      entries.push(message === undefined ? { entry, place } : { entry, message, place });
    }
  };
  const taken = (): readonly ReadEntry[] => {
    const now = entries;
    entries = [];
    return now;
  };
  const rest = (read: number): Batch => {
    keep(numbering.end());
    const { entries: notes, remarks } = readSeparateNotes(path);
    for (const entry of notes) entries.push({ entry });
    return { entries: taken(), notes: remarks, read, isIdle: false };
  };

  async function* lines(growing: Growing | undefined): AsyncGenerator<Batch> {
    const feed = createFeed(kind, {
      add: (item) => keep(numbering.take(item)),
      assume: numbering.assume,
    });
    let read = 0;
    for await (const chunk of growing === undefined
      ? fileChunks(fd, path)
      : growingChunks(fd, path, growing)) {
      read += chunk.length;
      const notes = feed.push(chunk);
      yield { entries: taken(), notes, read, isIdle: chunk.length === 0 };
    }
    yield { entries: taken(), notes: feed.end(), read, isIdle: false };
    yield rest(read);
  }

  async function* document(): AsyncGenerator<Batch> {
    for (const one of known.assumed) numbering.assume(...one);
    for (let from = 0; from < known.items.length; from += SLICE) {
      for (const item of known.items.slice(from, from + SLICE)) keep(numbering.take(item));
      const read = (size * from) / known.items.length;
      yield { entries: taken(), notes: [], read, isIdle: false };
    }
    yield rest(size);
  }

  return {
    path,
    log: { name: kind.name, server: serverOf(known.items) ?? basename(path).replace(/\.\w+$/, '') },
    header,
    size,
    written: () => fstatSync(fd).mtimeMs,
    batches: kind.form === 'lines' ? lines : document,
    source: copy.source,
    close() {
      closeSync(fd);
      copy.close();
    },
  };
}

/** Things of a document that are numbered before a key is looked at again. */
const SLICE = 500;

/** Reads a log as its kind, a chunk at a time; what could not be read is returned in sentences. */
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
      if (place.length > LONGEST)
        notes.push(
          `line ${number} was left out: it has ${bytes(place.length)}, and lines of up to ${bytes(LONGEST)} are read`,
        );
      else reader.take(bare(text, number === 1), whole);
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

/** What the beginning of a log tells. */
function glance(kind: ForeignKind, head: Buffer): Known {
  const items: LogItem[] = [];
  createFeed(kind, { add: (item) => void items.push(item), assume: () => {} }).push(head);
  return { items, assumed: [] };
}

async function whole(kind: ForeignKind, chunks: AsyncIterable<Buffer>): Promise<Known> {
  const items: LogItem[] = [];
  const assumed: Parameters<LogOutput['assume']>[] = [];
  const read: Buffer[] = [];
  for await (const chunk of chunks) read.push(chunk);
  const reader = kind.read({
    add: (item) => void items.push(item),
    assume: (...one) => void assumed.push(one),
  });
  reader.take(bare(Buffer.concat(read).toString('utf8'), true), true);
  reader.end();
  return { items, assumed };
}

/** The header that the log would have had as a transcript. What nobody knows is empty; a log without times begins in 1970. */
function headerOf({ tool }: ForeignKind, items: readonly LogItem[], id: string): Header {
  const began = items.find(({ at }) => at !== undefined)?.at ?? 0;
  return {
    ...{ type: 'header', seq: 0, t: 0, format: 'mcp-transcript', version: 1, id },
    started: new Date(began).toISOString(),
    tool: { name: tool, version: '' },
    target: { transport: 'unknown' },
    client: clientOf(items),
    redaction: { on: false, version: 1 },
  };
}

/** The same log has the same id, whoever opens it. */
const idOf = (head: Buffer, size: number): string =>
  createHash('sha256').update(`${size} `).update(head).digest('hex').slice(0, 32);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function clientOf(items: readonly LogItem[]): Header['client'] {
  for (const item of items) {
    if (item.type !== 'message' || !isObject(item.message) || item.message['method'] !== 'initialize')
      continue;
    const { clientInfo, capabilities } = isObject(item.message['params']) ? item.message['params'] : {};
    const { name, version } = isObject(clientInfo) ? clientInfo : {};
    return {
      name: text(name),
      version: text(version),
      capabilities: isObject(capabilities) ? capabilities : {},
    };
  }
  return { name: '', version: '', capabilities: {} };
}

/** What the server calls itself. */
function serverOf(items: readonly LogItem[]): string | undefined {
  for (const item of items) {
    if (item.type !== 'message' || !isObject(item.message) || !isObject(item.message['result'])) continue;
    const { serverInfo } = item.message['result'];
    if (isObject(serverInfo)) return text(serverInfo['name']) || undefined;
  }
  return undefined;
}
