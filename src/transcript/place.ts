import { existsSync, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { stateFolder } from '../disk/place.ts';
import { fileSafe, shortName } from '../session/short-name.ts';
import type { Target } from '../session/target.ts';

/** The suffix of a transcript's name. */
export const suffix = '.mcp.jsonl';

/** Where sessions are recorded by default: in the state folder of the user (`XDG_STATE_HOME`). */
export const recordingsFolder = (): string => join(stateFolder(), 'recordings');

/**
 * The absolute path of a new recording.
 *
 * @param record a file, taken as it is, or a folder (there already, or ending in a slash), where it gets a name
 * @param server what the server is called, where that is not left to its target
 */
export function placeFor(record: string, target: Target, started: Date, server?: string): string {
  if (!isFolder(record)) return resolve(record);
  const name = server === undefined ? shortName(target) : fileSafe(server);
  return freeName(resolve(record), fileName(target.transport === 'recorded' ? 'recorded' : name, started));
}

/** A name beside an ordinary file that is there: `session.mcp.jsonl`, `session-2.mcp.jsonl`. Any other path as it is. */
export function placeBeside(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
  const ending = path.endsWith(suffix) ? suffix : extname(path);
  const name = path.slice(0, path.length - ending.length);
  for (let count = 2; ; count += 1) {
    const other = `${name}-${count}${ending}`;
    if (!existsSync(other)) return other;
  }
}

/** Whether recordings get names of their own there: a folder, or what ends in a slash and will be one. */
export const isFolder = (record: string): boolean =>
  /[/\\]$/.test(record) || (existsSync(record) && statSync(record).isDirectory());

/** A name to know a recording by: `2026-11-27T12-04-31-everything` (local time). */
function fileName(name: string, started: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [started.getFullYear(), two(started.getMonth() + 1), two(started.getDate())].join('-');
  const time = [started.getHours(), started.getMinutes(), started.getSeconds()].map(two).join('-');
  return `${day}T${time}-${name}`;
}

/** Two sessions may begin in the same second. */
function freeName(folder: string, name: string): string {
  for (let count = 1; ; count++) {
    const path = join(folder, `${name}${count === 1 ? '' : `-${count}`}${suffix}`);
    if (!existsSync(path)) return path;
  }
}
