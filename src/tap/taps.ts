import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readHead } from '../disk/file.ts';
import { makeFolders } from '../disk/folders.ts';
import { stateFolder } from '../disk/place.ts';
import { replace } from '../disk/write.ts';
import { parse } from '../json/parse.ts';
import { isObject } from '../json/shape.ts';
import { fileNamesIn, isAlive } from '../transcript/live.ts';
import { suffix } from '../transcript/place.ts';

/** Says that a process records what passes between a client and its server: the small file beside the transcript. */
export interface TapMark {
  readonly pid: number;
  /** Which client it was installed for. */
  readonly client?: string;
  /** What the client's configuration calls the server. */
  readonly server?: string;
  /** The transcript, absolute. */
  readonly path: string;
  /** When it began, in ISO 8601. */
  readonly started: string;
}

/** Where taps record unless told otherwise, and where all of them have their marks, in the state folder of the user. */
export const tapsFolder = (): string => join(stateFolder(), 'taps');

const MARK = '.lock';
/** Bytes of a mark. */
const LONGEST = 64 * 1024;

/** Marks a tap as live; returns the way to take it back. Throws what the disk says. */
export function markTap(folder: string, mark: TapMark): () => void {
  makeFolders(folder);
  const file = join(folder, `${basename(mark.path, suffix)}.${mark.pid}${MARK}`);
  replace(file, JSON.stringify({ version: 1, ...mark, born: bornAt(mark.pid) }));
  return () => rmSync(file, { force: true });
}

/** The taps that record now, the oldest first; marks of processes that are gone are swept away. */
export function liveTaps(folder: string, alive: (pid: number) => boolean = isAlive): readonly TapMark[] {
  const taps: TapMark[] = [];
  for (const name of fileNamesIn(folder).filter((one) => one.endsWith(MARK))) {
    const file = join(folder, name);
    const read = readMark(file);
    if (read === undefined) continue;
    const { born, ...mark } = read;
    if (alive(mark.pid) && !isAnother(mark.pid, born)) taps.push(mark);
    else rmSync(file, { force: true });
  }
  return taps.sort((a, b) => a.started.localeCompare(b.started));
}

/** Whether a process has the number of one that is gone, as far as there is something to tell it by. */
function isAnother(pid: number, born: unknown): boolean {
  const now = typeof born === 'string' ? bornAt(pid) : undefined;
  return now !== undefined && now !== born;
}

/** When a process began, as the system counts it (Linux); undefined where that takes long to find out. */
function bornAt(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // In the brackets is the name of the program, which may hold anything; behind them this is the 20th.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

/** The transcripts in the folder of taps that were written last at `since` (ms since 1970) or later and are over, the newest first. */
export function endedTaps(folder: string, since: number): readonly string[] {
  const live = new Set(liveTaps(folder).map(({ path }) => path));
  return fileNamesIn(folder)
    .filter((name) => name.endsWith(suffix))
    .map((name) => join(folder, name))
    .filter((path) => !live.has(path) && writtenAt(path) >= since)
    .sort((a, b) => writtenAt(b) - writtenAt(a));
}

const writtenAt = (path: string): number => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Nothing of what is not a mark that this program has written. */
function readMark(file: string): (TapMark & { readonly born: unknown }) | undefined {
  const mark = parse(contentOf(file));
  if (!isObject(mark) || mark['version'] !== 1) return undefined;
  const { pid, path, started, client, server, born } = mark;
  if (typeof pid !== 'number' || typeof path !== 'string' || typeof started !== 'string') return undefined;
  return {
    ...{ pid, path, started, born },
    ...(typeof client === 'string' ? { client } : {}),
    ...(typeof server === 'string' ? { server } : {}),
  };
}

/** Empty for what was taken back while we looked, or is no file. */
function contentOf(file: string): string {
  try {
    return readHead(file, LONGEST).toString('utf8');
  } catch {
    return '';
  }
}
