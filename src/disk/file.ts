import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { bytes, seconds } from '../text/measure.ts';
import { codeOf } from '../text/reason.ts';

/**
 * The one door through which files are read: an ordinary file, links followed, up to a size. A pipe, a terminal or
 * `/dev/zero` in the place of a file might never end, and opening one may wait for ever.
 *
 * Everything here throws what the system says, or a {@link FileError}; both end a sentence by `reason` (text/reason.ts).
 */

/** How much of a file is read at most, in bytes, by what it is for. */
export const MOST = {
  /** Settings, what is remembered, presets, tokens, variables, certificates, keys. */
  small: 16_000_000,
  /** Configs of clients, some of which keep all else in them, too. */
  config: 64_000_000,
  /** What is sent: arguments, steps, the content of a parameter. */
  content: 256_000_000,
} as const;

/** What was found is not a file that can be read here; the message ends a sentence. */
class FileError extends Error {
  override name = 'FileError';
}

/** The bytes of an ordinary file. */
export function readBytes(path: string, most: number): Buffer {
  const fd = openOrdinary(path);
  try {
    return readAll(fd, most);
  } finally {
    closeSync(fd);
  }
}

/**
 * The bytes of a file that the person named on the command line, which may also be `/dev/null`, or a pipe that their
 * shell has handed to us, as `<(pass show token)` is. Those are waited on for {@link PATIENCE} ms in all.
 */
export function readGiven(path: string, most: number): Buffer {
  const found = statSync(path);
  if (isNull(found)) return Buffer.alloc(0);
  if (!found.isFIFO() || !HANDED.test(path)) return readBytes(path, most);
  const fd = openSync(path, FLAGS);
  try {
    return readAll(fd, most);
  } finally {
    closeSync(fd);
  }
}

/** The first bytes of an ordinary file, up to `most`. */
export function readHead(path: string, most: number): Buffer {
  const fd = openOrdinary(path);
  try {
    const head = Buffer.alloc(most);
    return head.subarray(0, readSync(fd, head, 0, most, 0));
  } finally {
    closeSync(fd);
  }
}

/** Opens an ordinary file for reading; who opens it closes it. */
export function openOrdinary(path: string): number {
  // Looked at before it is opened, since that has effects on a device, and again behind it: it may be another by then.
  insistOrdinary(statSync(path));
  const fd = openSync(path, FLAGS);
  try {
    insistOrdinary(fstatSync(fd));
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** A text without its byte order mark. */
export const textOf = (content: Buffer): string => content.toString('utf8').replace(/^\uFEFF/, '');

/** ms that a pipe may be silent in all. Nothing else is done meanwhile; ctrl+c ends what writes into it as well. */
const PATIENCE = 60_000;

/** Nothing waits for the other end of a pipe; Windows has no such flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** How shells name a pipe that they hand over. */
const HANDED = /^\/(?:dev|proc\/(?:self|\d+))\/fd\/\d+$|^\/dev\/stdin$/;

/** As many bytes at a time. */
const CHUNK = 256 * 1024;

/** Throws a {@link FileError} for what is not an ordinary file. */
export function insistOrdinary(found: Stats): void {
  if (found.isFile()) return;
  if (found.isDirectory()) throw new FileError('it is a folder');
  if (found.isFIFO()) throw new FileError('it is a pipe: save its output to a file first');
  throw new FileError(found.isSocket() ? 'it is a socket, not a file' : 'it is a device, not a file');
}

function isNull(found: Stats): boolean {
  return found.isCharacterDevice() && found.rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
}

/** The size that the system reports is not reliable: its own files have none, and others grow. */
function readAll(fd: number, most: number): Buffer {
  const { size } = fstatSync(fd);
  if (size > most) throw tooLarge(most);
  const chunks: Buffer[] = [];
  const read = createPatientReader(fd);
  let length = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(Math.max(1024, Math.min(CHUNK, size - length + 1)));
    const count = read(chunk);
    if (count === 0) return Buffer.concat(chunks, length);
    chunks.push(chunk.subarray(0, count));
    length += count;
    if (length > most) throw tooLarge(most);
  }
}

const tooLarge = (most: number): FileError =>
  new FileError(`it has more than ${bytes(most)}, the limit: use a smaller file`);

/** Reads what is there; of a pipe that is still silent it waits for more. */
function createPatientReader(fd: number): (chunk: Buffer) => number {
  let waited = 0;
  return (chunk) => {
    for (; ; waited += PAUSE) {
      try {
        return readSync(fd, chunk, 0, chunk.length, null);
      } catch (error) {
        if (codeOf(error) !== 'EAGAIN') throw error;
      }
      if (waited >= PATIENCE) throw new FileError(`it is a pipe that was silent for ${seconds(PATIENCE)}`);
      Atomics.wait(CLOCK, 0, 0, PAUSE);
    }
  };
}

/** ms between two looks at a silent pipe. */
const PAUSE = 1;
const CLOCK = new Int32Array(new SharedArrayBuffer(4));
