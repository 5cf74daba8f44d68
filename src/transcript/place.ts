import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { stateFolder } from '../disk/place.ts';
import type { HttpTarget, Target } from '../session/target.ts';

/** The suffix of a transcript's name. */
export const suffix = '.mcp.jsonl';

/** Where sessions are recorded by default: in the state folder of the user (`XDG_STATE_HOME`). */
export const recordingsFolder = (): string => join(stateFolder(), 'recordings');

/**
 * The absolute path of a new recording.
 *
 * @param record a file, taken as it is, or a folder (there already, or ending in a slash), where it gets a name
 */
export function placeFor(record: string, target: Target, started: Date): string {
  return isFolder(record) ? freeName(resolve(record), fileName(target, started)) : resolve(record);
}

/** Whether recordings get names of their own there: a folder, or what ends in a slash and will be one. */
export const isFolder = (record: string): boolean =>
  /[/\\]$/.test(record) || (existsSync(record) && statSync(record).isDirectory());

/** A name to know a recording by: `2026-11-27T12-04-31-everything` (local time). */
function fileName(target: Target, started: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [started.getFullYear(), two(started.getMonth() + 1), two(started.getDate())].join('-');
  const time = [started.getHours(), started.getMinutes(), started.getSeconds()].map(two).join('-');
  return `${day}T${time}-${nameOf(target)}`;
}

/** Two sessions may begin in the same second. */
function freeName(folder: string, name: string): string {
  for (let count = 1; ; count++) {
    const path = join(folder, `${name}${count === 1 ? '' : `-${count}`}${suffix}`);
    if (!existsSync(path)) return path;
  }
}

/** Names that say nothing; the folder around them does. */
const empty = new Set(['index', 'main', 'server', 'cli', 'app', 'mcp', 'dist', 'build', 'src', 'bin', 'lib']);
const runners = new Set([
  'node',
  'npx',
  'bunx',
  'bun',
  'deno',
  'tsx',
  'python',
  'python3',
  'uv',
  'uvx',
  'docker',
  'sh',
  'bash',
]);

/** A short name for what is started: its package, script or program, without what all of them share. */
function nameOf(target: Target): string {
  if (target.transport === 'recorded') return 'recorded';
  if (target.transport !== 'stdio') return hostOf(target);
  const command = stem(target.command);
  const subject = runners.has(command) ? target.args.find(isSubject) : undefined;
  const name = subject === undefined ? command : telling(subject);
  return name.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 40) || 'server';
}

/** The host of a URL; of a Unix socket its file. */
function hostOf({ url, socket }: HttpTarget): string {
  const name = socket === undefined ? new URL(url).host : stem(socket);
  return name.replace(/[^A-Za-z0-9.-]+/g, '-').replace(/^-|-$/g, '') || 'server';
}

/** Neither an option nor the verb of a runner. */
const isSubject = (word: string): boolean =>
  !word.startsWith('-') && !['run', 'exec', 'x', 'tool'].includes(word);

function telling(subject: string): string {
  let path = subject;
  while (empty.has(stem(path)) && dirname(path) !== path && dirname(path) !== '.') path = dirname(path);
  const name = stem(empty.has(stem(path)) ? subject : path);
  return name.replace(/^(?:mcp-)?server-|-mcp(?:-server)?$/g, '') || name;
}

/** The last part of a path or package name, without version and extension. */
const stem = (path: string): string =>
  basename(path.replaceAll('\\', '/'))
    .replace(/(.)@.*$/, '$1')
    .replace(/\.(?:[cm]?[jt]sx?|py|rb|exe|cmd|sh)$/, '');
