import { fstatSync, read, statSync, watch } from 'node:fs';
import { promisify } from 'node:util';
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
 * that is deleted or moved is read on, as what writes it has it open as well; one that was cut is not.
 */
export async function* growingChunks(fd: number, path: string, growing: Growing): AsyncGenerator<Buffer> {
  const { clock, stop, isOver, isCopy, remark } = growing;
  const changes = changesOf(path, growing);
  let position = 0;
  let grown = clock.now();
  let isThere = !isCopy;
  try {
    while (!stop.aborted) {
      const over = isOver(clock.now() - grown);
      const from = position;
      if (fstatSync(fd).size < from) {
        remark(
          'the file was cut off while it was followed: what was read before is shown, and nothing after',
        );
        return;
      }
      for (;;) {
        const chunk = Buffer.allocUnsafe(CHUNK);
        const { bytesRead } = await readAt(fd, chunk, 0, CHUNK, position);
        if (bytesRead === 0 || stop.aborted) break;
        position += bytesRead;
        yield chunk.subarray(0, bytesRead);
      }
      if (position > from) grown = clock.now();
      else if (over) return;
      yield Buffer.alloc(0);
      if (isThere && !isSame(fd, path)) {
        isThere = false;
        remark(
          'the file was deleted, moved or replaced by another one; the one that was opened is still followed',
        );
      }
      await changes.next();
    }
  } finally {
    changes.close();
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
