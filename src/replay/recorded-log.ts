import { closeSync, readSync } from 'node:fs';
import { openOrdinary } from '../disk/file.ts';
import { parse } from '../json/parse.ts';
import { isObject } from '../json/shape.ts';
import { type Accepted, createIntake, type Judges } from '../session/intake.ts';
import { createLog, type Log } from '../session/log/log.ts';
import { isOpen } from '../session/negotiation.ts';
import { fold, initialState } from '../session/reduce.ts';
import type { SessionState } from '../session/state.ts';
import { opensConnection } from '../spec/methods.ts';
import { readLine } from '../transcript/line.ts';
import { createLineSplitter, LONGEST, type PlacedLine } from '../transcript/lines.ts';
import type { ReadEntry } from '../transcript/read.ts';

/** Bytes that are read at a time. */
const CHUNK = 1024 * 1024;
const LF = 10;

/**
 * Reads a recording whole without judging what is in it, for whoever answers from it and has to start at once. What is wrong
 * with the file is thrown as a `TranscriptError`, which names it; lines that cannot be used are passed over.
 */
export async function readRecordedLog(path: string): Promise<Log> {
  const fd = ownAt(path);
  if (fd === undefined) return readOther(path);
  try {
    const log = createUnjudged(path);
    const splitter = createLineSplitter();
    let isHead = true;
    const take = (lines: readonly PlacedLine[]): void => {
      for (const line of lines) {
        if (!isHead && line.place.length <= LONGEST) log.add(line);
        isHead = false;
      }
    };
    for (let chunk = nextOf(fd); chunk.length > 0; chunk = nextOf(fd)) take(splitter.push(chunk));
    take(splitter.end());
    return log.log;
  } finally {
    closeSync(fd);
  }
}

/** What follows in a file, in bytes of its own: what is left of its last line is kept until the next chunk is there. */
function nextOf(fd: number, from: number | null = null): Buffer {
  const chunk = Buffer.allocUnsafe(CHUNK);
  return chunk.subarray(0, readSync(fd, chunk, 0, CHUNK, from));
}

/** A recording of ours, behind a look at its first line; nothing where the file is anything else, which costs more to say than all here. */
function ownAt(path: string): number | undefined {
  let fd: number | undefined;
  try {
    fd = openOrdinary(path);
    const head = nextOf(fd, 0);
    const end = head.indexOf(LF);
    const first = head.toString('utf8', 0, end < 0 ? head.length : end);
    const header = parse(first.replace(/^\ufeff/, ''));
    if (isObject(header) && header['format'] === 'mcp-transcript' && header['version'] === 1) return fd;
  } catch {
    // It is said by who opens it again.
  }
  if (fd !== undefined) closeSync(fd);
  return undefined;
}

/** A log of another program; throws what is wrong with what is none. */
async function readOther(path: string): Promise<Log> {
  const { openWritten } = await import('../transcript/written.ts');
  const transcript = await openWritten(path);
  try {
    const log = createUnjudged(path);
    for await (const { entries } of transcript.batches()) for (const one of entries) log.take(one);
    return log.log;
  } finally {
    transcript.close();
  }
}

/** A log to which lines are added by what relates them to each other alone. */
function createUnjudged(path: string) {
  let state = initialState({ transport: 'recorded', path, of: '' });
  const judges: Judges = {
    check: () => [],
    readPage: () => ({ items: [], findings: [] }),
    validate: () => ({ problems: [] }),
  };
  const intake = createIntake(() => state, judges);
  const log = createLog(Number.POSITIVE_INFINITY);
  let last = 0;
  const take = ({ entry, message, place }: ReadEntry): void => {
    if (entry.seq <= last) return;
    last = entry.seq;
    const accepted = intake.accept(entry, message);
    log.add(accepted, place);
    if (!isBesideState(state, accepted)) state = fold(state, accepted);
  };
  return {
    log,
    add({ text, place }: PlacedLine): void {
      const line = readLine(text);
      if (line.kind === 'entry') take({ ...line, place });
    },
    take,
  };
}

/** In an open connection of the legacy era it says nothing of how other lines are related, unless it opens one as well. */
const isBesideState = (state: SessionState, { entry, request }: Accepted): boolean =>
  entry.type === 'frame' && state.era === 'legacy' && isOpen(state) && !opensConnection(request?.method);
