import { closeSync, readSync } from 'node:fs';
import { openOrdinary } from '../disk/file.ts';
import { parse } from '../json/parse.ts';
import { isObject } from '../json/shape.ts';
import { createIntake, type Judges } from '../session/intake.ts';
import { createLog, type Log } from '../session/log/log.ts';
import { initialState } from '../session/reduce.ts';
import { createStore } from '../session/store.ts';
import { readLine } from '../transcript/line.ts';
import { createLineSplitter, LONGEST, type PlacedLine } from '../transcript/lines.ts';

/** Bytes that are read at a time. */
const CHUNK = 1024 * 1024;

/**
 * Reads a recording whole without judging what is in it, for whoever answers from it and has to start at once. What is wrong
 * with the file is thrown as a `TranscriptError`, which names it; lines that cannot be used are passed over.
 */
export async function readRecordedLog(path: string): Promise<Log> {
  const fd = await opened(path);
  try {
    const log = createUnjudged(path);
    const splitter = createLineSplitter();
    const chunk = Buffer.alloc(CHUNK);
    let isHead = true;
    const take = (lines: readonly PlacedLine[]): void => {
      for (const line of lines) {
        if (!isHead && line.place.length <= LONGEST) log.add(line);
        isHead = false;
      }
    };
    for (let length = readSync(fd, chunk); length > 0; length = readSync(fd, chunk)) {
      // What is left of the last line is kept until the next chunk is there.
      take(splitter.push(Buffer.from(chunk.subarray(0, length))));
    }
    take(splitter.end());
    return log.log;
  } finally {
    closeSync(fd);
  }
}

/** The file behind a look at its first line. What says what is wrong with it costs more than all else here. */
async function opened(path: string): Promise<number> {
  let fd: number | undefined;
  try {
    fd = openOrdinary(path);
    const head = Buffer.alloc(CHUNK);
    const [first = ''] = head.toString('utf8', 0, readSync(fd, head, 0, CHUNK, 0)).split('\n', 1);
    const header = parse(first.replace(/^\ufeff/, ''));
    if (isObject(header) && header['format'] === 'mcp-transcript' && header['version'] === 1) return fd;
  } catch {
    // It is said below.
  }
  if (fd !== undefined) closeSync(fd);
  const { openTranscript } = await import('../transcript/read.ts');
  const transcript = openTranscript(path);
  transcript.close();
  return openOrdinary(path);
}

/** A log to which lines are added by what relates them to each other alone. */
function createUnjudged(path: string) {
  const store = createStore(initialState({ transport: 'recorded', path, of: '' }), setImmediate);
  const judges: Judges = {
    check: () => [],
    readPage: () => ({ items: [], findings: [] }),
    validate: () => ({ problems: [] }),
  };
  const intake = createIntake(store.stateWithoutCounts, judges);
  const log = createLog(Number.POSITIVE_INFINITY);
  let last = 0;
  return {
    log,
    add({ text, place }: PlacedLine): void {
      const line = readLine(text);
      if (line.kind !== 'entry' || line.entry.seq <= last) return;
      last = line.entry.seq;
      const accepted = intake.accept(line.entry, line.message);
      log.add(accepted, place);
      store.dispatch(accepted);
    },
  };
}
