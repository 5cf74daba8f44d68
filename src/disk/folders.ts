import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isMissing } from '../text/reason.ts';

/**
 * Makes a folder with all above it that are missing, for the user alone (0700); one that is there stays as it is. Returns
 * the first that had to be made, if any had. Throws what the system says.
 *
 * Not left to Node.js, whose recursive way never ends, and takes no signal, where a folder that is there says of those in
 * it that they are missing whenever one is made: `/proc`.
 */
export function makeFolders(folder: string): string | undefined {
  const path = resolve(folder);
  try {
    return madeOne(path);
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error;
  }
  const first = makeFolders(dirname(path));
  const made = madeOne(path);
  return first ?? made;
}

/** The folder if it was made, nothing if it is there. */
function madeOne(path: string): string | undefined {
  try {
    mkdirSync(path, { mode: 0o700 });
    return path;
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined;
    throw error;
  }
}
