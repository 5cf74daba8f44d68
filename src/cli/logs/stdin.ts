import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reason } from '../../text/reason.ts';
import { visible } from '../../text/visible.ts';
import { UsageError } from '../exit.ts';
import type { Io } from '../io.ts';

/** The operand that means the standard input. */
export const STDIN = '-';

/** What is said of the standard input in the place of a path. */
export const STDIN_NAME = 'standard input';

/** Our standard input as a file: older lines are read back from there. */
export interface KeptStdin {
  readonly path: string;
  readonly ended: () => boolean;
  /** Resolves when it has ended. */
  readonly whole: Promise<void>;
  /** It is open by now: whoever has it open reads on where the system allows that. */
  opened(): void;
  /** Nobody reads it any more. */
  remove(): void;
}

/** Where a file that is open can be opened again, though it has no name any more. */
const OPEN = '/proc/self/fd';

/**
 * A file that nobody else can read. Where the system allows it, it has no name from the start and is gone with this process, however
 * that ends.
 */
function begun() {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'mcp-loupe-'));
    const path = join(folder, 'stdin');
    const fd = openSync(path, 'wx+', 0o600);
    const nameless = `${OPEN}/${fd}`;
    if (!existsSync(nameless)) return { folder, path, fd };
    rmSync(folder, { recursive: true });
    return { folder, path: nameless, fd };
  } catch (error) {
    throw new UsageError(
      `the standard input cannot be kept in ${tmpdir()}: ${reason(error)}; set TMPDIR to a folder with room`,
    );
  }
}

/** Begins to keep it in a folder that nobody else can read; throws a UsageError where it is a terminal. */
export function keepStdin(io: Io): KeptStdin {
  if (process.stdin.isTTY)
    throw new UsageError(
      'open - reads a recording or a log from a pipe: ssh host cat FILE | mcp-loupe open --follow -',
    );
  const { folder, path, fd } = begun();
  let [ended, isOpen] = [false, false];
  /** Until somebody has it open, it may be opened by this alone. */
  const release = (): void => {
    if (ended && isOpen) closeSync(fd);
  };
  const keep = async (): Promise<void> => {
    try {
      for await (const bytes of io.stdinBytes?.() ?? [])
        for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    } catch (error) {
      io.err(visible(`the standard input could not be kept in ${tmpdir()}: ${reason(error)}`));
    }
    ended = true;
    release();
  };
  const remove = (): void => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // The input has not ended, and is still kept there.
    }
  };
  return {
    path,
    ended: () => ended,
    whole: keep(),
    opened: () => {
      if (isOpen) return;
      isOpen = true;
      release();
      if (process.platform !== 'win32') remove();
    },
    remove,
  };
}
