import { existsSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { liveFiles, namesIn } from './live.ts';
import { notesFile } from './notes.ts';
import { suffix } from './place.ts';
import { countLines } from './recordings.ts';

/** How much is kept: all bytes together, and days since the last line. */
export interface Keeping {
  readonly bytes: number;
  readonly days: number;
}

const keeping: Keeping = { bytes: 2 * 1024 ** 3, days: 30 };

/**
 * Deletes the oldest recordings of the default folder beyond what is kept; never one with notes or marks, nor one
 * that is being written. Returns what it deleted.
 */
export async function prune(folder: string, now: Date, keep: Keeping = keeping): Promise<readonly string[]> {
  const files = namesIn(folder)
    .filter((name) => name.endsWith(suffix))
    .flatMap((name) => {
      const path = join(folder, name);
      // Another process may prune at the same time; what is no file was not written by us.
      const found = lstatSync(path, { throwIfNoEntry: false });
      return found?.isFile() !== true ? [] : [{ path, size: found.size, mtimeMs: found.mtimeMs }];
    })
    .sort((a, b) => a.mtimeMs - b.mtimeMs);
  const oldest = now.getTime() - keep.days * 24 * 60 * 60 * 1000;
  const live = liveFiles(folder);
  let total = files.reduce((sum, file) => sum + file.size, 0);
  const deleted: string[] = [];
  for (const { path, size, mtimeMs } of files) {
    if (mtimeMs >= oldest && total <= keep.bytes) break;
    if (live.has(path) || (await isNoted(path))) continue;
    rmSync(path, { force: true });
    total -= size;
    deleted.push(path);
  }
  return deleted;
}

async function isNoted(path: string): Promise<boolean> {
  if (existsSync(notesFile(path))) return true;
  const { counts } = await countLines(path, ['note']);
  return (counts.note ?? 0) > 0;
}
