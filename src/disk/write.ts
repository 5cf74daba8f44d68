import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
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
 * Puts a file in the place of another at once: whoever reads it sees the old one or the new one, and where the disk is
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
  const made = makeFolders(dirname(path));
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined) insistOrdinary(found);
  const place = found === undefined ? path : realpathSync(path);
  const fresh = `${place}.${process.pid}.new`;
  try {
    writeFileSync(fresh, content, { mode });
    if (found !== undefined) keepAs(fresh, found);
    last?.();
    renameSync(fresh, place);
    return made;
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
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
export interface Begun {
  /** Throws what the system says. */
  write(piece: Uint8Array): void;
  /** Puts it in its place, over what is there; a link is followed. Throws what the system says. */
  end(): void;
  /** Leaves nothing of it. */
  undo(): void;
}

/** Begins a file that is the user's alone (0600) beside its place. Throws like {@link append}. */
export function begin(path: string): Begun {
  makeFolders(dirname(path));
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined) insistOrdinary(found);
  const place = found === undefined ? path : realpathSync(path);
  const fresh = `${place}.${process.pid}.new`;
  const fd = openSync(fresh, 'wx', 0o600);
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
  return {
    write: (piece) => writeWhole(fd, piece),
    end() {
      close();
      renameSync(fresh, place);
    },
    undo() {
      close();
      rmSync(fresh, { force: true });
    },
  };
}
