import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { insistOrdinary } from './file.ts';
import { makeFolders } from './folders.ts';

/**
 * Appends to an ordinary file, or begins one that is the user's alone (0600); folders that are missing are made (0700).
 * Where the disk is full, what came of it is taken back: no line is left in half. Throws what the system says, or a
 * `FileError`.
 */
export function append(path: string, text: string): void {
  makeFolders(dirname(path));
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined) insistOrdinary(found);
  const fd = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, 0o600);
  try {
    const { size } = fstatSync(fd);
    try {
      writeWhole(fd, Buffer.from(text));
    } catch (error) {
      ftruncateSync(fd, size);
      throw error;
    }
  } finally {
    closeSync(fd);
  }
}

/**
 * Puts a file in the place of another at once: a reader sees the old one or the new one, and where the disk is
 * full the old one stays. A link is followed, and the file keeps its mode. Returns and throws like {@link create}.
 *
 * @param mode of a file that was not there
 * @param last called right before the new file takes the place of the old; what it throws leaves the old one there
 */
export function replace(
  path: string,
  content: string | Uint8Array,
  mode = 0o600,
  last?: () => void,
): string | undefined {
  const file = begin(path, mode);
  try {
    file.write(typeof content === 'string' ? Buffer.from(content) : content);
    last?.();
    file.end();
    return file.made;
  } finally {
    file.undo();
  }
}

/** Gives a file the mode of another one, and its owner as far as we may. */
function keepAs(path: string, { mode, uid, gid }: Stats): void {
  const own = statSync(path);
  if (own.uid !== uid || own.gid !== gid) {
    try {
      chownSync(path, uid, gid);
    } catch {
      // Not ours to give away.
    }
  }
  chmodSync(path, mode & 0o777);
}

/**
 * Writes a file that is not there yet; of one that could not be written to its end nothing is left. Returns the first
 * of the folders that had to be made, if any had. Throws like {@link append}.
 */
export function create(path: string, content: string | Uint8Array): string | undefined {
  const made = makeFolders(dirname(path));
  const fd = openSync(path, 'wx', 0o600);
  try {
    writeWhole(fd, typeof content === 'string' ? Buffer.from(content) : content);
    return made;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
}

/** Writes all of it; a disk that is nearly full takes a part first. */
function writeWhole(fd: number, content: Uint8Array): void {
  for (let done = 0; done < content.length; ) done += writeSync(fd, content, done);
}

/** A file that is written piece by piece, and is there once it is whole. */
export interface NewFile {
  /** The first of the folders that had to be made for it, if any had. */
  readonly made: string | undefined;
  /** Throws what the system says. */
  write(piece: Uint8Array): void;
  /** Puts it in its place, over what is there, whose mode it keeps. Throws what the system says. */
  end(): void;
  /** Leaves nothing of it, unless it is in its place. */
  undo(): void;
}

/**
 * Begins a file beside its place, which is where a link leads. Nothing is left of it where the program ends before. Throws
 * like {@link append}.
 *
 * @param mode of a file that was not there: it is the user's alone
 */
export function begin(path: string, mode = 0o600): NewFile {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined) insistOrdinary(found);
  const place = found === undefined ? linkedFrom(path) : realpathSync(path);
  const made = makeFolders(dirname(place));
  const fresh = `${place}.${Math.random().toString(36).slice(2)}.new`;
  const fd = openSync(fresh, 'wx', mode);
  let isOpen = true;
  let isThere = false;
  const close = (): void => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
  const undo = (): void => {
    process.off('exit', undo);
    close();
    if (!isThere) rmSync(fresh, { force: true });
  };
  process.once('exit', undo);
  return {
    made,
    write: (piece) => writeWhole(fd, piece),
    end() {
      close();
      if (found !== undefined) keepAs(fresh, found);
      renameSync(fresh, place);
      isThere = true;
      process.off('exit', undo);
    },
    undo,
  };
}

/** Where a path leads that is a link to nothing; any other is its own. */
function linkedFrom(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? linkedFrom(resolve(dirname(path), readlinkSync(path))) : path;
}

/** Characters that are written at once. */
const PIECE = 1 << 16;

/**
 * Writes a text in larger pieces than it comes in, a turn apart: a key may be pressed meanwhile. False where it was stopped
 * before its end.
 */
export async function writePieces(
  texts: Iterable<string> | AsyncIterable<string>,
  write: (piece: string) => void | Promise<void>,
  stop: AbortSignal,
): Promise<boolean> {
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < PIECE) continue;
    await write(waiting);
    waiting = '';
    await new Promise((done) => setImmediate(done));
    if (stop.aborted) return false;
  }
  if (stop.aborted) return false;
  await write(waiting);
  return true;
}
