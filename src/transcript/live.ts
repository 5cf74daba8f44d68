import { lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readHead } from '../disk/file.ts';
import { makeFolders } from '../disk/folders.ts';
import { codeOf, isMissing } from '../text/reason.ts';

/**
 * Says that a process writes to `path` (absolute), by a small file in `.live` of the recordings folder, wherever
 * the recording itself stands; returns the way to take it back. It is named after the process, so that what a
 * crash leaves can be recognized. Throws what the disk says.
 */
export function markLive(folder: string, recording: { pid: number; id: string; path: string }): () => void {
  const file = join(folder, '.live', `${recording.pid}-${recording.id}`);
  makeFolders(join(folder, '.live'));
  writeFileSync(file, recording.path, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/** The files that living processes write to; forgets those of the dead. */
export function liveFiles(folder: string, alive: (pid: number) => boolean = isAlive): ReadonlySet<string> {
  const live = join(folder, '.live');
  const files = new Set<string>();
  for (const name of fileNamesIn(live)) {
    const file = join(live, name);
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) continue;
    if (alive(Number.parseInt(name, 10))) files.add(readHead(file, LONGEST_PATH).toString('utf8'));
    else rmSync(file, { force: true });
  }
  return files;
}

/** Bytes. */
const LONGEST_PATH = 16 * 1024;

/** The names in a folder; empty when it does not exist. */
export function fileNamesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Whether there is such a process, ours or somebody else's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
