import { resolve } from 'node:path';
import { MOST } from '../disk/file.ts';
import { isMissing, reason } from '../text/reason.ts';

/** Where a command line was typed. */
export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  /** The text of a file of at most so many bytes; throws an error that `reason` can explain. */
  readonly readFile: (path: string, most: number) => string;
}

/** The text of a file that the user named; throws a TargetError when it cannot be read. */
export function readNamedFile(
  file: string,
  shell: Pick<Shell, 'cwd' | 'readFile'>,
  most: number = MOST.small,
): string {
  try {
    return shell.readFile(resolve(shell.cwd, file), most);
  } catch (error) {
    throw new TargetError(
      isMissing(error) ? `no such file: ${file}` : `cannot read ${file}: ${reason(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** The target is not usable as typed. The message names the thing and the next step. */
export class TargetError extends Error {
  override name = 'TargetError';
}
