import { closeSync, fstatSync, read, statSync, watch } from 'node:fs';
import { promisify } from 'node:util';
import { openOrdinary } from '../disk/file.ts';
import type { Clock } from '../time/clock.ts';

/** What has to be known of a file that is still written, in order to read behind its writer. */
export interface Growing {
  readonly clock: Pick<Clock, 'now' | 'later'>;
  /** Aborted when nobody reads any more. */
  readonly stop: AbortSignal;
  /** Whether nothing more will be written; `quiet` are the ms since something was. */
  readonly isOver: (quiet: number) => boolean;
  /** It is our own copy of something, whose path says nothing. */
  readonly isCopy: boolean;
  /** A new file at its path goes on with it, and one that is cut off begins again: a log, and no recording. */
  readonly rotates?: true;
  /** Takes what a reader should know, in a sentence. */
  readonly remark: (sentence: string) => void;
}

/** Bytes. Small, so that a key waits for no more than one of them. */
export const CHUNK = 64 * 1024;
/** ms after which a file is looked at anyway: on some file systems nobody tells of changes. */
const POLL = 250;
/** ms between two looks, so that who writes each line by itself is read many lines at a time. */
const REST = 30;

const readAt = promisify(read);

/**
 * The bytes of a file as they are written, until it is over; an empty chunk says that all there was has been read. A file
 * that is deleted or moved is read on, as what writes it has it open as well; one that was cut is not. Of a log that rotates, the new
 * file at its path is read on, too.
 */
export async function* growingChunks(first: number, path: string, growing: Growing): AsyncGenerator<Buffer> {
  const { clock, stop, isOver, isCopy, remark } = growing;
  const changes = changesOf(path, growing);
  const rotates = growing.rotates === true && !isCopy;
  let fd = first;
  let position = 0;
  let grown = clock.now();
  let isThere = !isCopy;
  let isLineOver = true;
  /** A line that was not ended is over: what comes now is from the start of a file. */
  const startAgain = (): Buffer => {
    position = 0;
    return Buffer.from(isLineOver ? '' : '\n');
  };
  try {
    while (!stop.aborted) {
      const over = isOver(clock.now() - grown);
      const from = position;
      if (fstatSync(fd).size < from) {
        remark(rotates ? EMPTIED : CUT);
        if (!rotates) return;
        yield startAgain();
      }
      for (;;) {
        const chunk = Buffer.allocUnsafe(CHUNK);
        const { bytesRead } = await readAt(fd, chunk, 0, CHUNK, position);
        if (bytesRead === 0 || stop.aborted) break;
        position += bytesRead;
        isLineOver = chunk[bytesRead - 1] === 10;
        yield chunk.subarray(0, bytesRead);
      }
      if (position !== from) grown = clock.now();
      else if (over) return;
      yield Buffer.alloc(0);
      const isMoved = isThere && !isSame(fd, path);
      const next = isMoved && rotates && position === from ? opened(path) : undefined;
      if (next !== undefined) {
        if (fd !== first) closeSync(fd);
        fd = next;
        remark(ROTATED);
        yield startAgain();
      } else if (isMoved && !rotates) {
        isThere = false;
        remark(GONE);
      }
      await changes.next();
    }
  } finally {
    if (fd !== first) closeSync(fd);
    changes.close();
  }
}

const CUT = 'the file was cut off while it was followed: what was read before is shown, and nothing after';
const EMPTIED = 'the file was cut off: it is read from its start again';
const ROTATED = 'the file was replaced by a new one, which is read on';
const GONE =
  'the file was deleted, moved or replaced by another one; the one that was opened is still followed';

/** The new file at a path, once there is one. */
function opened(path: string): number | undefined {
  try {
    return openOrdinary(path);
  } catch {
    return undefined;
  }
}

/** Whether the file is still the one at its path. */
function isSame(fd: number, path: string): boolean {
  const [opened, now] = [fstatSync(fd), statSync(path, { throwIfNoEntry: false })];
  return now !== undefined && now.ino === opened.ino && now.dev === opened.dev;
}

/** Waits for changes of a file, or in a folder. */
export interface Changes {
  /** Resolves a moment after the next change, or when it is time to look anyway. */
  next(): Promise<void>;
  close(): void;
}

/** Looks out for changes at a path, where there need be nothing. */
export function changesOf(path: string, { clock, stop }: Pick<Growing, 'clock' | 'stop'>): Changes {
  let changed = false;
  let wake = (): void => {};
  const onChange = (): void => {
    changed = true;
    wake();
  };
  const wait = (ms: number, untilChange: boolean): Promise<void> =>
    new Promise((resolve) => {
      const cancel = clock.later(ms, () => done());
      const done = (): void => {
        cancel();
        stop.removeEventListener('abort', done);
        wake = () => {};
        resolve();
      };
      stop.addEventListener('abort', done, { once: true });
      if (untilChange) wake = done;
      if (stop.aborted || (untilChange && changed)) done();
    });
  const watcher = watcherOf(path, onChange);
  return {
    async next() {
      await wait(REST, false);
      await wait(POLL, true);
      changed = false;
    },
    close: () => watcher?.close(),
  };
}

/** Nothing where the system has no watchers, or no more of them. */
function watcherOf(path: string, onChange: () => void): { close(): void } | undefined {
  try {
    return watch(path, { persistent: false }, onChange).on('error', () => {});
  } catch {
    return undefined;
  }
}
