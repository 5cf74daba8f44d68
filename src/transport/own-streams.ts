import {
  closeSync,
  constants,
  createReadStream,
  createWriteStream,
  fstatSync,
  openSync,
  type Stats,
} from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { isatty, ReadStream, WriteStream } from 'node:tty';

/** Our stdin, as it comes. */
export interface OwnInput {
  readonly stream: Readable;
  /** Nobody reads it any more: whoever writes into it is told so by the system. */
  close(): void;
}

/** Our stdout or stderr. What cannot be written yet waits here and stops nothing else. */
export interface OwnOutput {
  readonly stream: Writable;
  /** Closes it once all has been written, so that its reader comes to its end; calls back then. */
  end(done: () => void): void;
  /** Whether anybody reads it; only of a pipe of Linux that is known before anything is written. */
  hasReader(): boolean | undefined;
}

/** Bytes that may wait for a slow reader before its writer has to. */
const MOST = 256 * 1024;

/**
 * Our stdin. A pipe is opened once more where the system can: reading must not wait, and this is a property of what is
 * opened, which we share with whoever has started us.
 */
export function ownInput(): OwnInput {
  const fd = reopened(0, constants.O_RDONLY);
  const stream = readerOf(fd, kindOf(fd));
  return {
    stream,
    close() {
      stream.destroy();
      forget(fd);
    },
  };
}

/** Our stdout or stderr, in the same way. */
export function ownOutput(own: 1 | 2): OwnOutput {
  const fd = reopened(own, constants.O_WRONLY);
  const stream = writerOf(fd, kindOf(fd));
  return {
    stream,
    end(done) {
      const close = (): void => {
        stream.destroy();
        forget(fd);
        done();
      };
      if (stream.destroyed || stream.errored !== null) close();
      else stream.write('', close);
    },
    hasReader() {
      if (process.platform !== 'linux' || !stat(fd)?.isFIFO()) return undefined;
      try {
        closeSync(openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK));
        return true;
      } catch {
        return false;
      }
    },
  };
}

function readerOf(fd: number, kind: ReturnType<typeof kindOf>): Readable {
  switch (kind) {
    case 'terminal':
      return new ReadStream(fd);
    case 'flow':
      return new Socket({ fd, readable: true, writable: false });
    case 'file':
      return createReadStream('', { fd, autoClose: false });
  }
}

function writerOf(fd: number, kind: ReturnType<typeof kindOf>): Writable {
  switch (kind) {
    case 'terminal':
      return new WriteStream(fd);
    case 'flow':
      return new Socket({ fd, readable: false, writable: true, writableHighWaterMark: MOST } as object);
    case 'file':
      return createWriteStream('', { fd, autoClose: false, highWaterMark: MOST });
  }
}

/** Files are always ready; a terminal has a stream of its own. */
function kindOf(fd: number): 'terminal' | 'flow' | 'file' {
  if (isatty(fd)) return 'terminal';
  const found = stat(fd);
  return found?.isFIFO() || found?.isSocket() ? 'flow' : 'file';
}

/** Another opening of the same pipe, in whose place ours is closed; ours where there is none. */
function reopened(fd: 0 | 1 | 2, access: number): number {
  if (process.platform !== 'linux' || !stat(fd)?.isFIFO()) return fd;
  try {
    const again = openSync(`/proc/self/fd/${fd}`, access | constants.O_NONBLOCK);
    forget(fd);
    return again;
  } catch {
    return fd;
  }
}

function stat(fd: number): Stats | undefined {
  try {
    return fstatSync(fd);
  } catch {
    return undefined;
  }
}

/** Closes one of our three, which a stream leaves open, and puts nothing in its place, so that no file gets its number. */
function forget(fd: number): void {
  if (fd > 2) return;
  try {
    closeSync(fd);
    openSync('/dev/null', constants.O_RDWR);
  } catch {
    // It was closed before, or there is no such device: nothing is lost by that.
  }
}
